import type { Table } from '../../kernel/db/table.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { findPeople } from '../../people/db/people.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findEntity, type StoredEntity } from '../../registry/db/entities.ts';
import { listRepresentatives } from '../../registry/db/representatives.ts';
import { changeWrites } from '../../reviews/usecases/act-on-review.ts';
import type { Objections } from '../../reviews/usecases/reviewed.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import {
  amendmentWrite,
  findAmendment,
  findObjection,
  findObjectionLink,
  listObjections,
  newObjectionWrite,
  type StoredAmendment,
  type StoredObjection,
} from '../db/amendments.ts';
import { decideAmendment, objectionStatus } from '../domain/amendment.ts';
import * as amendmentErrors from '../errors/amendment-errors.ts';
import { amendmentError } from './read-amendment.ts';

interface OpenedObjection {
  readonly personId: string;
  readonly filing: StoredAmendment;
  readonly entity: StoredEntity;
  /** The person's objection; null if none. */
  readonly objection: StoredObjection | null;
}

/** Error: 404, for an unknown link and for an expired one. */
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
 * Objects to an amendment with an emailed link, once per person, until a reviewer has decided. A repeat changes
 * nothing. The filing continues, but its version is raised, so that a reviewer who has not seen the objection must
 * decide again. Cancels a first approval.
 *
 * A recipient of the link may use it even if they no longer represent the entity, so that removing them does not
 * silence them.
 *
 * Errors: 404; 409 `filing.decided`.
 */
export function objectToAmendment(
  { token, note }: { readonly token: string; readonly note: string | null },
  deps: CoreDeps,
): Promise<void> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const { personId, filing, objection } = await openObjection(token, deps);
    if (objection !== null) return;
    const decision = decideAmendment(filing, { type: 'object' }, at);
    if (!decision.ok) {
      throw decision.reason === 'decided'
        ? amendmentErrors.filingDecided()
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

/** Objections to a filing, oldest first. */
export async function objectionsToFiling(
  filing: StoredAmendment,
  table: Table,
): Promise<Objections> {
  const answer = filing.verdict?.answer ?? null;
  // Each objection is counted on its filing in the same transaction.
  if ((filing.objections ?? 0) === 0) return { objections: [], answer };
  const [objections, representatives] = await Promise.all([
    listObjections(table, filing.id),
    listRepresentatives(table, filing.entityId),
  ]);
  const people = await findPeople(
    table,
    objections.map(({ personId }) => personId),
  );
  const representing = new Set(representatives.map(({ personId }) => personId));
  const status = objectionStatus(filing);
  return {
    answer,
    objections: objections.map(({ personId, note, objectedAt }) => {
      const person = people.find(({ id }) => id === personId);
      return {
        personId,
        name: person === undefined ? null : personName(person),
        represents: representing.has(personId),
        note,
        objectedAt,
        status,
      };
    }),
  };
}
