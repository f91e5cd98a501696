import type { DocumentDeps } from '../../documents/deps/documents.ts';
import type { ItemKey } from '../../kernel/db/keys.ts';
import { orElse, type Write } from '../../kernel/db/transact.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import type { ImportRecord, RecordError } from '../contracts/import-records.ts';
import { importWrite, nameText, type StoredImport } from '../db/imported-records.ts';

/** The dependencies of functions that import. */
export type ImportDeps = DocumentDeps;

export interface Importing<R extends ImportRecord = ImportRecord> {
  readonly batch: string;
  readonly record: R;
  /** SHA-256 of the record. */
  readonly digest: string;
  readonly actor: Actor;
  /** Records of the batch to which this one may refer, by their `nameText`. */
  readonly imports: ReadonlyMap<string, StoredImport>;
}

/** The outcome of writing a record. `done_before`: already imported. */
export type Attempt =
  | { readonly kind: 'written'; readonly id: string }
  | { readonly kind: 'refused'; readonly errors: readonly RecordError[] }
  | { readonly kind: 'done_before' }
  | {
      readonly kind: 'upload';
      readonly upload: {
        readonly url: string;
        readonly headers: Readonly<Record<string, string>>;
      };
    };

/** The reasons for a rejection. */
export const recordErrors = {
  anotherRecord: {
    code: 'source_id_reused',
    field: 'sourceId',
    message: 'Another record was imported under it',
  },
  numberTaken: {
    code: 'number_taken',
    field: 'residentPermitNumber',
    message: 'Another resident has this number',
  },
  emailTaken: { code: 'email_taken', field: 'email', message: 'Another person has this address' },
  nameTaken: {
    code: 'name_taken',
    field: 'name',
    message: 'Another legal entity of the option has this name',
  },
  bornInFuture: {
    code: 'in_the_future',
    field: 'dateOfBirth',
    message: 'Must not be in the future',
  },
  createdInFuture: {
    code: 'in_the_future',
    field: 'createdAt',
    message: 'Must not be in the future',
  },
  endsBeforeItBegins: (field: string): RecordError => ({
    code: 'ends_before_it_begins',
    field,
    message: 'Must not be before the start date',
  }),
  noBeginning: {
    code: 'no_beginning',
    field: 'residency.effectiveDate',
    message: 'Must have a start date if there is neither registrationDate nor formationDate',
  },
  twiceRepresentative: (field: string): RecordError => ({
    code: 'named_twice',
    field,
    message: 'The same person represents it already',
  }),
  unknownPerson: (field: string): RecordError => ({
    code: 'unknown_person',
    field,
    message: 'No such person, in the batch or in the registry',
  }),
  unknownEntity: (field: string): RecordError => ({
    code: 'unknown_entity',
    field,
    message: 'No such legal entity, in the batch or in the registry',
  }),
  fileDiffers: {
    code: 'file_differs',
    field: 'size',
    message: 'The file that was uploaded has another size',
  },
} as const;

const guid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The id for a reference: a record of the batch, or an id; null if it is neither. */
export function resolveName(
  kind: 'person' | 'legal_entity',
  name: string,
  imports: ReadonlyMap<string, StoredImport>,
): string | null {
  const found = imports.get(nameText({ kind, sourceId: name }));
  if (found) return found.targetId;
  return guid.test(name) ? name.toLowerCase() : null;
}

/**
 * The claim on the record's source id and the audit entry, for each record's transaction. The claim's refusal takes
 * precedence.
 */
export function commonWrites(
  { batch, record, digest, actor }: Importing,
  target: {
    readonly id: string;
    readonly key: ItemKey;
    readonly subject: { readonly type: string; readonly id: string };
    readonly details: Readonly<Record<string, string | readonly string[]>>;
  },
  at: string,
  deps: ImportDeps,
) {
  const claim: Write<'done_before'> = orElse(
    importWrite(
      { batch, kind: record.kind, sourceId: record.sourceId },
      {
        kind: record.kind,
        targetId: target.id,
        itemPk: target.key.pk,
        itemSk: target.key.sk,
        digest,
        importedAt: at,
      },
    ),
    () => 'done_before',
  );
  const audit = auditAct(deps, {
    at,
    actor,
    action: `${record.kind}.imported`,
    subject: target.subject,
    details: { batch, ...target.details },
  });
  return { claim, audit };
}

/** A refusal with these errors. */
export function refusedFor(...found: readonly RecordError[]): Attempt {
  return { kind: 'refused', errors: found };
}
