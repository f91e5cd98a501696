import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem, getItems } from '../../shared/kernel/db/table.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { findReview, newReviewWrites, reviewWrites } from '../../shared/reviews/db/reviews.ts';
import { notifyReviewers, wantReviewDigest } from '../../shared/reviews/usecases/create-review.ts';
import { sendMail } from '../../shared/service/usecases/send-mail.ts';
import { noon } from '../support/core-deps.ts';
import { outboxDepsOn } from '../support/outbox-deps.ts';
import { aCase } from '../support/queue.ts';
import { freshTable, type TestTable } from '../support/table.ts';

const minute = 60_000;
let table: TestTable;
let deps: ReturnType<typeof outboxDepsOn>;

beforeEach(async () => {
  table = await freshTable();
  deps = outboxDepsOn(table);
});

/** Sets the clock to this many minutes after noon. */
function atMinute(minutes: number) {
  deps.clock.now = new Date(Date.parse(noon) + minutes * minute).toISOString();
}

/** Creates a pending review without notifying anyone. */
async function made(subjectType: 'amendment' | 'certificate_request' = 'amendment') {
  const subject = { type: subjectType, id: deps.newId() };
  const review = aCase('Acme LLC', deps.clock.now, { id: deps.newId(), subject });
  await transact(table, newReviewWrites(review, 'submission'));
  return review;
}

async function begun() {
  const { id } = await made();
  await notifyReviewers(id, deps);
  return id;
}

/** Whether an email about this review alone was requested. */
const isNotified = async (id: string) =>
  (await getItem(table, keys.event(`review-waiting-${id}`))) !== undefined;
/** Number of digests requested. */
const digests = async () =>
  await getItems(
    table,
    [1, 2, 3, 4].map((count) => keys.event(`reviews-waiting-${count}`)),
  ).then((found) => found.filter((item) => item !== undefined).length);

const sent = async (mail: Parameters<typeof sendMail>[0]) => {
  await sendMail(mail, deps.newId(), deps);
  return deps.mails.at(-1);
};

describe('reviewers', () => {
  it('are notified of the first case immediately, and of more cases within the hour in one digest', async () => {
    const first = await begun();
    atMinute(20);
    const second = await begun();
    atMinute(40);
    const third = await begun();
    expect([await isNotified(first), await isNotified(second), await isNotified(third)]).toEqual([
      true,
      false,
      false,
    ]);
    atMinute(59);
    await wantReviewDigest(deps);
    expect(await digests()).toBe(0);
    atMinute(60);
    await wantReviewDigest(deps);
    await wantReviewDigest(deps);
    expect(await digests()).toBe(1);
    // No new case has arrived since.
    atMinute(130);
    await wantReviewDigest(deps);
    expect(await digests()).toBe(1);
    // So the next case is a first case again.
    expect(await isNotified(await begun())).toBe(true);
  });

  it('are notified of cases after a digest in the next digest', async () => {
    await begun();
    atMinute(5);
    await begun();
    atMinute(70);
    await wantReviewDigest(deps);
    atMinute(80);
    expect(await isNotified(await begun())).toBe(false);
    atMinute(129);
    await wantReviewDigest(deps);
    expect(await digests()).toBe(1);
    atMinute(130);
    await wantReviewDigest(deps);
    expect(await digests()).toBe(2);
  });

  it('get no digest about cases that were decided before it', async () => {
    await begun();
    atMinute(5);
    const review = await findReview(table, (await made()).id);
    if (review === null) throw new Error('no review');
    await transact(table, reviewWrites({ ...review, status: 'rejected' }, review));
    atMinute(70);
    await wantReviewDigest(deps);
    expect(await digests()).toBe(0);
  });

  it('are notified once of simultaneous first cases, or of a first case and a digest', async () => {
    const [one, other] = [await made(), await made()];
    await Promise.all([one, other].map(({ id }) => notifyReviewers(id, deps)));
    expect([await isNotified(one.id), await isNotified(other.id)].filter(Boolean)).toHaveLength(1);
    atMinute(5);
    await begun();
    atMinute(61);
    const { id } = await made();
    await Promise.all([notifyReviewers(id, deps), wantReviewDigest(deps)]);
    expect([await isNotified(id), (await digests()) === 1].filter(Boolean)).toHaveLength(1);
  });

  it('are notified once if the notification is retried', async () => {
    const { id } = await made();
    await notifyReviewers(id, deps);
    const told = await getItem(table, keys.reviewDigest());
    for (const minutes of [1, 61]) {
      atMinute(minutes);
      await notifyReviewers(id, deps);
    }
    expect(await getItem(table, keys.reviewDigest())).toEqual(told);
  });
});

describe('the email to reviewers', () => {
  it('about a first case lists the other cases pending when it is sent', async () => {
    const { id } = await made();
    const alone = await sent({ template: 'review_waiting', reviewId: id });
    expect(alone?.text).not.toContain('including this case');
    await made();
    await made('certificate_request');
    const mail = await sent({ template: 'review_waiting', reviewId: id });
    expect(mail?.text).toContain(
      'Waiting for a decision, including this case: 2 amendments, 1 certificate request.',
    );
  });

  it('with a digest says how many cases are pending, and is not sent if there are none', async () => {
    expect(await sent({ template: 'reviews_waiting', at: noon })).toBeUndefined();
    await made();
    expect((await sent({ template: 'reviews_waiting', at: noon }))?.subject).toBe(
      '1 case is waiting for a decision',
    );
    atMinute(60 * 24);
    await made('certificate_request');
    const mail = await sent({ template: 'reviews_waiting', at: noon });
    expect(mail?.subject).toBe('2 cases are waiting for a decision');
    expect(mail?.text).toContain('Waiting: 1 amendment, 1 certificate request.');
    expect(mail?.text).toContain('The oldest was submitted on 1 March 2026.');
    expect(mail?.text).toContain('https://registry.example/portal/reviews');
  });
});
