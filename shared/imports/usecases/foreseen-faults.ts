import type { Fault, ImportRecord } from '../contracts/import-records.ts';
import { residencyBeginOf } from './import-entity-record.ts';
import { faults } from './importing.ts';

/** What is wrong with a record by itself that its schema does not see: how its dates lie to each other, and to now. */
export function foreseenFaults(record: ImportRecord, now: string): readonly Fault[] {
  const created = 'createdAt' in record ? record.createdAt : undefined;
  const late = created !== undefined && created > now ? [faults.createdInFuture] : [];
  switch (record.kind) {
    case 'person':
      return (record.dateOfBirth ?? '') > now.slice(0, 10) ? [faults.bornInFuture, ...late] : late;
    case 'residency':
      return endsEarly(record.effectiveDate, record.terminationDate, 'terminationDate');
    case 'legal_entity': {
      const begins = residencyBeginOf(record);
      if (begins === null) return [faults.noBeginning, ...late];
      const { terminationDate } = record.residency ?? {};
      return [...endsEarly(begins, terminationDate, 'residency.terminationDate'), ...late];
    }
    case 'document':
      return late;
  }
}

function endsEarly(
  begins: string,
  ends: string | null | undefined,
  field: string,
): readonly Fault[] {
  return typeof ends === 'string' && ends < begins ? [faults.endsBeforeItBegins(field)] : [];
}
