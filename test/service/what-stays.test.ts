import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { kindOf } from '../golden/kind-of.ts';
import { aDraft, applicationPayload, signByLink } from '../support/drafts.ts';
import { everything } from '../support/impatient-gateway.ts';
import {
  acceptAgreement,
  aPartner,
  aPartnerDraft,
  applicationData,
  partnerCalls,
  seen,
  sworn,
} from '../support/partners.ts';
import { aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
type Counts = Readonly<Record<string, number>>;

/** The items of each kind that never expire, and how many expire within 90 days. */
async function staying(): Promise<{ readonly forever: Counts; readonly used: Counts }> {
  // The last use of a key is a single item, however often the key is used.
  const items = (await everything(world)).filter((item) => kindOf(item) !== 'keyUse');
  const used = Math.ceil(world.clock.now / 1000) + 90 * 86_400;
  return {
    forever: counted(items.filter(({ ttl }) => ttl === undefined)),
    used: counted(items.filter(({ ttl }) => ttl === used)),
  };
}

function counted(items: readonly Readonly<Record<string, unknown>>[]): Counts {
  const groups = Map.groupBy(items, kindOf);
  return Object.fromEntries([...groups].map(([kind, { length }]) => [kind, length]));
}

/** What a piece of work adds to the permanent items and to those that expire in 90 days, by kind. */
async function addedBy(work: () => Promise<unknown>) {
  const before = await staying();
  await work();
  const after = await staying();
  const more = (one: Counts, other: Counts) =>
    Object.fromEntries(
      [...new Set([...Object.keys(one), ...Object.keys(other)])]
        .map((kind) => [kind, (other[kind] ?? 0) - (one[kind] ?? 0)] as const)
        .filter(([, count]) => count !== 0),
    );
  return { forever: more(before.forever, after.forever), used: more(before.used, after.used) };
}

/** The audit items of an act without an id, with an id, and of a key, which acts for a person. */
const acts = {
  ofNobody: { audit: 1, auditByAction: 1 },
  ofOne: { audit: 1, auditByAction: 1, auditByActor: 1 },
  ofKey: { audit: 1, auditByAction: 1, auditByActor: 2 },
} as const;

const ok = async (call: Promise<{ readonly status: number }>) =>
  expect((await call).status).toBe(200);

describe('items that a request leaves permanently (docs/table.md)', () => {
  it('for a new application: itself, its entry for the owner, and its link until it is signed', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { applicationData: applicationPayload() };
    const path = '/api/v1/legal_entity_applications';
    expect(
      await addedBy(() => ok(world.call('POST', path, { key: ada.standardKey, body, headers }))),
    ).toEqual({
      forever: { application: 1, applicationOwner: 1, signatureLink: 1, ...acts.ofKey },
      used: {},
    });
  });

  it('for a signature: only its audit entry; the link expires', async () => {
    const draft = await aDraft(world, ada.standardKey);
    expect(await addedBy(() => signByLink(world, draft))).toEqual({
      forever: { signatureLink: -1, ...acts.ofNobody },
      used: { signatureLink: 1 },
    });
  });

  it("for a partner's application: itself, its list entries, and the agreement link until it is signed", async () => {
    const partner = await aPartner(world);
    const calls = partnerCalls(world, partner);
    const headers = { 'idempotency-key': randomUUID() };
    const body = { applicationData: applicationData(), reference: 'order-1' };
    expect(await addedBy(() => ok(calls.create(body, headers)))).toEqual({
      forever: {
        residencyApplication: 1,
        residencyApplicationRow: 1,
        residencyReference: 1,
        applicantAccess: 1,
        agreementLink: 1,
        ...acts.ofOne,
      },
      used: {},
    });
    const { draft } = await aPartnerDraft(world, partner);
    expect(await addedBy(() => acceptAgreement(world, draft))).toEqual({
      forever: { agreementLink: -1, ...acts.ofNobody },
      used: { agreementLink: 1 },
    });
  });

  it('for a changed application: only the audit entry; the voided link expires', async () => {
    const partner = await aPartner(world);
    const { id, data } = await aPartnerDraft(world, partner);
    const changed = {
      ...data,
      personalDetails: { ...data.personalDetails, ...sworn, surname: 'King' },
    };
    const body = { expectedVersion: 1, applicationData: changed };
    expect(
      await addedBy(async () => seen(await partnerCalls(world, partner).patch(id, body))),
    ).toEqual({ forever: acts.ofOne, used: { agreementLink: 1 } });
  });

  it('for a visitor pass application: itself and its entries in three lists', async () => {
    const body = {
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@visitors.example',
      signature: 'Grace Hopper',
      consentToBackgroundCheck: true,
      referralSource: 'Spring Conference',
    };
    expect(
      await addedBy(() => ok(world.call('POST', '/api/v1/visitor_pass_applications', { body }))),
    ).toEqual({
      forever: {
        visitorPass: 1,
        listed: 1,
        visitorPassOfEmail: 1,
        visitorPassOfSource: 1,
        ...acts.ofNobody,
      },
      used: {},
    });
  });

  it("for a key: its entry in the owner's list; the key itself expires after revocation", async () => {
    let id = '';
    const path = `/persons/${ada.id}/api_keys`;
    expect(
      await addedBy(async () => {
        id = (await created(world, path, { kind: 'standard' })).id;
      }),
    ).toEqual({ forever: { apiKey: 1, ownedKey: 1, ...acts.ofOne }, used: {} });
    expect(await addedBy(() => ok(world.admin('DELETE', `${path}/${id}`)))).toEqual({
      forever: { apiKey: -1, ...acts.ofOne },
      used: { apiKey: 1 },
    });
  });
});
