import { keys } from '../../kernel/db/keys.ts';
import { create, orElse, type Write } from '../../kernel/db/transact.ts';
import type { PaymentProviderName } from '../domain/payment.ts';

/** A report is forgotten after 30 days, in seconds: far longer than its signature is accepted. */
const retentionSeconds = 2_592_000;

/** Claims a provider's report: a transaction with this write goes through once for each; refused as `repeated`. */
export function reportClaim(
  provider: PaymentProviderName,
  eventId: string,
  at: string,
): Write<'repeated'> {
  return orElse(
    create({
      ...keys.paymentReport(provider, eventId),
      provider,
      eventId,
      at,
      ttl: Math.ceil(Date.parse(at) / 1000) + retentionSeconds,
    }),
    () => 'repeated',
  );
}

/**
 * Claims a payment itself, for ever: a provider that reports one payment under two ids neither settles
 * nor duplicates anything twice. Refused as `repeated`.
 */
export function paymentClaim(
  provider: PaymentProviderName,
  paymentId: string,
  outcome: { readonly outcome: 'settled' | 'duplicate'; readonly invoiceId: string },
  at: string,
): Write<'repeated'> {
  return orElse(
    create({ ...keys.payment(provider, paymentId), provider, paymentId, ...outcome, at }),
    () => 'repeated',
  );
}
