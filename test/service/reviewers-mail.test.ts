import { beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../shared/kernel/db/transact.ts';
import type { Message } from '../../shared/mail/aws/mailer.ts';
import { newReviewWrites } from '../../shared/reviews/db/reviews.ts';
import { sendMail } from '../../shared/service/usecases/send-mail.ts';
import { noon } from '../support/core-deps.ts';
import { outboxDepsOn } from '../support/outbox-deps.ts';
import { aCase } from '../support/queue.ts';
import { freshTable } from '../support/table.ts';

const [first, second, third] = ['first', 'second', 'third'].map(
  (name) => `${name}@registry.example`,
);
const reviewId = '5f0c8a52-7a68-4c3f-9d0a-2f6f0d1b7a11';
const mail = { template: 'review_waiting', reviewId } as const;

let base: ReturnType<typeof outboxDepsOn>;

beforeEach(async () => {
  base = outboxDepsOn(await freshTable());
  const subject = { type: 'amendment', id: 'b88b28ba-0021-48a9-80fe-8d736ed17b06' } as const;
  const review = aCase('Acme LLC', noon, { id: reviewId, subject });
  await transact(base.table, newReviewWrites(review, 'submission'));
});

/** Sends the email of one event to these reviewers; SES fails for those in `failing`. */
async function notify(
  reviewers: readonly (string | undefined)[],
  failing: readonly (string | undefined)[] = [],
  eventId = 'event-1',
) {
  const sent: string[] = [];
  const deps = {
    ...base,
    reviewers: reviewers.map(String),
    mailer: {
      send: async ({ to }: Message) => {
        if (failing.includes(to)) throw new Error('SES is away');
        sent.push(to);
        return 'sent' as const;
      },
    },
  };
  const outcome = await sendMail(mail, eventId, deps).then(
    () => 'done',
    (error: Error) => error.message,
  );
  return { sent, outcome };
}

describe('the email about a review', () => {
  it('reaches every reviewer except the one for whom SES fails, and is retried only for that one', async () => {
    const all = [first, second, third];
    expect(await notify(all, [first])).toEqual({ sent: [second, third], outcome: 'SES is away' });
    expect(await notify(all, [first])).toEqual({ sent: [], outcome: 'SES is away' });
    expect(await notify(all)).toEqual({ sent: [first], outcome: 'done' });
    expect(await notify(all)).toEqual({ sent: [], outcome: 'done' });
  });

  it('is sent once to each reviewer, even if one is added or listed twice', async () => {
    expect(await notify([first])).toEqual({ sent: [first], outcome: 'done' });
    expect(await notify([first, second, second])).toEqual({ sent: [second], outcome: 'done' });
    // Another event causes another email.
    expect((await notify([first], [], 'event-2')).sent).toEqual([first]);
  });
});
