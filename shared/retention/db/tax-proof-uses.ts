import { findTaxProof, type StoredTaxProof } from '../../certificates/db/tax-proofs.ts';
import {
  certificateStatuses,
  isOpenCertificateStatus,
} from '../../certificates/domain/certificate.ts';
import { readList } from '../../kernel/db/listed-kinds.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import { readAudit } from '../../platform/db/audit-trail.ts';

const limit = 100;

/** The id of the proof in a request's URL. */
export function proofIdIn(url: unknown): string | null {
  return typeof url === 'string' ? (url.split('/').at(-1) ?? null) : null;
}

/** Whether another open request refers to the proof. */
export async function isNamedElsewhere(
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
export async function isFileOfAnother(table: Table, proof: StoredTaxProof): Promise<boolean> {
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
