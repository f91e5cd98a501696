import { describe, expect, it } from 'vitest';
import { aFiler, propose } from '../support/amendments.ts';
import { aRepresentedEntity, requestsPath } from '../support/certificates.ts';
import { applicationPayload } from '../support/drafts.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import type { Answer } from '../support/world.ts';

const world = await useWorld();
const ada = await aResident(world);
const key = ada.standardKey;
const applications = '/api/v1/legal_entity_applications';

const apply = (reference?: string | null) =>
  world.call('POST', applications, {
    key,
    body: { applicationData: applicationPayload(), ...(reference !== undefined && { reference }) },
  });

const get = (path: string) => world.call('GET', path, { key });
const referenceIn = ({ body }: Answer) =>
  (body as { data: { reference: string | null } }).data.reference;
const referencesIn = ({ body }: Answer) =>
  (body as { data: { reference: string | null }[] }).data.map(({ reference }) => reference);

describe('the reference of an integrator', () => {
  it('is set with an application, is in every answer, and filters the list and its pages', async () => {
    for (const reference of ['order-1', 'order-2', null, undefined, ' order-1 ']) {
      expect(referenceIn(await apply(reference))).toBe(reference?.trim() ?? null);
      world.clock.now += 1_000;
    }
    expect(referencesIn(await get(applications))).toEqual([
      'order-1',
      null,
      null,
      'order-2',
      'order-1',
    ]);
    expect(referencesIn(await get(`${applications}?reference=order-1`))).toEqual([
      'order-1',
      'order-1',
    ]);
    const first = await get(`${applications}?reference=order-1&limit=1`);
    const { data, pagination } = first.body as {
      data: { id: string }[];
      pagination: { nextCursor: string };
    };
    const rest = await get(
      `${applications}?reference=order-1&limit=1&cursor=${encodeURIComponent(pagination.nextCursor)}`,
    );
    expect(rest.body).toMatchObject({ pagination: { nextCursor: null } });
    expect((rest.body as { data: { id: string }[] }).data[0]?.id).not.toBe(data[0]?.id);
    expect(referenceIn(await get(`${applications}/${data[0]?.id}`))).toBe('order-1');
    expect(referencesIn(await get(`${applications}?reference=order`))).toEqual([]);
  });

  it('has at most 100 characters', async () => {
    expect((await apply('x'.repeat(100))).status).toBe(200);
    expect((await apply('x'.repeat(101))).status).toBe(400);
    expect((await get(`${applications}?reference=${'x'.repeat(101)}`)).status).toBe(400);
  });

  it('is set with an amendment, replaced with its draft, and filters the list', async () => {
    const filer = await aFiler(world);
    const list = (reference: string) =>
      world.call('GET', `${filer.path}?reference=${reference}`, { key: filer.standardKey });
    const made = await propose(world, filer, { name: 'Harbour One', reference: 'order-3' });
    expect(referenceIn(made)).toBe('order-3');
    expect(made.body).toMatchObject({ data: { proposedChanges: { name: 'Harbour One' } } });
    expect(referencesIn(await list('order-3'))).toEqual(['order-3']);
    const replaced = await propose(world, filer, { name: 'Harbour Two', reference: 'order-4' });
    expect(referenceIn(replaced)).toBe('order-4');
    expect(referencesIn(await list('order-3'))).toEqual([]);
    const nothing = await propose(world, filer, { reference: 'order-5' });
    expect(nothing.status).toBe(400);
  });

  it('is set with a certificate request, and filters the list', async () => {
    const { id } = await aRepresentedEntity(world, ada);
    const body = { reference: 'order-6' };
    expect(referenceIn(await world.call('POST', requestsPath(id), { key, body }))).toBe('order-6');
    expect(referencesIn(await get(`${requestsPath(id)}?reference=order-6`))).toEqual(['order-6']);
    expect(referencesIn(await get(`${requestsPath(id)}?reference=order-7`))).toEqual([]);
  });
});
