import { lambdaContext } from './engines/lambda-context.ts';
import { onTheClock } from './on-the-clock.ts';

/** Changes the addresses of lost mailboxes whose waiting period is over. */
export function startMailboxes(): { stop(): void } {
  return onTheClock({
    every: 600_000,
    ofDays: true,
    failure: 'lost mailboxes could not be dealt with',
    work: carryOut,
  });
}

async function carryOut(): Promise<object> {
  const { handler } = await import('../functions/mailboxes/carry-out.ts');
  return handler({}, lambdaContext('mailboxes-carry-out', 300));
}
