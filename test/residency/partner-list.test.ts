import { describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import {
  findResidencyApplication,
  newResidencyApplicationWrites,
  type StoredResidencyApplication,
} from '../../shared/residency/db/residency-applications.ts';
import { aResidencyDraft } from '../support/applicants.ts';
import {
  aPartner,
  aPartnerDraft,
  applicationData,
  partnerCalls,
  seen,
} from '../support/partners.ts';
import { useWorld } from '../support/use-world.ts';

/** The contract's cursors are UUIDs (spec 4.17, RFC 9562). */
const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const many = 120;
/** Newest first; several have the same creation time. */
const all: StoredResidencyApplication[] = [];

const order = ({ createdAt, id }: StoredResidencyApplication) => `${createdAt} ${id}`;

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00.000Z');
const partner = await aPartner(world);
const calls = partnerCalls(world, partner);
const model = await aResidencyDraft(world);
for (let at = 0; at < many; at += 1) all.push(await anOlderOne(model, at));
all.sort((one, other) => (order(one) > order(other) ? -1 : 1));
async function anOlderOne(model: StoredResidencyApplication, at: number) {
  const createdAt = new Date(world.clock.now - Math.floor(at / 3) * 1000).toISOString();
  const application: StoredResidencyApplication = {
    ...model,
    id: crypto.randomUUID(),
    integrationId: partner.integrationId,
    agreement: { ...model.agreement, token: crypto.randomUUID() },
    createdAt,
  };
  const outcome = await transact(world.table, newResidencyApplicationWrites(application));
  expect(outcome.kind).toBe('written');
  return application;
}

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly pagination: { readonly limit: number; readonly nextCursor: string | null };
}

async function page(query: string): Promise<Page> {
  const { status, body } = await calls.list(query);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as Page; // the contract's schema is compared in the tests of one application
}

/** Reads to the end; `between` runs before each further page. */
async function walk(limit: number, between: () => Promise<unknown> = async () => {}) {
  const pages: Page[] = [await page(`?limit=${limit}`)];
  for (;;) {
    const cursor = pages.at(-1)?.pagination.nextCursor ?? null;
    if (cursor === null) return pages;
    await between();
    pages.push(await page(`?limit=${limit}&cursor=${cursor}`));
  }
}

describe('GET /api/v1/partner/residency_applications', () => {
  it.each([3, 25, 100])(
    'shows each of 120 applications once, newest first, in pages of %i, while others are added',
    async (limit) => {
      const shown = new Set(all.map(({ id }) => id));
      let added = 0;
      const pages = await walk(limit, async () => {
        added += 1;
        // Each addition would shift later pages if pages were counted instead of continued.
        if (added <= 5) await aPartnerDraft(world, partner);
        world.clock.now += 1;
      });
      const ids = pages.flatMap(({ data }) => data.map(({ id }) => id));
      expect(ids.filter((id) => shown.has(id))).toEqual(all.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(pages.slice(0, -1).every(({ data }) => data.length === limit)).toBe(true);
      for (const { data, pagination } of pages.slice(0, -1)) {
        expect(pagination).toEqual({ limit, nextCursor: expect.stringMatching(uuid) });
        expect(data.length).toBe(limit);
      }
    },
  );

  it('returns 20 on a page by default, and a null cursor after the last', async () => {
    const first = await page('');
    expect(first.pagination.limit).toBe(20);
    expect(first.data).toHaveLength(20);
    const alone = await aPartner(world);
    const { id, draft } = await aPartnerDraft(world, alone);
    const { body } = await partnerCalls(world, alone).list(`?limit=1`);
    expect(body).toEqual({ data: [draft], pagination: { limit: 1, nextCursor: null } });
    const { body: after } = await partnerCalls(world, alone).list(`?cursor=${id}`);
    expect(after).toEqual({ data: [], pagination: { limit: 20, nextCursor: null } });
  });

  it('continues after an application that was erased in the meantime', async () => {
    const alone = await aPartner(world);
    const own = partnerCalls(world, alone);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      world.clock.now += 1_000;
      ids.unshift((await aPartnerDraft(world, alone)).id);
    }
    const [, second = '', third] = ids;
    const before = (await own.list('?limit=2')).body as Page;
    const { createdAt } = (await findResidencyApplication(world.table, second)) ?? model;
    await transact(world.table, {
      application: { remove: { Key: keys.residencyApplication(second) } },
      row: {
        remove: { Key: keys.residencyApplicationRow(alone.integrationId, createdAt, second) },
      },
    });
    const { status, body } = await own.list(`?limit=2&cursor=${before.pagination.nextCursor}`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { data: [{ id: third }], pagination: { limit: 2, nextCursor: null } },
    });
  });

  it('filters by the partner’s own reference, in pages, and never shows another integration’s', async () => {
    const alone = await aPartner(world);
    const own = partnerCalls(world, alone);
    const create = async (reference: string | null | undefined) => {
      world.clock.now += 1_000;
      const draft = seen(await own.create({ applicationData: applicationData(), reference }));
      expect(draft['reference']).toBe(reference?.trim() ?? null);
      return draft;
    };
    const first = await create('order-1');
    const made = [await create('order-2'), await create(null), await create(undefined)];
    const last = await create(' order-1 ');
    const stranger = partnerCalls(world, await aPartner(world));
    await stranger.create({ applicationData: applicationData(), reference: 'order-1' });

    const one = (await own.list('?reference=order-1&limit=1')).body as Page;
    expect(one.data).toEqual([last]);
    const { nextCursor } = one.pagination;
    const rest = await own.list(`?reference=order-1&limit=1&cursor=${nextCursor}`);
    expect(rest.body).toEqual({ data: [first], pagination: { limit: 1, nextCursor: null } });
    for (const { id } of made) {
      const behind = await own.list(`?reference=order-1&cursor=${id}`);
      expect((behind.body as Page).data).toEqual([first]);
    }
    expect(((await own.list('?reference=order')).body as Page).data).toEqual([]);
    expect(await own.list(`?reference=${'x'.repeat(101)}`)).toMatchObject({ status: 400 });
    const tooLong = { applicationData: applicationData(), reference: 'x'.repeat(101) };
    expect(await own.create(tooLong)).toMatchObject({ status: 400 });
  });

  it('keeps the reference through a revision', async () => {
    const own = partnerCalls(world, await aPartner(world));
    const data = applicationData();
    const { id } = seen(await own.create({ applicationData: data, reference: 'order-3' }));
    await own.patch(id, { expectedVersion: 1, applicationData: data });
    expect(await own.list('?reference=order-3')).toMatchObject({
      body: { data: [{ id, version: 2, reference: 'order-3' }] },
    });
  });

  it('shows an application in its current version', async () => {
    const { id, data } = await aPartnerDraft(world, partner);
    const personal = { ...data.personalDetails, surname: 'King' };
    const revised = seen(
      await calls.patch(id, {
        expectedVersion: 1,
        applicationData: { ...data, personalDetails: personal },
      }),
    );
    expect((await page('?limit=1')).data).toEqual([revised]);
  });

  it.each([
    '?limit=0',
    '?limit=101',
    '?limit=x',
    '?limit=1.5',
    '?limit=',
    '?cursor=x',
    '?cursor=',
    `?cursor=${crypto.randomUUID()}`,
  ])('refuses %s', async (query) => {
    const { status, body } = await calls.list(query);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: 'Invalid pagination parameters', code: 'request.invalid_pagination' },
    });
  });

  it.each(['0', '101', 'x', '1000'])(
    'explains the allowed range for a limit of %s',
    async (limit) => {
      const { body } = await calls.list(`?limit=${limit}`);
      expect(body).toMatchObject({
        details: [{ path: ['limit'], message: 'Must be a whole number of 1 to 100' }],
      });
    },
  );

  it('refuses another integration’s cursor like an unknown one', async () => {
    const stranger = await aPartner(world);
    const { id } = await aPartnerDraft(world, stranger);
    const theirs = await calls.list(`?cursor=${id}`);
    const none = await calls.list(`?cursor=${crypto.randomUUID()}`);
    const { requestId: _, ...shown } = theirs.body as Record<string, unknown>;
    const { requestId: __, ...expected } = none.body as Record<string, unknown>;
    expect({ status: theirs.status, shown }).toEqual({ status: 400, shown: expected });
  });
});
