import type { StoredIntegration } from '../../access/db/partner-integrations.ts';
import {
  type AttemptLimit,
  countEveryAttempt,
  uncountAttempt,
} from '../../kernel/db/attempt-counters.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { claimMailsPerDay } from '../domain/claim-link.ts';

const mailsOfIntegration: Omit<AttemptLimit, 'max'> = {
  kind: 'claim_mail_of_integration',
  window: 86_400_000,
};

/** A mail to an applicant that was counted against the day of its integration. */
export interface CountedMail {
  /** Whether it is within the limit. */
  isWithinBudget(integration: Pick<StoredIntegration, 'claimMailsPerDay'> | null): boolean;
  /** Takes it back: there will be none. */
  takeBack(): Promise<void>;
}

/**
 * Counts a mail to an applicant before it is known whether there will be one, so that it takes no further round
 * trip. Mails beyond the limit are counted, too, which makes no difference that day.
 */
export async function countClaimMail(
  integrationId: string,
  { table }: Pick<CoreDeps, 'table'>,
  now: Date,
): Promise<CountedMail> {
  const at = now.getTime();
  const count = await countEveryAttempt(table, mailsOfIntegration, integrationId, at);
  return {
    isWithinBudget: (integration) => count <= (integration?.claimMailsPerDay ?? claimMailsPerDay),
    takeBack: () => uncountAttempt(table, mailsOfIntegration, integrationId, at),
  };
}
