import { findAnyAmendment } from '../../amendments/db/amendments.ts';
import { claimKey, findAnyCertificateRequest } from '../../certificates/db/certificates.ts';
import {
  findTaxProof,
  removeTaxProofWrite,
  type StoredTaxProof,
} from '../../certificates/db/tax-proofs.ts';
import {
  certificateStatuses,
  isOpenCertificateStatus,
} from '../../certificates/domain/certificate.ts';
import {
  findAnyApplication,
  removedApplicationWrites,
} from '../../incorporation/db/applications.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { readList } from '../../kernel/db/listed-kinds.ts';
import { type Page, readAll } from '../../kernel/db/page.ts';
import type { Item, Table } from '../../kernel/db/table.ts';
import type { Write } from '../../kernel/db/transact.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { readAudit } from '../../platform/db/audit-trail.ts';
import {
  findProofOfAddress,
  findResidencyApplication,
  residencyReferenceKey,
} from '../../residency/db/residency-applications.ts';
import type { EndedCase } from '../domain/case-end.ts';
import { keyOf, removeUnchanged } from './erase-items.ts';

/** A file that was uploaded for a case, and the item that records it. */
export interface CaseUpload {
  readonly id: string;
  readonly key: ItemKey;
  /**
   * The write that removes the item, if it must check that no other case needs it; default: removed
   * unconditionally.
   */
  readonly removal?: Write;
  readonly objectKey: string;
  /** Another upload has the same file, which must not be deleted. */
  readonly isFileShared?: boolean;
}

/** The writes that remove the items of uploads. */
export function uploadRemovals(uploads: readonly CaseUpload[]): Record<string, Write> {
  return Object.fromEntries(
    uploads.map(({ key, removal = { remove: { Key: key } } }, index) => [
      `upload${index}`,
      removal,
    ]),
  );
}

/** A case with everything that its erasure removes, except its reviews. */
export interface ErasableCase extends EndedCase {
  readonly invoiceId: string;
  readonly uploads: readonly CaseUpload[];
  /** Its uploads must not be removed yet, because another open case uses them. */
  readonly isProofNeeded?: boolean;
  /** Items that refer to it or belong to it. */
  readonly leaves: readonly ItemKey[];
  /** The writes of one transaction, which is refused if the case has changed since it was read. */
  readonly heads: Readonly<Record<string, Write>>;
}

/** The current state of the case; null if there is none. */
export function readCase(table: Table, type: Product, id: string): Promise<ErasableCase | null> {
  return readers[type](table, id);
}

const readers: Readonly<
  Record<Product, (table: Table, id: string) => Promise<ErasableCase | null>>
> = {
  async legal_entity_application(table, id) {
    const found = await findAnyApplication(table, id);
    if (found === null) return null;
    return { ...found, uploads: [], leaves: [], heads: removedApplicationWrites(found) };
  },
  async amendment(table, id) {
    const found = await findAnyAmendment(table, id);
    if (found === null) return null;
    const { entityId, version } = found;
    const isOpen = found.statusId !== 'Rejected';
    return {
      ...found,
      uploads: [],
      leaves: await below(table, keys.objection(id, '')),
      heads: {
        subject: removeUnchanged({ ...keys.amendment(entityId, id), version }, 'version'),
        pointer: { remove: { Key: keys.amendmentEntity(id) } },
        // Allows the entity to start another one.
        ...(isOpen && { open: removeClaim(keys.openAmendment(entityId), 'filingId', id) }),
      },
    };
  },
  async certificate_request(table, id) {
    const found = await findAnyCertificateRequest(table, id);
    if (found === null) return null;
    const { entityId, version, statusId, taxPaymentProofUrl } = found;
    const isOpen = statusId !== 'Rejected' && statusId !== 'Cancelled';
    const proofId = proofIdIn(taxPaymentProofUrl);
    const proof = proofId === null ? null : await findTaxProof(table, proofId);
    const isProofNeeded = proof !== null && (await isNamedElsewhere(table, proof.id, id));
    return {
      ...found,
      isProofNeeded,
      uploads:
        proof === null || isProofNeeded
          ? []
          : [
              {
                id: proof.id,
                key: keys.taxProof(proof.id),
                removal: removeTaxProofWrite(proof),
                objectKey: proof.objectKey,
                isFileShared: await isFileOfAnother(table, proof),
              },
            ],
      leaves: [],
      heads: {
        subject: removeUnchanged({ ...keys.certificateRequest(entityId, id), version }, 'version'),
        pointer: { remove: { Key: keys.certificateRequestEntity(id) } },
        ...(isOpen && { claim: removeClaim(claimKey(entityId, found.type), 'requestId', id) }),
      },
    };
  },
  async residency_application(table, id) {
    const found = await findResidencyApplication(table, id);
    if (found === null) return null;
    const { integrationId, createdAt, revision, agreement, data } = found;
    const reference = residencyReferenceKey(found);
    const uploads: CaseUpload[] = [];
    for (const uploadId of await uploadsFor(table, id, data.proofOfAddressUploadId)) {
      const proof = await findProofOfAddress(table, uploadId);
      if (proof?.applicationId !== id) continue;
      const { objectKey } = proof;
      uploads.push({ id: uploadId, key: keys.proofOfAddress(uploadId), objectKey });
    }
    return {
      ...found,
      uploads,
      leaves: [keys.agreementLink(agreement.token), keys.applicantAccess(id)],
      heads: {
        subject: removeUnchanged({ ...keys.residencyApplication(id), revision }, 'revision'),
        row: { remove: { Key: keys.residencyApplicationRow(integrationId, createdAt, id) } },
        ...(reference && { reference: { remove: { Key: reference } } }),
      },
    };
  },
};

/** Uploads for a residency application, attached or not: the trail has each. */
async function uploadsFor(
  table: Table,
  id: string,
  attached: string | null,
): Promise<ReadonlySet<string>> {
  const uploads = new Set(attached === null ? [] : [attached]);
  for (const item of await readAll(table, { value: keys.audit(id, '', '').pk })) {
    const uploadId: unknown = Object(item['details'])['uploadId'];
    if (typeof uploadId === 'string') uploads.add(uploadId);
  }
  return uploads;
}

async function below(table: Table, { pk, sk }: ItemKey): Promise<readonly ItemKey[]> {
  const found: readonly Item[] = await readAll(table, { value: pk, prefix: sk });
  return found.map(keyOf);
}

/** A claim is removed only where it is the case's own. */
function removeClaim(Key: ItemKey, field: string, id: string): Write {
  return {
    remove: {
      Key,
      ConditionExpression: `attribute_not_exists(pk) OR ${field} = :id`,
      ExpressionAttributeValues: { ':id': id },
    },
  };
}

const limit = 100;

/** The id of the proof in a request's URL. */
function proofIdIn(url: unknown): string | null {
  return typeof url === 'string' ? (url.split('/').at(-1) ?? null) : null;
}

/** Whether another open request refers to the proof. */
async function isNamedElsewhere(
  table: Table,
  proofId: string,
  requestId: string,
): Promise<boolean> {
  for (const state of certificateStatuses.filter(isOpenCertificateStatus)) {
    const requests = pages((after) =>
      readList(table, 'certificate_request', { state }, { limit, after }),
    );
    for await (const { id, taxPaymentProofUrl } of requests)
      if (id !== requestId && proofIdIn(taxPaymentProofUrl) === proofId) return true;
  }
  return false;
}

/**
 * Whether another proof of the same person has the same bytes, so that both share one file. Read from the audit trail.
 */
async function isFileOfAnother(table: Table, proof: StoredTaxProof): Promise<boolean> {
  const { id, personId, sha256, objectKey } = proof;
  const uploads = pages((after) =>
    readAudit(table, { actorId: personId, action: 'tax_proof.uploaded' }, { limit, after }),
  );
  for await (const { subject, details } of uploads) {
    if (subject === null || subject.id === id || details['sha256'] !== sha256) continue;
    if ((await findTaxProof(table, subject.id))?.objectKey === objectKey) return true;
  }
  return false;
}

async function* pages<T>(read: (after: string | undefined) => Promise<Page<T>>): AsyncGenerator<T> {
  let after: string | undefined;
  do {
    const { items, next } = await read(after);
    yield* items;
    after = next ?? undefined;
  } while (after !== undefined);
}
