import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applicationsPath } from '../support/partners.ts';
import { reviewOf } from '../support/submissions.ts';
import { visitor } from '../support/visitor.ts';
import type { World } from '../support/world.ts';
import handles from './1.0.0/handles.json' with { type: 'json' };
import { callerOf } from './caller-of.ts';
import { goldenWorld } from './golden-world.ts';

let world: World;

beforeAll(async () => {
  world = await goldenWorld();
});
afterAll(() => world.stop());

const { owner, partner } = handles;
const { approve, data, statusAt } = callerOf(() => world);
const ofResidency = (id: string) => `${applicationsPath}/${id}`;

describe('residency applications of a partner', () => {
  const { key } = partner;

  it('are read in every state', async () => {
    const { draft, claimed, paid: settled, ready, waiting, approved, rejected } = partner;
    const all = [draft, claimed, settled, ready, waiting, approved, rejected];
    const statuses = all.map(({ id }) => statusAt(ofResidency(id), key));
    const drafts = ['Draft', 'Draft', 'Draft', 'Draft'];
    expect(await Promise.all(statuses)).toEqual([
      ...drafts,
      'Pending Review',
      'Approved',
      'Rejected',
    ]);
  });

  it('have an agreement to accept; of an older link it is said that there is a newer one', async () => {
    const applicant = visitor(world.baseUrl);
    expect((await applicant.open(partner.draft.stale)).status).toBe(410);
    expect((await applicant.open(partner.draft.agreement)).status).toBe(200);
    const fields = { signerName: 'Ada Lovelace', agree: 'yes' };
    expect((await applicant.send(partner.draft.agreement, fields)).status).toBeLessThan(400);
    const { applicationData } = await data(ofResidency(partner.draft.id), key);
    expect(applicationData).toMatchObject({ aoc: { signedAt: expect.any(String) } });
  });

  it('have an account to claim under the link that was emailed', async () => {
    const applicant = visitor(world.baseUrl);
    expect((await applicant.open(partner.draft.claimPath)).status).toBe(200);
    expect((await applicant.send(partner.draft.claimPath, {})).status).toBe(303);
    expect((await applicant.open('/portal')).status).toBe(200);
  });

  it('are submitted, and approved', async () => {
    await data(`${ofResidency(partner.ready.id)}/submit`, key, 'POST');
    await world.settle();
    await approve((await reviewOf(world, partner.ready.id)).id);
    await approve(partner.waiting.reviewId);
    for (const { id } of [partner.ready, partner.waiting]) {
      expect(await statusAt(ofResidency(id), key)).toBe('Approved');
    }
    await data(`${ofResidency(partner.approved.id)}/documents`, key);
  });
});

describe('the registry', () => {
  const key = owner.standardKey;
  const post = async (path: string, body: object) =>
    (await world.call('POST', `/api/v1/${path}`, { key, body })).body;

  it('finds entities, people and names that are taken', async () => {
    const { name, id } = handles.entity;
    const found = await post('registries/legal_entities/search', { query: name });
    expect(JSON.stringify(found)).toContain(id);
    expect(await post('verify_rpn', { rpn: owner.rpn })).toEqual({
      result: 'found_natural_person',
      active: true,
    });
    for (const taken of [name, 'reserved two']) {
      const answer = await post('registries/legal_entities/name_availability', {
        name: taken,
        optionId: 'llc',
      });
      expect(answer).toMatchObject({ data: { available: false } });
    }
  });

  it('tells whom a code brought, and what an operator asks for', async () => {
    const path = `/api/v1/referral-codes/${handles.referral.code}/referrals`;
    expect((await world.call('GET', path, { key })).body).toMatchObject({
      naturalPersons: [{ fullName: null }],
      legalEntities: [{ rpn: expect.any(String) }],
    });
    const paths = [
      `/persons/${owner.id}`,
      `/persons/${owner.id}/manifestation_of_will`,
      `/vouchers/${handles.vouchers[0]}`,
      `/partner_integrations/${partner.integrationId}`,
      `/oauth_clients/${handles.oauth.client.clientId}`,
      `/residency_applications/${partner.rejected.id}`,
      `/visitor_pass_applications?email=${handles.visitor.email}`,
      '/audit?limit=100',
    ];
    for (const path of paths) {
      expect([path, (await world.admin('GET', path)).status]).toEqual([path, 200]);
    }
  });
});
