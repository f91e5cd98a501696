import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { ImportRecord, RecordError } from '../contracts/import-records.ts';
import { readMany, type StoredImport } from '../db/imported-records.ts';
import { documentOwner } from './import-document.ts';
import { representativeField, residencyBeginOf } from './import-entity-record.ts';
import { recordErrors, resolveName } from './importing.ts';

/** A condition of an import: that an item exists, or that it does not. */
interface Condition {
  readonly key: ItemKey | null;
  readonly expected: 'present' | 'absent';
  readonly error: RecordError;
}

/**
 * The reasons that would prevent each import today: a number, name or address is taken, or a reference is missing. For
 * a dry run; the conditions of the transactions decide. One round trip for a hundred conditions.
 */
export async function checkClaims(
  table: Table,
  records: readonly ImportRecord[],
  imports: ReadonlyMap<string, StoredImport>,
): Promise<readonly (readonly RecordError[])[]> {
  const conditions = records.map((record) => conditionsOf(record, imports));
  const requested = conditions.flat().flatMap(({ key }) => (key === null ? [] : [key]));
  const items = await readMany(table, requested);
  const text = ({ pk, sk }: ItemKey) => `${pk}\n${sk}`;
  const found = new Map(requested.map((key, index) => [text(key), items[index]]));
  return conditions.map((each) =>
    each
      .filter(({ key, expected: state }) => {
        const isThere = key !== null && found.get(text(key)) !== undefined;
        return isThere !== (state === 'present');
      })
      .map(({ error }) => error),
  );
}

function conditionsOf(
  record: ImportRecord,
  imports: ReadonlyMap<string, StoredImport>,
): readonly Condition[] {
  const free = (key: ItemKey | null, error: RecordError): readonly Condition[] =>
    key === null ? [] : [{ key, expected: 'absent', error }];
  const person = (name: string, field: string): Condition => {
    const id = resolveName('person', name, imports);
    const key = id === null ? null : keys.person(id);
    return { key, expected: 'present', error: recordErrors.unknownPerson(field) };
  };
  const number = (rpn: string | null | undefined) =>
    free(rpn ? keys.residentPermitNumber(rpn) : null, recordErrors.numberTaken);
  switch (record.kind) {
    case 'person':
      return [
        ...free(keys.email(record.email), recordErrors.emailTaken),
        ...number(record.residentPermitNumber),
      ];
    case 'residency':
      return [person(record.person, 'person')];
    case 'legal_entity':
      return [
        ...(record.representatives ?? []).map((each, index) =>
          person(each.person, representativeField(index)),
        ),
        ...free(keys.entityName(record.optionId, record.name), recordErrors.nameTaken),
        ...number(record.residentPermitNumber),
      ];
    case 'document': {
      const { kind, id, unknown } = documentOwner(record, imports);
      const key = kind === 'person' ? keys.person : keys.entity;
      return [{ key: id === null ? null : key(id), expected: 'present', error: unknown }];
    }
  }
}

/** Errors of a record that its schema can't detect: the order of its dates, and dates in the future. */
export function foreseenErrors(record: ImportRecord, now: string): readonly RecordError[] {
  const created = 'createdAt' in record ? record.createdAt : undefined;
  const late = created !== undefined && created > now ? [recordErrors.createdInFuture] : [];
  switch (record.kind) {
    case 'person':
      return (record.dateOfBirth ?? '') > now.slice(0, 10)
        ? [recordErrors.bornInFuture, ...late]
        : late;
    case 'residency':
      return endsEarly(record.effectiveDate, record.terminationDate, 'terminationDate');
    case 'legal_entity': {
      const begins = residencyBeginOf(record);
      if (begins === null) return [recordErrors.noBeginning, ...late];
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
): readonly RecordError[] {
  return typeof ends === 'string' && ends < begins ? [recordErrors.endsBeforeItBegins(field)] : [];
}
