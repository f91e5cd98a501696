import { afterAll, beforeAll, expect, it } from 'vitest';
import { formerKeys } from '../../shared/kernel/db/former-keys.ts';
import type { Item } from '../../shared/kernel/db/table.ts';
import { findReview } from '../../shared/reviews/db/reviews.ts';
import { operatorOf } from '../support/admin.ts';
import { everything } from '../support/impatient-gateway.ts';
import { justBefore } from '../support/just-before.ts';
import { filedBy } from '../support/migrations.ts';
import { seed } from '../support/seed.ts';
import { startWorld, type World } from '../support/world.ts';
import { goldenItems, goldenWorld } from './golden-world.ts';

let world: World;

beforeAll(async () => {
  world = await goldenWorld({ without: ['event', 'auditCopy'] });
  await seed(world.table, goldenItems('audit').flatMap(formerCopy));
});
afterAll(() => world.stop());

/**
 * The copy that version 0.1.0 filed under the person behind a key. The golden trail was thinned out, entries and
 * copies each by themselves: so the copies are made here, as one of them shows.
 */
function formerCopy(item: Item): readonly Item[] {
  const { pk: _pk, sk: _sk, gsi1pk: _list, gsi1sk: order, ...entry } = item;
  const { id, personId } = Object(entry['actor']);
  if (personId === null || personId === id) return [];
  const byPerson = { gsi2pk: `AUDIT_ACTOR#${personId}`, gsi2sk: order };
  return [{ ...entry, ...formerKeys.auditCopy(String(entry['id'])), ...byPerson }];
}

it('copies of version 0.1.0 are as this test makes them', () => {
  const entries = new Map(goldenItems('audit').map((entry) => [entry['id'], entry]));
  const copies = goldenItems('auditCopy').filter(({ id }) => entries.has(id));
  expect(copies).not.toEqual([]);
  expect(copies.flatMap(({ id }) => formerCopy(entries.get(id) ?? {}))).toEqual(copies);
});

/** Every filter, of what is there, and every two and three of them. */
function queries(): readonly string[] {
  const values = (of: readonly unknown[]) => [...new Set(of.filter((value) => value !== null))];
  const entries = goldenItems('audit').map((entry) => Object(entry));
  const [newest] = entries
    .toReversed()
    .filter(({ actor }) => actor.personId && actor.id !== actor.personId);
  const reviews = goldenItems('review').map((review) => Object(review));
  const [pass] = goldenItems('visitorPass').map((each) => Object(each));
  const asked = (path: string, filters: object) =>
    `${path}?${new URLSearchParams({ ...filters, limit: '100' })}`;
  const { subject, actor, action } = newest;
  return [
    ...values(entries.map((each) => each.action)).map((each) => asked('/audit', { action: each })),
    ...values(entries.flatMap((each) => [each.actor.id, each.actor.personId])).map((each) =>
      asked('/audit', { actorId: each }),
    ),
    ...[actor.id, actor.personId].flatMap((actorId) => [
      asked('/audit', { actorId, action }),
      asked('/audit', { actorId, subjectId: subject.id }),
      asked('/audit', { actorId, subjectId: subject.id, action }),
    ]),
    asked('/audit', { subjectId: subject.id, action }),
    ...['pending', 'approved', 'rejected'].flatMap((status) => [
      asked('/reviews', { status }),
      ...values(reviews.map((review) => review.subject.type)).map((subjectType) =>
        asked('/reviews', { status, subjectType }),
      ),
    ]),
    ...values(reviews.map((review) => review.subject.type)).map((subjectType) =>
      asked('/reviews', { subjectType }),
    ),
    asked('/visitor_pass_applications', { email: pass.email, referralSource: pass.referralSource }),
  ];
}

it('filters answer the same before and after what version 0.1.0 wrote was filed, and read less', async () => {
  const operator = operatorOf(world);
  const answers = async () => {
    const all: unknown[] = [];
    for (const query of queries()) all.push([query, await operator.data('GET', query)]);
    // Names of cases are filed with the rest.
    return JSON.parse(JSON.stringify(all, (key, value) => (key === 'name' ? null : value)));
  };
  const before: readonly unknown[] = await answers();
  // Each finds something: otherwise this would show nothing.
  expect(before.filter((answer) => JSON.stringify(answer).endsWith(',[]]')).length).toBeLessThan(8);

  expect(await filedBy(world.table)).toEqual({
    auditEntries: goldenItems('audit').length,
    reviews: goldenItems('review').length,
    visitorPasses: goldenItems('visitorPass').length,
    inQueue: goldenItems('review').length,
  });
  expect(await answers()).toEqual(before);
  const isNone = { auditEntries: 0, reviews: 0, visitorPasses: 0, inQueue: 0 };
  expect(await filedBy(world.table)).toEqual(isNone);
  const copies = (await everything(world)).filter(({ pk }) => String(pk).startsWith('AUDIT_COPY#'));
  expect(copies).toEqual([]);
});

it('a review that is decided while it is filed is on the list of its decision', async () => {
  const other = await goldenWorld();
  const operator = operatorOf(other);
  const waiting = goldenItems('review').find(({ status }) => status === 'pending');
  const id = String(waiting?.['id']);
  const decision = { decision: 'reject', reason: 'No' };
  const racing = justBefore(
    other.table,
    () => other.admin('POST', `/reviews/${id}/decision`, decision),
    `"ConditionCheck":{"TableName":"${other.table.name}","ReturnValuesOnConditionCheckFailure":"ALL_OLD","Key":{"pk":"REVIEW#${id}"`,
  );
  await filedBy(racing);
  expect((await findReview(other.table, id))?.status).toBe('rejected');
  const listed = async (status: string) =>
    JSON.stringify(await operator.data('GET', `/reviews?status=${status}&limit=100`)).includes(id);
  expect([await listed('pending'), await listed('rejected')]).toEqual([false, true]);
  await other.stop();
});

it('a table without anything from before needs no filing', async () => {
  const fresh = await startWorld();
  await operatorOf(fresh).aPerson();
  await operatorOf(fresh).data('GET', '/audit?action=person.created');
  fresh.proxy.calls.reset();
  expect(await operatorOf(fresh).data('GET', '/audit?action=person.created')).toHaveLength(1);
  expect(fresh.proxy.calls.scanned()).toBe(1);
  await fresh.stop();
});
