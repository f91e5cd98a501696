import { documentItem, personDocumentWrite } from '../../documents/db/documents.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { create, orElse, transact } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import type { DocumentRecord } from '../contracts/import-records.ts';
import {
  type Attempt,
  commonWrites,
  type ImportDeps,
  type Importing,
  recordErrors,
  refusedFor,
  resolveName,
} from './importing.ts';

/** How long a file can be uploaded, in seconds; five gigabytes take time. */
const uploadSeconds = 3_600;

/**
 * Imports a document of an entity or a person. The file is uploaded first, directly to S3, which accepts only bytes
 * with the SHA-256 of the record. Then the entry is written. Bytes without an entry are never served.
 */
export async function importDocument(
  importing: Importing<DocumentRecord>,
  deps: ImportDeps,
): Promise<Attempt> {
  const { record, imports } = importing;
  const owner = documentOwner(record, imports);
  if (owner.id === null) return refusedFor(owner.unknown);
  const ownerId = owner.id;
  const objectKey = `documents/${ownerId}/${record.sha256}`;
  const size = await deps.documents.size(objectKey);
  if (size === null) {
    const { contentType, sha256 } = record;
    const file = { key: objectKey, contentType, sha256 };
    return { kind: 'upload', upload: await deps.documents.uploadUrl(file, uploadSeconds) };
  }
  if (size !== record.size) return refusedFor(recordErrors.fileDiffers);
  const at = deps.now().toISOString();
  const document = {
    id: deps.newId(),
    name: record.name,
    slug: record.slug ?? null,
    version: record.version ?? null,
    visibility: record.visibility ?? 'visible',
    contentType: record.contentType,
    size,
    sha256: record.sha256,
    objectKey,
    createdAt: record.createdAt ?? at,
  };
  const { id, createdAt } = document;
  const isPerson = owner.kind === 'person';
  const key: ItemKey = isPerson
    ? keys.personDocument(ownerId, createdAt, id)
    : keys.document(ownerId, createdAt, id);
  const { claim, audit } = commonWrites(
    importing,
    {
      id,
      key,
      subject: { type: owner.kind, id: ownerId },
      details: { documentId: id, sha256: record.sha256 },
    },
    at,
    deps,
  );
  const outcome = await transact(deps.table, {
    claim,
    owner: orElse(
      mustExist(isPerson ? keys.person(ownerId) : keys.entity(ownerId)),
      () => 'no_owner',
    ),
    document: isPerson
      ? personDocumentWrite({ ...document, personId: ownerId })
      : create(documentItem({ ...document, entityId: ownerId })),
    ...audit,
  });
  if (outcome.kind === 'written') return { kind: 'written', id };
  if (outcome.refusal === 'done_before') return { kind: 'done_before' };
  if (outcome.refusal === 'no_owner') return refusedFor(owner.unknown);
  throw outcome.error;
}

/** The document's owner. A record has exactly one of the two. */
export function documentOwner(record: DocumentRecord, imports: Importing['imports']) {
  if (record.person === undefined) {
    return {
      kind: 'legal_entity',
      id: resolveName('legal_entity', record.legalEntity ?? '', imports),
      unknown: recordErrors.unknownEntity('legalEntity'),
    } as const;
  }
  return {
    kind: 'person',
    id: resolveName('person', record.person, imports),
    unknown: recordErrors.unknownPerson('person'),
  } as const;
}
