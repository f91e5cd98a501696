import { type AttemptLimit, countAttempt } from '../db/attempt-counters.ts';
import { eventWrite } from '../db/outbox.ts';
import { challengeReference, newChallengeWrite } from '../db/sign-in-challenges.ts';
import { transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { clientNetwork } from '../domain/client-network.ts';
import { attemptWindow, newChallenge, signInLimits } from '../domain/sign-in.ts';
import { refuseWhenFull } from './refuse-when-full.ts';

const byAddress: AttemptLimit = {
  kind: 'sign_in_address',
  most: signInLimits.challengesPerAddress,
  window: attemptWindow,
};
const byEmail: AttemptLimit = {
  kind: 'sign_in_email',
  most: signInLimits.challengesPerEmail,
  window: attemptWindow,
};

/**
 * Begins a sign-in. The answer is the challenge's id, a secret for this browser's cookie.
 *
 * Whether there is an account is not even looked up here, so that neither the answer nor its timing can
 * tell: who gets a mail is decided when the mail is made.
 *
 * Error: 429 beyond 5 sign-ins for one mail address or 20 from one network address in a UTC hour.
 */
export async function startSignIn(
  { email, clientAddress }: { readonly email: string; readonly clientAddress: string },
  deps: CoreDeps,
): Promise<string> {
  const now = deps.now();
  const at = now.toISOString();
  const { table } = deps;
  // The network address first: who is stopped by it uses up nobody's mail address.
  const network = clientNetwork(clientAddress);
  refuseWhenFull(await countAttempt(table, byAddress, network, now.getTime()), now);
  refuseWhenFull(await countAttempt(table, byEmail, email, now.getTime()), now);
  const challengeId = Buffer.from(deps.random(32)).toString('base64url');
  const reference = challengeReference(challengeId);
  const outcome = await transact(table, {
    challenge: newChallengeWrite({
      ...newChallenge(now),
      reference,
      email,
      personId: null,
      createdAt: at,
    }),
    event: eventWrite(deps.newId(), at, {
      type: 'mail.wanted',
      mail: { template: 'sign_in_code', challengeId: reference },
    }),
  });
  if (outcome.kind !== 'written') throw new Error(`a new challenge's ${outcome.label} was refused`);
  return challengeId;
}
