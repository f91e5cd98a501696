import type { ImportCall } from '../../shared/imports/contracts/import-call.ts';
import {
  type ImportRecord,
  parseRecord,
  type RecordError,
  type RecordKind,
} from '../../shared/imports/contracts/import-records.ts';
import { keys } from '../../shared/kernel/db/keys.ts';

/**
 * Checks that need the whole file: which rows are accepted, and which values they claim. If two rows claim the same
 * value, the first one is accepted.
 */
export function openFileCheck(mode: ImportCall['mode']) {
  const claims = new Set<string>();
  const states = new Map<string, 'stands' | 'refused'>();
  const nameOf = (kind: RecordKind, sourceId: string) => `${kind} ${sourceId}`;

  function refuse(kind: RecordKind, sourceId: unknown): void {
    const name = nameOf(kind, String(sourceId));
    // A second row with this name does not affect the first.
    if (states.get(name) === undefined) states.set(name, 'refused');
  }

  return {
    /** The row's record if it is accepted; otherwise what is wrong with it. */
    look(
      kind: RecordKind,
      input: Readonly<Record<string, unknown>>,
    ):
      | { readonly record: ImportRecord; readonly errors: readonly [] }
      | { readonly record: null; readonly errors: readonly RecordError[] } {
      const parsed = parseRecord(kind, input);
      if (!parsed.ok) {
        refuse(kind, input['sourceId']);
        return { record: null, errors: parsed.errors };
      }
      const { record } = parsed;
      const claimed = claimsOf(record);
      const taken = claimed.filter(({ claim }) => claims.has(claim));
      if (taken.length > 0) {
        refuse(kind, record.sourceId);
        return { record: null, errors: taken.map(({ error }) => error) };
      }
      for (const { claim } of claimed) claims.add(claim);
      states.set(nameOf(kind, record.sourceId), 'stands');
      return { record, errors: [] };
    },
    /** Marks a row that the service rejected. */
    refused({ kind, sourceId }: ImportRecord): void {
      states.set(nameOf(kind, sourceId), 'refused');
    },
    /**
     * The service's violations that remain: in a dry run it does not know the file's other rows. A row that refers to a
     * rejected row is also rejected.
     */
    remaining(record: ImportRecord, errors: readonly RecordError[]): readonly RecordError[] {
      return errors.flatMap((error): readonly RecordError[] => {
        const kind = unknownKinds[error.code];
        if (kind === undefined) return [error];
        const state = states.get(nameOf(kind, textAt(record, error.field)));
        if (state === undefined) return [error];
        const message = 'Refers to a row that is rejected itself';
        if (state === 'stands') return mode === 'validate' ? [] : [error];
        return [{ ...error, code: 'names_refused', message }];
      });
    },
  };
}

const unknownKinds: Readonly<Record<string, RecordKind>> = {
  unknown_person: 'person',
  unknown_entity: 'legal_entity',
};

function textAt(record: ImportRecord, field: string): string {
  let value: unknown = record;
  for (const name of field.split('.')) value = Object(value)[name];
  return String(value);
}

/** A row's unique values, by the keys under which the registry claims them. */
function claimsOf(
  record: ImportRecord,
): readonly { readonly claim: string; readonly error: RecordError }[] {
  const claim = (text: string | null, field: string) =>
    text === null
      ? []
      : [
          {
            claim: text,
            error: {
              code: 'duplicate',
              field,
              message: 'An earlier row of the file has the same value',
            },
          },
        ];
  const own = claim(`${record.kind} ${record.sourceId}`, 'sourceId');
  if (record.kind === 'residency' || record.kind === 'document') return own;
  const number = record.residentPermitNumber ?? null;
  const numbered = claim(number && keys.residentPermitNumber(number).pk, 'residentPermitNumber');
  return record.kind === 'person'
    ? [...own, ...claim(keys.email(record.email).pk, 'email'), ...numbered]
    : [...own, ...claim(keys.entityName(record.optionId, record.name).pk, 'name'), ...numbered];
}
