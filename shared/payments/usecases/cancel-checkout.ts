import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { checkoutSessionWrite } from '../db/checkout-sessions.ts';
import { decideCheckoutCommand } from '../domain/checkout-session.ts';
import type { PaymentSubjects } from './payment-subject.ts';
import { readCheckout } from './read-checkout.ts';

/**
 * Cancels a session and returns where the payer goes; null when the invoice is paid, which no cancellation
 * undoes. Error: 404 for an unknown link.
 */
export function cancelCheckout(
  sessionId: string,
  subjects: PaymentSubjects,
  deps: CoreDeps,
): Promise<string | null> {
  return untilWritten(async () => {
    const { session, status } = await readCheckout(sessionId, subjects, deps);
    if (status === 'paid') return null;
    const decision = decideCheckoutCommand(session, { type: 'cancel' }, deps.now().toISOString());
    // Cancelled or expired before: the payer goes back all the same.
    if (!decision.ok) return decision.reason === 'paid' ? null : session.redirectUrl;
    const outcome = await transact(deps.table, { session: checkoutSessionWrite(decision.next) });
    return outcome.kind === 'written' ? session.redirectUrl : lostRace;
  });
}
