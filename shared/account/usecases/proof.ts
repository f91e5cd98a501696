import {
  type AttemptLimit,
  attemptWrite,
  countAttempt,
  windowEndOf,
} from '../../kernel/db/attempt-counters.ts';
import { sentFormWrite } from '../../kernel/db/effects.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { SealingDeps } from '../../kernel/deps/service.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { refuseWhenFull, tooMany } from '../../kernel/usecases/refuse-when-full.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { findPerson, type StoredPerson } from '../../people/db/people.ts';
import { actingPersonCheck, activePersonCheck } from '../../people/db/people-checks.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { listRepresentedEntities } from '../../registry/db/representatives.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import {
  findOwnedProof,
  findProof,
  goodProofCheck,
  listProofs,
  newProofWrites,
  type OwnedProof,
  proofReference,
  revokeProofWrites,
  type StoredProof,
} from '../db/proofs.ts';
import {
  type ProofField,
  type ProofTerm,
  proofCode,
  proofState,
  proofTerms,
  readProofCode,
} from '../domain/proof.ts';

/** Limits the number of stored proofs. */
const aDay: AttemptLimit = { kind: 'proofs', max: 50, window: 86_400_000 };

interface ProofRequest {
  readonly fields: readonly ProofField[];
  readonly validity: ProofTerm;
  /** The form that requested it: sent again, it creates no second proof. */
  readonly formId: string;
}

/**
 * Creates a proof that shows the selected details to anyone with its code, until it expires or is
 * revoked. The code is derived from 128 random bits and the sealing secret. Only the bits and the
 * code's digest are stored, so the holder can see the code again but a reader of the table can't.
 *
 * Errors: 403 `account.suspended` during a mailbox case; 409 `form.already_sent`,
 * `person.deactivated`; 429 beyond 50 in a UTC day.
 */
export async function makeProof(
  personId: string,
  { fields, validity, formId }: ProofRequest,
  deps: SealingDeps,
): Promise<OwnedProof> {
  const now = deps.now();
  const at = now.toISOString();
  const nonce = Buffer.from(deps.random(16)).toString('base64url');
  const [newest] = await deps.seal.derive('proof', nonce);
  if (newest === undefined) throw new Error('there is no secret to make codes of');
  const proof: OwnedProof = {
    id: deps.newId(),
    personId,
    fields,
    createdAt: at,
    expiresAt: new Date(now.getTime() + proofTerms[validity]).toISOString(),
    revokedAt: null,
    nonce,
    reference: proofReference(proofCode(newest)),
  };
  const outcome = await transact(deps.table, {
    form: orElse(sentFormWrite(personId, formId, at), apiErrors.formAlreadySent),
    person: orElse(actingPersonCheck(personId), (found) =>
      found?.['suspension'] === undefined
        ? apiErrors.personDeactivated()
        : apiErrors.accountSuspended(),
    ),
    count: orElse(attemptWrite(aDay, personId, now.getTime()), () =>
      tooMany(windowEndOf(aDay, now.getTime()), now),
    ),
    ...newProofWrites(proof),
    ...auditPerson(deps, {
      at,
      actor: personActor(personId),
      personId,
      action: 'proof.created',
      details: { proofId: proof.id, disclosed: fields, expiresAt: proof.expiresAt },
    }),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
  return proof;
}

/** The person's newest proofs, and all that are still valid. */
export function readOwnProofs(
  personId: string,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<readonly OwnedProof[]> {
  return listProofs(table, personId, now().toISOString());
}

/**
 * The person's proof with its code; the code is null if its secret no longer exists. Error: 404,
 * also for another person's proof.
 */
export async function readOwnProof(
  personId: string,
  id: string,
  { table, seal }: Pick<SealingDeps, 'table' | 'seal'>,
): Promise<{ readonly proof: OwnedProof; readonly code: string | null }> {
  const proof = await findOwnedProof(table, personId, id);
  if (proof === null) throw apiErrors.notFound();
  const codes = (await seal.derive('proof', proof.nonce)).map(proofCode);
  return { proof, code: codes.find((code) => proofReference(code) === proof.reference) ?? null };
}

/** Revokes a proof: it shows nothing from now on. Does nothing if it has ended. Error: 404. */
export function revokeProof(personId: string, id: string, deps: CoreDeps): Promise<OwnedProof> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const proof = await findOwnedProof(deps.table, personId, id);
    if (proof === null) throw apiErrors.notFound();
    if (proofState(proof, at) !== 'good') return proof;
    const outcome = await transact(deps.table, {
      ...revokeProofWrites(proof, at),
      ...auditPerson(deps, {
        at,
        actor: personActor(personId),
        personId,
        action: 'proof.revoked',
        details: { proofId: id },
      }),
    });
    return outcome.kind === 'written' ? { ...proof, revokedAt: at } : lostRace;
  });
}

const byNetwork: AttemptLimit = { kind: 'proof_page', max: 30, window: 60_000 };
/**
 * A proof that is viewed very often shows nothing for the rest of that hour; its holder sees why in Activity.
 */
const ofProof: AttemptLimit = { kind: 'proof_looks', max: 500, window: 3_600_000 };

/** The current content of a proof. */
interface ProofView {
  readonly proof: StoredProof;
  readonly person: StoredPerson;
  /** The entities that the person represents; empty if they are not shown. */
  readonly entities: readonly StoredEntity[];
}

/**
 * The details that the proof with this code shows, as currently registered. Null if the code is unknown, the proof has
 * ended, or its holder's account is deactivated or erased. Each view is recorded for the holder in the transaction that
 * finds the proof valid; `headersOnly` shows and records nothing. Three round trips.
 *
 * Error: 429 beyond 30 views from one network in a minute.
 */
export async function openProof(
  {
    code: text,
    clientAddress,
    headersOnly,
  }: { readonly code: string; readonly clientAddress: string; readonly headersOnly: boolean },
  deps: CoreDeps,
): Promise<ProofView | null> {
  const { table } = deps;
  const now = deps.now();
  const at = now.toISOString();
  const code = readProofCode(text);
  const [count, proof] = await Promise.all([
    countAttempt(table, byNetwork, clientNetwork(clientAddress), now.getTime()),
    code === null ? null : findProof(table, code),
  ]);
  refuseWhenFull(count, now);
  if (code === null || proof === null || proofState(proof, at) !== 'good') return null;
  const { id, personId, fields } = proof;
  const [recorded, person, entities] = await Promise.all([
    headersOnly ||
      transact(table, {
        proof: goodProofCheck(code, at),
        person: activePersonCheck(personId),
        looks: attemptWrite(ofProof, id, now.getTime()),
        ...auditPerson(deps, {
          at,
          actor: system,
          personId,
          action: 'proof.viewed',
          details: { proofId: id, disclosed: fields },
        }),
      }),
    findPerson(table, personId),
    fields.includes('entities') ? listRepresentedEntities(table, personId) : [],
  ]);
  if (recorded !== true && recorded.kind === 'refused') return null;
  if (person === null || person.status !== 'active') return null;
  return {
    proof,
    person,
    entities: entities.filter(
      ({ dissolutionDate }) => dissolutionDate === null || dissolutionDate > at,
    ),
  };
}
