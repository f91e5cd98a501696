import { actorOf, type PersonalCaller } from '../../access/auth/caller.ts';
import { countUse } from '../../access/usecases/count-use.ts';
import { digestOf, type Effect } from '../../kernel/db/effects.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { orElse, transact, type Write } from '../../kernel/db/transact.ts';
import { mustExist } from '../../kernel/db/update.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { shownText } from '../../kernel/pages/shown-text.ts';
import { type NoteEffect, onceEffect } from '../../kernel/usecases/once-effect.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { unsuspendedPersonCheck } from '../../people/db/people-checks.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { findRepresentedEntity, type StoredEntity } from '../../registry/db/entities.ts';
import { claimOf, lookUpName } from '../../registry/db/names.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import {
  filingConditions,
  readFilingEntity,
} from '../../registry/usecases/read-accessible-entity.ts';
import { notSubmitted } from '../../reviews/domain/review-steps.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import type { ProposedAmendment } from '../contracts/amendment.ts';
import {
  amendmentWrite,
  findAmendment,
  findOpenAmendment,
  newAmendmentWrites,
  type StoredAmendment,
} from '../db/amendments.ts';
import { decideAmendment } from '../domain/amendment.ts';
import { type ProposedChanges, proposedFields } from '../domain/proposed-changes.ts';
import * as amendmentErrors from '../errors/amendment-errors.ts';
import { amendmentStatement } from '../pages/amendment-page.ts';
import {
  amendmentError,
  type EntityFiling,
  type FilingOfEntity,
  readOwnAmendment,
} from './read-amendment.ts';

/** Who proposes changes, and how. */
interface Proposer {
  readonly caller: PersonalCaller;
  readonly effect: Effect | null;
  /** Refuses to replace an open draft that the person has not seen. */
  readonly onlyNew?: true;
}

/**
 * Creates the entity's draft amendment, or replaces all proposals of the open draft, which voids its signature (spec
 * 4.15). An entity has at most one open filing.
 *
 * Errors: 403; 404; 409 `entity.dissolved`, `filing.changed` for a draft that must not be replaced, `filing.locked` if
 * the open filing is waiting for its payment or its review, `entity.name_taken`, `entity.name_reserved`.
 */
export function createAmendment(
  entityId: string,
  { reference, ...changes }: ProposedAmendment,
  { caller, effect, onlyNew }: Proposer,
  deps: CoreDeps,
): Promise<StoredAmendment> {
  return onceEffect(effect, deps, {
    run: (note) =>
      retryOnConflict(() => attempt({ entityId, caller, note, onlyNew, reference }, changes, deps)),
    again: async (filingId) =>
      (await readOwnAmendment(deps.table, { entityId, filingId }, caller)).amendment,
  });
}

interface Attempt {
  readonly entityId: string;
  readonly caller: PersonalCaller;
  readonly note: NoteEffect;
  readonly onlyNew: true | undefined;
  readonly reference: string | undefined;
}

async function attempt(
  { entityId, caller, note, onlyNew, reference }: Attempt,
  changes: ProposedChanges,
  deps: CoreDeps,
): Promise<StoredAmendment | typeof lostRace> {
  const at = deps.now().toISOString();
  const entity = await readFilingEntity(deps.table, entityId, caller);
  if (isDissolved(entity, at)) throw registryErrors.entityDissolved();
  const draft = await findOpenAmendment(deps.table, entityId);
  if (draft !== null && onlyNew) throw amendmentErrors.filingChanged();
  const proposed =
    draft === null ? newDraft(entityId, changes, deps, at) : replaced(draft, changes, at);
  const next = { ...proposed, ownReference: reference };
  await checkProposedName(deps.table, entity, changes);
  const { id } = next;
  const outcome = await transact(deps.table, {
    effect: note(id),
    ...(draft === null
      ? newAmendmentWrites(next)
      : { open: undefined, amendment: amendmentWrite(next), entityOf: undefined }),
    voided: voidedMail(draft, next, deps),
    ...filingConditions(entityId, caller),
    ...auditAct(deps, {
      at,
      actor: actorOf(caller),
      action: draft === null ? 'amendment.created' : 'amendment.revised',
      subject: { type: 'amendment', id },
      details: { legalEntityId: entityId, proposed: proposedFields(changes) },
    }),
    // A replaced draft was counted when it was created.
    used: draft === null ? countUse(caller, 'filings', deps.now()) : undefined,
  });
  if (outcome.kind === 'written') return next;
  if (outcome.refusal !== undefined) throw outcome.refusal;
  return lostRace;
}

/** An email to the person whose signature a change voids, and who must sign again. */
function voidedMail(
  before: StoredAmendment | null,
  { id, signature, updatedAt }: StoredAmendment,
  { newId }: Pick<CoreDeps, 'newId'>,
): Write | undefined {
  if (before === null || before.signature === null || signature !== null) return undefined;
  const { personId } = before.signature;
  return mailWrite(newId(), updatedAt, {
    template: 'amendment_unsigned',
    filingId: id,
    personId,
    at: updatedAt,
  });
}

/** Whether the entity is dissolved at that instant. */
export function isDissolved({ dissolutionDate }: StoredEntity, at: string): boolean {
  return dissolutionDate !== null && dissolutionDate <= at;
}

function newDraft(
  entityId: string,
  proposedChanges: ProposedChanges,
  { newId }: Pick<CoreDeps, 'newId'>,
  at: string,
): StoredAmendment {
  return {
    id: newId(),
    entityId,
    statusId: 'Draft',
    proposedChanges,
    signature: null,
    invoiceId: newId(),
    paidAt: null,
    ...notSubmitted,
    previousValues: null,
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
}

function replaced(
  draft: StoredAmendment,
  changes: ProposedChanges,
  updatedAt: string,
): StoredAmendment {
  const decision = decideAmendment(draft, { type: 'propose', changes }, updatedAt);
  if (!decision.ok) throw amendmentError(decision.reason);
  return { ...decision.next, updatedAt };
}

/**
 * Refuses proposals whose resulting name belongs to another entity or is reserved. The entity's own name is always
 * allowed.
 *
 * Errors: 409 `entity.name_taken`, `entity.name_reserved`.
 */
async function checkProposedName(
  table: Table,
  entity: StoredEntity,
  { name }: Pick<ProposedChanges, 'name'>,
): Promise<void> {
  if (name === null || keys.entityName(entity.optionId, name).pk === claimOf(entity).pk) return;
  const { taken, reserved } = await lookUpName(table, entity.optionId, name);
  if (taken) throw apiErrors.nameTaken();
  if (reserved) throw registryErrors.nameReserved();
}

/** Whether the resulting name is available or the entity's own. */
export async function isProposedNameFree(
  table: Table,
  entity: StoredEntity,
  changes: Pick<ProposedChanges, 'name'>,
): Promise<boolean> {
  const [claim] = await getItems(table, proposedNameKeys(entity, changes));
  return isFreeFor(entity, claim);
}

/** The key of the claim on the proposed name; empty if no name is proposed. */
export function proposedNameKeys(
  { optionId }: StoredEntity,
  { name }: Pick<ProposedChanges, 'name'>,
): readonly ItemKey[] {
  return name === null ? [] : [keys.entityName(optionId, name)];
}

/** Whether a name is available or the entity's own, given the claim on it. */
export function isFreeFor({ id }: StoredEntity, claim: Item | undefined): boolean {
  return claim === undefined || claim['entityId'] === id;
}

/** Refuses the transaction unless the proposed name is available or the entity's own; empty if no name is proposed. */
export function proposedNameIsFree(
  { id, optionId }: StoredEntity,
  { name }: Pick<ProposedChanges, 'name'>,
): Write | undefined {
  if (name === null) return undefined;
  return {
    check: {
      Key: keys.entityName(optionId, name),
      ConditionExpression: 'attribute_not_exists(pk) OR entityId = :entity',
      ExpressionAttributeValues: { ':entity': id },
    },
  };
}

interface RevisedFiling extends FilingOfEntity {
  /** The version that the editor saw; if absent, any version is replaced. */
  readonly version?: number | undefined;
}

/**
 * Changes a draft's proposals: absent fields stay unchanged, null clears, and the signature becomes void (spec 4.15). A
 * revision without new values writes nothing.
 *
 * Errors: 403; 404; 409 `filing.changed` for another version, `filing.locked`, `entity.name_taken`,
 * `entity.name_reserved`.
 */
export function reviseAmendment(
  filing: RevisedFiling,
  changes: Partial<ProposedChanges>,
  caller: PersonalCaller,
  deps: CoreDeps,
): Promise<StoredAmendment> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const { amendment, entity } = await readOwnAmendment(deps.table, filing, caller);
    if (amendment.version !== (filing.version ?? amendment.version))
      throw amendmentErrors.filingChanged();
    const decision = decideAmendment(amendment, { type: 'revise', changes }, at);
    if (!decision.ok) throw amendmentError(decision.reason);
    if (decision.next === amendment) return amendment;
    await checkProposedName(deps.table, entity, { name: changes.name ?? null });
    const next = { ...decision.next, updatedAt: at };
    const outcome = await transact(deps.table, {
      amendment: amendmentWrite(next),
      voided: voidedMail(amendment, next, deps),
      ...filingConditions(entity.id, caller),
      ...auditAct(deps, {
        at,
        actor: actorOf(caller),
        action: 'amendment.revised',
        subject: { type: 'amendment', id: amendment.id },
        details: { legalEntityId: entity.id, revised: Object.keys(changes) },
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}

/**
 * The filing, for a current representative of its entity. Error: 404, both if it does not exist and if it is not
 * theirs.
 */
export async function readAmendmentToSign(
  table: Table,
  { entityId, filingId }: FilingOfEntity,
  personId: string,
): Promise<EntityFiling> {
  const [entity, amendment] = await Promise.all([
    findRepresentedEntity(table, entityId, personId),
    findAmendment(table, entityId, filingId),
  ]);
  if (entity === null || amendment === null) throw apiErrors.notFound();
  return { entity, amendment };
}

interface AmendmentSigning extends FilingOfEntity {
  /** The version of the filing that the signer saw. */
  readonly version: number;
  readonly signerName: string;
  readonly personId: string;
  /** The language of the page. */
  readonly language?: Locale | undefined;
}

/**
 * Signs a draft's proposals for a representative, once. The signature is valid for exactly the version shown. Notifies
 * every representative.
 *
 * Errors: 404; 403 `account.suspended`; 409 `filing.changed` if the version has changed, in which case nothing is
 * signed; `filing.already_signed`, `filing.locked`, `filing.no_changes`, `entity.name_taken`.
 */
export function signAmendment(signing: AmendmentSigning, deps: CoreDeps): Promise<void> {
  const { version, signerName, personId, language } = signing;
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const { amendment, entity } = await readAmendmentToSign(deps.table, signing, personId);
    const { proposedChanges } = amendment;
    const nameFree = await isProposedNameFree(deps.table, entity, proposedChanges);
    const shown = shownText(language, (context) => [
      amendmentStatement(entity, context),
      digestOf(proposedChanges),
    ]);
    const signature = { personId, signerName, signedAt: at, ...(shown !== null && { shown }) };
    const decision = decideAmendment(amendment, { type: 'sign', signature, nameFree }, at);
    if (!decision.ok) throw amendmentError(decision.reason);
    if (amendment.version !== version) throw amendmentErrors.filingChanged();
    const outcome = await transact(deps.table, {
      amendment: amendmentWrite({ ...decision.next, updatedAt: at }),
      name: proposedNameIsFree(entity, proposedChanges),
      notification: mailWrite(deps.newId(), at, {
        template: 'amendment_signed',
        filingId: amendment.id,
        signedAt: at,
      }),
      signer: orElse(unsuspendedPersonCheck(personId), apiErrors.accountSuspended),
      representing: mustExist(keys.representative(entity.id, personId)),
      ...auditAct(deps, {
        at,
        actor: personActor(personId),
        action: 'amendment.signed',
        subject: { type: 'amendment', id: amendment.id },
        details: { legalEntityId: entity.id },
      }),
    });
    if (outcome.kind === 'written') return;
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return lostRace;
  });
}
