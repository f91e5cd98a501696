import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findEntity, type StoredEntity } from '../../registry/db/entities.ts';
import { changeWrites } from '../../reviews/usecases/note-change.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { amendmentWrite, findAmendment, type StoredAmendment } from '../db/amendments.ts';
import {
  findObjection,
  findObjectionLink,
  newObjectionWrite,
  type StoredObjection,
} from '../db/objections.ts';
import { decideAmendment } from '../domain/amendment.ts';
import { amendmentError } from './amendment-errors.ts';

/** What a mailed link opens, as things stand. */
export interface OpenedObjection {
  readonly personId: string;
  readonly filing: StoredAmendment;
  readonly entity: StoredEntity;
  /** What the person has objected; null: nothing yet. */
  readonly objection: StoredObjection | null;
}

/** Error: 404, the same for an unknown link and an expired one. */
export async function openObjection(
  token: string,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<OpenedObjection> {
  const link = await findObjectionLink(table, token);
  if (link === null || link.expiresAt <= now().toISOString()) throw apiErrors.notFound();
  const { filingId, entityId, personId } = link;
  const [filing, entity, objection] = await Promise.all([
    findAmendment(table, entityId, filingId),
    findEntity(table, entityId),
    findObjection(table, filingId, personId),
  ]);
  if (filing === null || entity === null) throw new Error(`amendment ${filingId} is missing`);
  return { personId, filing, entity, objection };
}

/**
 * Objects to an amendment with a mailed link: once for each person, until a reviewer has decided. A
 * repeated objection changes nothing. The filing goes on as it was, but its version goes up, so that a decision
 * that has not seen the objection is made again. A first approval is taken back.
 *
 * Whoever was mailed the link may use it, even if they no longer represent the entity: removing somebody first
 * must not silence them.
 *
 * Errors: 404; 409 `filing.decided`.
 */
export function objectToAmendment(
  { token, note }: { readonly token: string; readonly note: string | null },
  deps: CoreDeps,
): Promise<void> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const { personId, filing, objection } = await openObjection(token, deps);
    if (objection !== null) return;
    const decision = decideAmendment(filing, { type: 'object' }, at);
    if (!decision.ok) {
      throw decision.reason === 'decided'
        ? apiErrors.filingDecided()
        : amendmentError(decision.reason);
    }
    const { id: filingId, entityId, submissionId } = filing;
    const actor = personActor(personId);
    const outcome = await transact(deps.table, {
      amendment: amendmentWrite(decision.next),
      objection: newObjectionWrite({ filingId, personId, note, objectedAt: at }),
      ...(await changeWrites({ subjectId: filingId, submissionId }, actor, at, deps)),
      ...auditAct(deps, {
        at,
        actor,
        action: 'amendment.objected',
        subject: { type: 'amendment', id: filingId },
        details: { legalEntityId: entityId, withNote: note !== null, by: 'mailed_link' },
      }),
    });
    return outcome.kind === 'written' ? undefined : lostRace;
  });
}
