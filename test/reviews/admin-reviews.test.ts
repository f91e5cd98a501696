import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../shared/kernel/db/transact.ts';
import { newReviewWrites, type StoredReview } from '../../shared/reviews/db/reviews.ts';
import { invalidBody, notFound, operatorOf, unknownId } from '../support/admin.ts';
import { aCase } from '../support/queue.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../support/submissions.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.now += 60_000;
});

const now = () => new Date(world.clock.now).toISOString();
const local = 'arn:aws:iam::000000000000:user/local';
const notPending = { status: 409, error: 'The review is not pending', code: 'review.not_pending' };

/** Creates a review as the workflow does. Its subject need not exist. */
async function aReview(fields: Partial<StoredReview> = {}): Promise<StoredReview> {
  world.clock.now += 1000;
  const subject = { type: 'amendment', id: randomUUID() } as const;
  const review = aCase('Acme LLC', now(), { subject, ...fields });
  await transact(world.table, newReviewWrites(review, randomUUID()));
  return review;
}

describe('POST /admin/v1/reviews/{id}/decision', () => {
  it('stores the first decision and its author in the review and the audit trail', async () => {
    const { id, subject } = await aReview();
    const { answer, data } = operatorOf(world);
    const decided = await answer('POST', `/reviews/${id}/decision`, {
      decision: 'reject',
      reason: ' Not this. ',
    });
    const { createdAt } = (decided.body['data'] ?? {}) as { createdAt: string };
    expect(decided).toEqual({
      status: 200,
      body: {
        data: {
          id,
          subject,
          status: 'rejected',
          reason: 'Not this.',
          returnedReason: null,
          createdAt,
          decidedAt: now(),
          decidedBy: local,
          name: 'Acme LLC',
          reasonCode: null,
          claim: null,
          firstApproval: null,
          objections: [],
          answer: null,
          notes: [],
          informationRequests: [],
          similarNames: [],
          similarPeople: [],
        },
      },
    });
    expect(await answer('GET', `/reviews/${id}`)).toEqual(decided);
    expect(await data('GET', `/audit?subjectId=${id}`)).toEqual([
      {
        id: expect.any(String),
        at: now(),
        actor: { kind: 'operator', id: local, personId: null },
        action: 'review.decided',
        subject: { type: 'review', id },
        outcome: 'success',
        requestId: expect.any(String),
        details: { decision: 'reject', subjectType: 'amendment', subjectId: subject.id },
        reason: null,
      },
    ]);
  });

  it('refuses a second decision, even the same one, and says who decided and when', async () => {
    const { id } = await aReview();
    const { answer, data } = operatorOf(world);
    const decidedAt = now();
    await data('POST', `/reviews/${id}/decision`, { decision: 'approve' });
    world.clock.now += 60_000;
    for (const decision of [{ decision: 'approve' }, { decision: 'reject', reason: 'No.' }]) {
      const { status, ...body } = notPending;
      expect(await answer('POST', `/reviews/${id}/decision`, decision)).toEqual({
        status,
        body: { ...body, decision: { status: 'approved', decidedBy: local, decidedAt } },
      });
    }
  });

  it('accepts only one of ten simultaneous decisions', async () => {
    const submission = await aSubmission(world, await anApplicant(world));
    await world.settle();
    const { id } = await reviewOf(world, submission.id);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        decideReview(
          world,
          id,
          index % 2 === 0 ? { decision: 'approve' } : { decision: 'reject', reason: 'No.' },
        ),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const { status, body } of answers.filter(({ status: each }) => each !== 200)) {
      expect([status, body]).toMatchObject([409, { code: 'review.not_pending' }]);
    }
    await world.settle();
    const [winner] = winners.map(({ body }) => (body as { data: { status: string } }).data);
    const { data } = operatorOf(world);
    expect(await data('GET', `/legal_entity_applications/${submission.id}`)).toMatchObject({
      statusId: winner?.status === 'approved' ? 'Approved' : 'Rejected',
    });
  });

  it.each([
    ['no decision', {}, 'decision'],
    ['an unknown decision', { decision: 'maybe' }, 'decision'],
    ['a rejection without a reason', { decision: 'reject' }, 'reason'],
    ['a rejection with an empty reason', { decision: 'reject', reason: ' ' }, 'reason'],
    ['a rejection whose reason is null', { decision: 'reject', reason: null }, 'reason'],
  ])('refuses %s with 400', async (_, body, index) => {
    const { id } = await aReview();
    expect(await decideReview(world, id, body)).toMatchObject({
      status: 400,
      body: { error: invalidBody.error, details: [{ path: [index] }] },
    });
  });

  it('returns 404 for an unknown review', async () => {
    const { refused } = operatorOf(world);
    expect(await refused('GET', `/reviews/${unknownId}`)).toEqual(notFound);
    const approve = { decision: 'approve' };
    expect(await refused('POST', `/reviews/${unknownId}/decision`, approve)).toEqual(notFound);
  });
});

describe('GET /admin/v1/reviews', () => {
  interface List {
    readonly data: readonly { readonly id: string }[];
    readonly pagination: { readonly limit: number; readonly nextCursor: string | null };
  }

  /** Returns the ids on all pages and the length of each page. */
  async function readAllPages(filter: string, limit: number) {
    const ids: string[] = [];
    const sizes: number[] = [];
    let cursor = '';
    do {
      const { status, body } = await world.admin(
        'GET',
        `/reviews?limit=${limit}${filter}${cursor}`,
      );
      expect(status).toBe(200);
      const { data, pagination } = body as List; // as the contract of the list says
      ids.push(...data.map(({ id }) => id));
      sizes.push(data.length);
      cursor = pagination.nextCursor === null ? '' : `&cursor=${pagination.nextCursor}`;
    } while (cursor !== '');
    return { ids, sizes };
  }

  it('pages through any filter, newest first, and only the last page is not full', async () => {
    const empty = await startWorld();
    const kept = world;
    world = empty;
    try {
      const made: StoredReview[] = [];
      // Two reviews of a type are older than all others, so several pages must be read to find them.
      for (let index = 0; index < 2; index += 1) {
        made.unshift(await aReview({ subject: { type: 'certificate_request', id: randomUUID() } }));
      }
      for (let index = 0; index < 110; index += 1) {
        const type = index % 3 === 0 ? 'amendment' : 'legal_entity_application';
        made.unshift(await aReview({ subject: { type, id: randomUUID() } }));
      }
      for (const { id } of made.filter((_, index) => index % 2 === 0)) {
        await decideReview(world, id, { decision: 'approve' });
      }
      const isPending = (_: StoredReview, place: number) => place % 2 === 1;
      const expected = {
        '': made,
        '&status=pending': made.filter(isPending),
        '&status=approved': made.filter((review, index) => !isPending(review, index)),
        '&status=rejected': [],
        '&subjectType=amendment': made.filter(({ subject }) => subject.type === 'amendment'),
        '&subjectType=certificate_request': made.slice(-2),
        '&subjectType=amendment&status=pending': made
          .filter(isPending)
          .filter(({ subject }) => subject.type === 'amendment'),
      };
      for (const [filter, reviews] of Object.entries(expected)) {
        for (const limit of [1, 7, 100]) {
          if (limit === 1 && reviews.length > 2) continue;
          const { ids, sizes } = await readAllPages(filter, limit);
          expect([filter, limit, ids]).toEqual([filter, limit, reviews.map(({ id }) => id)]);
          expect(sizes.slice(0, -1).every((size) => size === limit)).toBe(true);
        }
      }
    } finally {
      world = kept;
      await empty.stop();
    }
  });

  it('lists all reviews of a subject in chronological order, with any status', async () => {
    const subject = { type: 'amendment', id: randomUUID() } as const;
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) made.unshift((await aReview({ subject })).id);
    const filter = `&subjectId=${subject.id}`;
    expect((await readAllPages(filter, 2)).ids).toEqual(made);
    expect((await readAllPages(filter, 2)).sizes).toEqual([2, 2, 1]);
    expect((await readAllPages(`${filter}&subjectType=certificate_request`, 2)).ids).toEqual([]);
    expect((await readAllPages(`&subjectId=${unknownId}`, 2)).ids).toEqual([]);
  });

  it.each([
    'status=open',
    'subjectType=lunch',
    'subjectId=1',
    'limit=0',
    'limit=101',
    'cursor=%00',
  ])('refuses ?%s with 400', async (query) => {
    expect((await world.admin('GET', `/reviews?${query}`)).status).toBe(400);
  });
});
