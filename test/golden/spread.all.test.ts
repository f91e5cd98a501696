import { describe, expect, it } from 'vitest';
import { type Collection, keys } from '../../shared/kernel/db/keys.ts';
import { readAll } from '../../shared/kernel/db/page.ts';
import type { Item } from '../../shared/kernel/db/table.ts';
import { put, transact } from '../../shared/kernel/db/transact.ts';
import { auditItems } from '../../shared/platform/db/audit-items.ts';
import { newReviewWrites } from '../../shared/reviews/db/reviews.ts';
import { operatorOf } from '../support/admin.ts';
import { everything } from '../support/impatient-gateway.ts';
import { filedBy } from '../support/migrations.ts';
import { seed } from '../support/seed.ts';
import { goldenItems, goldenWorld } from './golden-world.ts';

const entry = {
  id: '4a9b8c7d-6e5f-4d3c-a2b1-0f9e8d7c6b5a',
  at: '2026-01-16T09:30:00.000Z',
  actor: {
    kind: 'agent_key',
    id: '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f',
    personId: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  },
  action: 'legal_entity_application.created',
  subject: { type: 'legal_entity_application', id: '2e0fbf13-a511-473e-bffe-a6df38ffdc90' },
  outcome: 'success',
  details: {},
} as const;

/** Partitions of an item in the indexes; the table's own are as they have always been. */
const inIndexes = ({ gsi1pk, gsi2pk }: Item) => ({ gsi1pk, gsi2pk });

/** As they are stored since lists are spread: what is written here is out there, and is never changed, unless it was never released. */
it('an entry of the trail lies where later versions will look for it', () => {
  const { audit, auditByAction, auditByActor, auditByPerson } = auditItems(entry);
  expect({
    audit: inIndexes(audit),
    auditByAction: inIndexes(auditByAction),
    auditByActor: inIndexes(auditByActor ?? {}),
    auditByPerson: inIndexes(auditByPerson ?? {}),
  }).toEqual({
    audit: {
      gsi1pk: 'AUDIT#6',
      gsi2pk: 'AUDIT_ACTOR#6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f',
    },
    auditByAction: {
      gsi1pk: 'AUDIT_FILTER#dadb6eb6a321ce447edee8a0176d850e39146d5190c6ed4eb118d2582829fdc1#6',
      gsi2pk: 'AUDIT_FILTER#7fb584eb0df64a959c666eaf9c489a4f6597b97484c54342e25e69cd67ef035c#6',
    },
    auditByActor: {
      gsi1pk: 'AUDIT_FILTER#cf495a0e4f03462a695b25f89c362556128859ebfabc5703bbb800ca9a52b9fe',
      gsi2pk: 'AUDIT_FILTER#e8758914d0b442237cfbd286a5fc8f66e78eab4bbe580a9f6aa4548aef37c634#6',
    },
    auditByPerson: {
      gsi1pk: 'AUDIT_FILTER#3cf24ba578ec715c352697124f0973e0f26e0072bc2519dfa1110de286aab927',
      gsi2pk: 'AUDIT_ACTOR#0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
    },
  });
});

it('a member of a list lies where later versions will look for it', () => {
  const at = '2026-01-16T09:30:00.000Z';
  const list = (of: Collection) => keys.listed(of, at, entry.id).pk;
  expect({
    person: list('person'),
    voucher: keys.listed('voucher', at, '56SED3V4YJRP').pk,
    pass: list('visitor_pass'),
    reviews: list('review#amendment#approved'),
    waiting: list('review_pending'),
    // Few are written: they are not spread.
    names: list('reserved_name'),
    addresses: list('mail_address'),
    before: keys.listed('review_pending', at, entry.id, 0).pk,
    source: keys.visitorPassOfSource('Fair', at, entry.id).pk.replace(/^(\w+#).{64}/, '$1'),
  }).toEqual({
    person: 'LIST#person#6',
    voucher: 'LIST#voucher#2',
    pass: 'LIST#visitor_pass#6',
    reviews: 'LIST#review#amendment#approved#6',
    waiting: 'LIST#review_pending#6',
    names: 'LIST#reserved_name',
    addresses: 'LIST#mail_address',
    before: 'LIST#review_pending',
    source: 'VISITOR_PASSES_OF_SOURCE##6',
  });
});

/** Every entry's id, page by page. */
async function turned(
  operator: ReturnType<typeof operatorOf>,
  filter: Readonly<Record<string, string>>,
  cursor?: string,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let next = cursor; ; ) {
    const query = new URLSearchParams({ ...filter, limit: '7', ...(next && { cursor: next }) });
    const { body } = await operator.answer('GET', `/audit?${query}`);
    ids.push(...(body['data'] as { id: string }[]).map(({ id }) => id));
    const { nextCursor } = body['pagination'] as { nextCursor: string | null };
    if (nextCursor === null) return ids;
    next = nextCursor;
  }
}

it('the trail is one, whoever wrote it: version 0.1.0, this one, and 0.1.0 again during a deployment', async () => {
  const world = await goldenWorld();
  const operator = operatorOf(world);
  const golden = goldenItems('audit');
  const before = golden
    .toSorted((left, right) => (String(left['gsi1sk']) < String(right['gsi1sk']) ? 1 : -1))
    .map(({ id }) => String(id));
  const first = await operator.answer('GET', '/audit?limit=5');
  const { nextCursor } = first.body['pagination'] as { nextCursor: string };

  const person = await operator.aPerson();
  const ours = await turned(operator, { subjectId: person.id });
  expect(ours).toHaveLength(1);
  // An entry as that version writes it, a second later.
  const later = new Date(world.clock.now + 1_000).toISOString();
  const [model] = golden;
  const id = '11111111-1111-4111-8111-111111111111';
  const theirs = { ...model, id, at: later, sk: `${later}#${id}`, gsi1sk: `${later}#${id}` };
  await seed(world.table, [theirs]);

  expect(await turned(operator, {})).toEqual([id, ...ours, ...before]);
  // A page that was begun before goes on where it was.
  expect(await turned(operator, {}, nextCursor)).toEqual(before.slice(5));
  await filedBy(world.table);
  // Above what was there are the migrations themselves.
  const known = new Set([id, ...ours, ...before]);
  const whole = await turned(operator, {});
  expect(whole.filter((each) => known.has(each))).toEqual([id, ...ours, ...before]);
  expect(await turned(operator, {}, nextCursor)).toEqual(before.slice(5));
  const action = String(model?.['action']);
  const ofAction = (items: readonly Item[]) => items.filter((item) => item['action'] === action);
  expect(await turned(operator, { action })).toHaveLength(ofAction([...golden, theirs]).length);
  await world.stop();
});

describe('reviews', () => {
  it('of version 0.1.0 leave the list on which that version has put them', async () => {
    const world = await goldenWorld();
    const operator = operatorOf(world);
    const waiting = goldenItems('review').filter(({ status }) => status === 'pending');
    const ids = waiting.map(({ id }) => String(id));
    for (const id of ids) {
      await world.admin('POST', `/reviews/${id}/decision`, { decision: 'reject', reason: 'No' });
    }
    const listed = (list: string) => readAll(world.table, { value: list });
    expect(await listed('LIST#review_pending')).toEqual([]);
    // What has always been on a list stays in its partition, whatever becomes of it.
    const rejected = await listed('LIST#review#*#rejected');
    const behind = rejected.map(({ itemPk }) => String(itemPk).replace('REVIEW#', ''));
    expect(behind).toEqual(expect.arrayContaining(ids));
    const shown = await operator.data('GET', '/reviews?status=rejected&limit=100');
    for (const id of ids) expect(JSON.stringify(shown)).toContain(id);
    await world.stop();
  });

  it('that the former version decides during a deployment wait no longer, and are taken off the list', async () => {
    const world = await goldenWorld();
    const operator = operatorOf(world);
    const review = {
      id: '22222222-2222-4222-8222-222222222222',
      subject: { type: 'amendment', id: '33333333-3333-4333-8333-333333333333' },
      status: 'pending',
      reason: null,
      returnedReason: null,
      createdAt: world.deps.now().toISOString(),
      decidedAt: null,
      decidedBy: null,
      carriedOutAt: null,
      version: 1,
    } as const;
    await transact(world.table, newReviewWrites(review, 'submission'));
    const waiting = async () =>
      JSON.stringify(await operator.data('GET', '/reviews?status=pending&limit=100'));
    expect(await waiting()).toContain(review.id);
    // As it writes: it keeps nothing that it doesn't know, and looks only into the list's own partition.
    const key = keys.review(review.id);
    const place = { itemPk: key.pk, itemSk: key.sk };
    const former = (list: Collection) => keys.listed(list, review.createdAt, review.id, 0);
    await transact(world.table, {
      review: put({ ...key, ...review, status: 'rejected', reason: 'No', version: 2 }),
      rejected: put({ ...former('review#*#rejected'), ...place }),
      pending: { remove: { Key: former('review_pending') } },
    });
    expect(await waiting()).not.toContain(review.id);
    expect(
      JSON.stringify(await operator.data('GET', '/reviews?status=rejected&limit=100')),
    ).toContain(review.id);
    const { reviews } = await filedBy(world.table);
    // It is filed as one of that version, and leaves the two lists of what waits.
    expect(reviews).toBe(goldenItems('review').length + 3);
    const left = (await everything(world)).filter(
      ({ pk, itemPk }) =>
        /^LIST#review(_pending|#\w+#pending)/.test(String(pk)) && itemPk === key.pk,
    );
    expect(left).toEqual([]);
    expect((await filedBy(world.table)).reviews).toBe(0);
    await world.stop();
  });
});
