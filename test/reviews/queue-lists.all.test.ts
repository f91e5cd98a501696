import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { transact } from '../../shared/kernel/db/transact.ts';
import type { Decision } from '../../shared/kernel/domain/decision.ts';
import { products } from '../../shared/kernel/domain/product.ts';
import type { Actor } from '../../shared/platform/domain/audit-entry.ts';
import { readQueue } from '../../shared/reviews/db/read-queue.ts';
import { QueueEntry, queueEntry, queuePlaces } from '../../shared/reviews/db/review-queue.ts';
import {
  findReview,
  newReviewWrites,
  reviewWrites,
  type StoredReview,
} from '../../shared/reviews/db/reviews.ts';
import { isAnsweredCase, queueTab, queueTabs } from '../../shared/reviews/domain/queue.ts';
import {
  carryOut,
  decidedReview,
  questionedReview,
  returnReview,
  withdrawReview,
} from '../../shared/reviews/domain/review.ts';
import {
  claimedReview,
  currentClaim,
  releasedReview,
} from '../../shared/reviews/domain/review-claim.ts';
import { everything } from '../support/impatient-gateway.ts';
import { aCase } from '../support/queue.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

const people: readonly Actor[] = ['grace', 'rosa'].map((id) => ({
  kind: 'person',
  id,
  personId: id,
}));
const steps = [
  'claim',
  'release',
  'ask',
  'answer',
  'approve',
  'reject',
  'carry out',
  'return',
  'withdraw',
  'an hour',
] as const;

/** Returns the review after a step, or the refusal of its rules. */
function step(
  review: StoredReview,
  what: (typeof steps)[number],
  actor: Actor,
  now: string,
): Decision<StoredReview, string> {
  const requestId = review.informationRequest?.id ?? '';
  switch (what) {
    case 'claim':
      return claimedReview(review, actor, now);
    case 'release':
      return releasedReview(review, actor, now);
    case 'ask': {
      const request = {
        id: randomUUID(),
        reviewId: review.id,
        message: 'Which door?',
        requestedAt: now,
        answeredAt: null,
      };
      return questionedReview(review, { type: 'request_information', request }, now);
    }
    case 'answer':
      return questionedReview(review, { type: 'answer_information', requestId }, now);
    case 'approve':
      return decidedReview(review, { decision: 'approve', reason: null }, actor, now);
    case 'reject':
      return decidedReview(review, { decision: 'reject', reason: 'No' }, actor, now);
    case 'carry out':
      return carryOut(review, now);
    case 'return':
      return returnReview(review, 'The name was taken');
    case 'withdraw':
      return withdrawReview(review, 'Withdrawn', actor, now);
    case 'an hour':
      return { ok: true, next: review };
  }
}

it('every queue list has exactly its cases in their current state after any sequence of commands', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          place: fc.nat(5),
          what: fc.constantFrom(...steps),
          actor: fc.constantFrom(...people),
        }),
        { minLength: 10, maxLength: 30 },
      ),
      async (commands) => {
        const cases: StoredReview[] = [];
        const now = () => new Date(world.clock.now).toISOString();
        for (let index = 0; index < 6; index += 1) {
          world.clock.now += 1000;
          const type = products[index % products.length] ?? 'amendment';
          const made = aCase(`Case ${index}`, now(), { subject: { type, id: randomUUID() } });
          await transact(world.table, newReviewWrites(made, randomUUID()));
          cases.push((await findReview(world.table, made.id)) ?? made);
        }
        for (const { place, what, actor } of commands) {
          world.clock.now += what === 'an hour' ? 3_600_000 : 1000;
          const was = cases[place];
          if (was === undefined) throw new Error('set-up: no such case');
          const decision = step(was, what, actor, now());
          if (!decision.ok || decision.next === was) continue;
          expect((await transact(world.table, reviewWrites(decision.next, was))).kind).toBe(
            'written',
          );
          cases[place] = (await findReview(world.table, was.id)) ?? was;
        }
        await agree(cases, now());
      },
    ),
    { numRuns: Number(process.env['QUEUE_RUNS'] ?? 12) },
  );
});

/** Whether all list entries of these cases in the table match their reviews. */
async function agree(cases: readonly StoredReview[], now: string): Promise<void> {
  const ids = new Set(cases.map(({ id }) => id));
  const listed = (await everything(world)).filter(
    ({ pk, id }) =>
      /^LIST#review_(waiting|answered|awaiting_answer|decided|claimed)#/.test(String(pk)) &&
      ids.has(String(id)),
  );
  const place = ({ pk, sk }: { readonly pk?: unknown; readonly sk?: unknown }) => `${pk} ${sk}`;
  expect(listed.map(place).toSorted()).toEqual(cases.flatMap(queuePlaces).map(place).toSorted());
  for (const item of listed) {
    const review = cases.find(({ id }) => id === item['id']);
    const { pk: _pk, sk: _sk, itemPk: _itemPk, itemSk: _itemSk, ...entry } = item;
    expect(Object.values(entry)).not.toContain(null);
    expect(QueueEntry.parse(entry)).toEqual(review && queueEntry(review));
  }
  for (const tab of queueTabs) {
    for (const subjectType of [undefined, ...products]) {
      for (const assignee of [undefined, 'mine', 'free'] as const) {
        for (const answered of [false, true]) {
          const filter = { tab, subjectType, assignee, answered };
          const reader = { actor: people[0] ?? { kind: 'person', id: null }, now };
          const found: string[] = [];
          for (let after: string | undefined; ; ) {
            const page = await readQueue(world.table, filter, { limit: 4, after }, reader);
            found.push(...page.items.map(({ id }) => id));
            if (page.next === null) break;
            after = page.next;
          }
          const expected = cases.filter((review) => {
            const holder = currentClaim(review, now)?.by.id;
            return (
              queueTab(review) === tab &&
              (subjectType ?? review.subject.type) === review.subject.type &&
              (!answered || tab !== 'waiting' || isAnsweredCase(review)) &&
              (assignee !== 'mine' || holder === 'grace') &&
              (assignee !== 'free' || holder === undefined)
            );
          });
          const mine = found.filter((id) => ids.has(id));
          const order = tab === 'decided' ? expected.toSorted(byDecision) : expected;
          const where = JSON.stringify(filter);
          expect([where, mine]).toEqual([where, order.map(({ id }) => id)]);
        }
      }
    }
  }
}

function byDecision(left: StoredReview, right: StoredReview): number {
  const key = ({ decidedAt, id }: StoredReview) => `${decidedAt}#${id}`;
  return key(left) < key(right) ? 1 : -1;
}
