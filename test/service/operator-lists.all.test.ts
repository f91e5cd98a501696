import { expect, it } from 'vitest';
import { storeTaxProof } from '../../shared/certificates/usecases/tax-proof.ts';
import { type ListedKind, listedKinds } from '../../shared/kernel/db/listed-kinds.ts';
import type { Item } from '../../shared/kernel/db/table.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { aFiler, aSubmittedFiling, freshName } from '../support/amendments.ts';
import { aRepresentedEntity, aRequest, payRequest } from '../support/certificates.ts';
import { aDraft } from '../support/drafts.ts';
import { aPdf } from '../support/files.ts';
import { aPartner, aPartnerDraft, aReadyApplication, partnerCalls } from '../support/partners.ts';
import { placesOf } from '../support/places-of.ts';
import { anEntity, aResident, created } from '../support/registry.ts';
import { anApplicant, aSubmission, decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

interface Line {
  readonly id: string;
  readonly state: string | null;
}

const paths: Readonly<Record<ListedKind, string>> = {
  legal_entity: '/legal_entities',
  legal_entity_application: '/legal_entity_applications',
  amendment: '/amendments',
  certificate_request: '/certificate_requests',
  residency_application: '/residency_applications',
  invoice: '/invoices',
  partner_integration: '/partner_integrations',
  oauth_client: '/oauth_clients',
  upload: '/uploads',
};

/** All entries of a list, read three at a time. */
async function listed(path: string, query: Readonly<Record<string, string>> = {}) {
  const lines: Line[] = [];
  for (let cursor: string | null = null; ; ) {
    const search = new URLSearchParams({
      limit: '3',
      ...query,
      ...(cursor !== null && { cursor }),
    });
    const { status, body } = await world.admin('GET', `${path}?${search}`);
    expect({ path, status }).toEqual({ path, status: 200 });
    const page = body as {
      data: Record<string, unknown>[];
      pagination: { nextCursor: string | null };
    };
    for (const { id, clientId, statusId, status: state } of page.data)
      lines.push({
        id: String(id ?? clientId),
        state: (statusId ?? state ?? null) as string | null,
      });
    cursor = page.pagination.nextCursor;
    if (cursor === null) return lines;
  }
}

/** The items of the table. */
async function everything(): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let from: Record<string, unknown> | undefined; ; ) {
    const { Items = [], LastEvaluatedKey } = await world.table.client.call('Scan', {
      TableName: world.table.name,
      ExclusiveStartKey: from,
    });
    items.push(...Items);
    from = LastEvaluatedKey;
    if (from === undefined) return items;
  }
}

const kindOf = (item: Item) => {
  const list = placesOf(item)?.['gsi1pk'];
  return list === undefined ? null : (String(list).split('#')[1] as ListedKind);
};
const lineOf = (item: Item): Line => ({
  id: String(item['id'] ?? item['clientId']),
  state: (item['statusId'] ?? (kindOf(item) === 'upload' ? item['status'] : null) ?? null) as
    | string
    | null,
});
const byId = (lines: readonly Line[]) => lines.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Expects every list, with and without a status filter, to show exactly what the table holds. */
async function listsAreWhatThereIs() {
  const items = await everything();
  const counts: Partial<Record<ListedKind, number>> = {};
  for (const kind of listedKinds) {
    const there = items.filter((item) => kindOf(item) === kind).map(lineOf);
    const lines = await listed(paths[kind]);
    counts[kind] = there.length;
    expect({ kind, ids: byId(lines).map(({ id }) => id) }).toEqual({
      kind,
      ids: byId(there).map(({ id }) => id),
    });
    for (const state of new Set(lines.map((line) => line.state))) {
      if (state === null) continue;
      expect({ kind, state, lines: byId(await listed(paths[kind], { status: state })) }).toEqual({
        kind,
        state,
        lines: byId(lines.filter((line) => line.state === state)),
      });
    }
    if (kind !== 'legal_entity') expect(byId(lines)).toEqual(byId(there));
  }
  return counts;
}

it("operators' lists show exactly what the table holds, in every status", async () => {
  const applicant = await anApplicant(world);
  await aDraft(world, applicant.agentKey);
  const decided = async (id: string, decision: 'approve' | 'reject') => {
    await world.settle();
    const reason = decision === 'reject' ? { reason: 'Not complete' } : {};
    await decideReview(world, (await reviewOf(world, id)).id, { decision, ...reason });
    await world.settle();
  };
  const incorporated = await aSubmission(world, applicant);
  const rejected = await aSubmission(world, applicant);
  await aSubmission(world, applicant);
  await listsAreWhatThereIs();
  await decided(incorporated.id, 'approve');
  await decided(rejected.id, 'reject');

  const filer = await aFiler(world);
  const amendment = await aSubmittedFiling(world, filer, { name: freshName() });
  await decided(amendment, 'approve');
  await aSubmittedFiling(world, filer, { name: freshName() });

  const entity = await aRepresentedEntity(world, filer);
  await payRequest(world, await aRequest(world, entity.id, filer.standardKey), filer.standardKey);
  await world.settle();
  const dissolved = await anEntity(world);
  await world.admin('PATCH', `/legal_entities/${dissolved.id}`, {
    dissolutionDate: '2026-01-01T00:00:00Z',
  });

  const partner = await aPartner(world);
  await aPartnerDraft(world, partner);
  const { id } = await aReadyApplication(world, partner);
  await partnerCalls(world, partner).submit(id);
  await decided(id, 'approve');
  await created(world, '/oauth_clients', {
    clientId: 'list-app',
    name: 'List',
    redirectUris: ['https://list.example/'],
    scopes: ['openid'],
  });
  await world.admin('PATCH', '/oauth_clients/list-app', { active: false });
  await world.admin('PATCH', `/partner_integrations/${partner.integrationId}`, { active: false });

  world.scans.setting.required = true;
  for (const size of [101, 102]) {
    const proof = { personId: filer.id, content: aPdf(size), contentType: 'application/pdf' };
    await storeTaxProof(proof, personActor(filer.id), world.deps);
    // One file is found clean, the other is still waiting.
    if (size === 101) await world.scans.deliver();
  }

  const counts = await listsAreWhatThereIs();
  for (const kind of listedKinds) expect({ kind, count: counts[kind] }).toMatchObject({ kind });
  for (const kind of listedKinds) expect(counts[kind]).toBeGreaterThan(0);
});

it("operators' lists can be filtered by person or entity, creation day and permit number", async () => {
  const { id: personId, standardKey } = await aResident(world);
  expect(standardKey).toMatch(/^sk-/);
  expect(await listed('/legal_entity_applications', { personId })).toEqual([]);
  const entity = await anEntity(world);
  const { residentPermitNumber: number } = (
    (await world.admin('GET', `/legal_entities/${entity.id}`)).body as {
      data: { residentPermitNumber: string };
    }
  ).data;
  const today = new Date(world.clock.now).toISOString().slice(0, 10);
  const tomorrow = new Date(world.clock.now + 86_400_000).toISOString().slice(0, 10);
  const withNumber = (query = {}) =>
    listed('/legal_entities', { residentPermitNumber: number, ...query });
  expect((await withNumber()).map(({ id }) => id)).toEqual([entity.id]);
  expect(await withNumber({ status: 'dissolved' })).toEqual([]);
  expect(await withNumber({ createdFrom: tomorrow })).toEqual([]);
  expect(await listed('/legal_entities', { residentPermitNumber: '80000000000000' })).toEqual([]);
  const all = await listed('/legal_entities');
  expect(await listed('/legal_entities', { createdFrom: today, createdUntil: today })).toEqual(all);
  expect(await listed('/legal_entities', { createdFrom: tomorrow })).toEqual([]);
  expect(await listed('/legal_entities', { createdFrom: tomorrow, createdUntil: today })).toEqual(
    [],
  );
  for (const path of ['/amendments', '/certificate_requests'])
    for (const { id, state } of await listed(path)) {
      const { legalEntityId } = (
        (await world.admin('GET', `${path}/${id}`)).body as { data: { legalEntityId: string } }
      ).data;
      const ofEntity = await listed(path, { legalEntityId });
      expect(ofEntity.map((line) => line.id)).toContain(id);
      expect(await listed(path, { legalEntityId, status: String(state) })).toEqual(
        ofEntity.filter((line) => line.state === state),
      );
    }
});

it("operators' lists show the applications of an integration, in each status", async () => {
  const partner = await aPartner(world);
  const drafts = [await aPartnerDraft(world, partner), await aPartnerDraft(world, partner)];
  const { id } = await aReadyApplication(world, partner);
  await partnerCalls(world, partner).submit(id);
  const { integrationId } = partner;
  const own = await listed('/residency_applications', { integrationId });
  expect(own).toHaveLength(3);
  expect(byId(await listed('/residency_applications', { integrationId, status: 'Draft' }))).toEqual(
    byId(drafts.map((draft) => ({ id: draft.id, state: 'Draft' }))),
  );
  expect(
    await listed('/residency_applications', { integrationId, status: 'Pending Review' }),
  ).toEqual([{ id, state: 'Pending Review' }]);
});

it("operators' lists refuse an invalid status, day or id with 400", async () => {
  for (const query of [
    'status=Gone',
    'createdFrom=yesterday',
    'createdUntil=2026-02-30',
    'personId=me',
  ])
    expect(await world.admin('GET', `/legal_entity_applications?${query}`)).toMatchObject({
      status: 400,
    });
});
