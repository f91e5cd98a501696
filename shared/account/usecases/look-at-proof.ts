import { type AttemptLimit, attemptWrite, countAttempt } from '../../kernel/db/attempt-counters.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { clientNetwork } from '../../kernel/domain/client-network.ts';
import { refuseWhenFull } from '../../kernel/usecases/refuse-when-full.ts';
import { findPerson, type StoredPerson } from '../../people/db/people.ts';
import { activePersonCheck } from '../../people/db/people-checks.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import type { StoredEntity } from '../../registry/db/entities.ts';
import { listRepresentedEntities } from '../../registry/db/representatives.ts';
import { findProof, goodProofCheck, type StoredProof } from '../db/proofs.ts';
import { proofState, readProofCode } from '../domain/proof.ts';

const byNetwork: AttemptLimit = { kind: 'proof_page', max: 30, window: 60_000 };
/** A proof that is all over the internet shows nothing any more for that hour; its holder sees why in Activity. */
const ofProof: AttemptLimit = { kind: 'proof_looks', max: 500, window: 3_600_000 };

/** What a proof shows at this moment. */
export interface ShownProof {
  readonly proof: StoredProof;
  readonly person: StoredPerson;
  /** Those that the person represents; empty where they are not shown. */
  readonly entities: readonly StoredEntity[];
}

/**
 * What the proof with the code shows, as the register has it now; null where there is nothing to show: an unknown code, a proof that
 * has ended, one whose holder's account is deactivated or erased. Each look is recorded for the holder, in the same transaction that
 * finds the proof still good; `headersOnly` shows and records nothing. Three round trips.
 *
 * Error: 429 beyond 30 looks from one network in a minute.
 */
export async function lookAtProof(
  {
    code: text,
    clientAddress,
    headersOnly,
  }: { readonly code: string; readonly clientAddress: string; readonly headersOnly: boolean },
  deps: CoreDeps,
): Promise<ShownProof | null> {
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
  const { id, personId, shows } = proof;
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
          action: 'proof.looked_at',
          details: { proofId: id, shown: shows },
        }),
      }),
    findPerson(table, personId),
    shows.includes('entities') ? listRepresentedEntities(table, personId) : [],
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
