import { findDocument, listDocuments, type StoredDocument } from '../../documents/db/documents.ts';
import { standsCheck, withdrawalWrite } from '../../documents/db/withdrawals.ts';
import { keys } from '../../kernel/db/keys.ts';
import { transact, type Write } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findReusedRequest } from '../db/certificates.ts';

/** A document that is to be withdrawn. `replacedBy` is another one of the same entity. */
export interface WithdrawDocument {
  readonly entityId: string;
  readonly documentId: string;
  readonly reason: string;
  readonly replacedBy: string | null;
}

/**
 * Withdraws a document of an entity, for good: the file and what was said of it stay, and whoever verifies it is told. Where it is
 * the entity's Certificate of Good Standing, the next request is a new one. Whom it concerns is told by mail.
 *
 * Errors: 404; 400 for a replacement that the entity has not, that is the same bytes, or is withdrawn itself; 409
 * `document.withdrawn`.
 */
export function withdrawDocument(
  { entityId, documentId, reason, replacedBy }: WithdrawDocument,
  actor: Actor,
  deps: CoreDeps,
): Promise<{ readonly document: StoredDocument; readonly withdrawnAt: string }> {
  return untilWritten(async () => {
    const document = await findDocument(deps.table, entityId, documentId);
    if (document === null) throw apiErrors.notFound();
    const replacement =
      replacedBy === null ? null : await findReplacement(document, replacedBy, deps);
    const at = deps.now().toISOString();
    const outcome = await transact(deps.table, {
      withdrawal: withdrawalWrite(document.sha256, {
        entityId,
        documentId,
        documentCreatedAt: document.createdAt,
        withdrawnAt: at,
        reason,
        replacedBy: replacement && {
          documentId: replacement.id,
          name: replacement.name,
          createdAt: replacement.createdAt,
          sha256: replacement.sha256,
        },
      }),
      replacement: replacement ? standsCheck(entityId, replacement.sha256) : undefined,
      claim: await releasedClaim(document, deps),
      told: eventWrite(deps.newId(), at, {
        type: 'mail.wanted',
        mail: { template: 'document_withdrawn', entityId, documentId },
      }),
      ...auditAct(deps, {
        at,
        actor,
        action: 'document.withdrawn',
        subject: { type: 'legal_entity', id: entityId },
        details: { documentId, replacedBy },
      }),
    });
    if (outcome.kind === 'written') return { document, withdrawnAt: at };
    if (outcome.refusal === 'withdrawn') throw apiErrors.documentWithdrawn();
    if (outcome.refusal === 'unfit_replacement') throw unfit();
    // The certificate that was the entity's is not, or is now.
    return lostRace;
  });
}

async function findReplacement(
  { entityId, sha256 }: StoredDocument,
  id: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<StoredDocument> {
  const found = (await listDocuments(table, entityId)).find((document) => document.id === id);
  if (found === undefined || found.sha256 === sha256) throw unfit();
  return found;
}

function unfit() {
  const message = 'Must be another document of the entity that is not withdrawn';
  return apiErrors.invalidField(['replacedBy'], message);
}

/** The entity's one certificate that is answered to requests, if the document is it: afterwards there is none. */
async function releasedClaim(
  { entityId, id }: StoredDocument,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<Write | undefined> {
  const reused = await findReusedRequest(table, entityId);
  if (reused === null || reused.documentId !== id) return undefined;
  return {
    remove: {
      Key: keys.certificateClaim(entityId),
      ConditionExpression: 'attribute_not_exists(pk) OR requestId = :id',
      ExpressionAttributeValues: { ':id': reused.id },
    },
  };
}
