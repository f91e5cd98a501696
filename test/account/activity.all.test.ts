import { globSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { activityText } from '../../shared/account/pages/activity-page.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { agentScopes } from '../../shared/kernel/domain/scopes.ts';
import { auditWrites } from '../../shared/platform/db/audit-items.ts';
import { aFiler, aSignedFiling, freshName, pay } from '../support/amendments.ts';
import { aClient } from '../support/clients.ts';
import { aDraft } from '../support/drafts.ts';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
import { anAgentKey, aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

interface Line {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string | null };
  readonly action: string;
  readonly subject: { readonly type: string; readonly id: string } | null;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

let ada: Person;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
  world.clock.now += 1_000;
});

async function pageOf(key: string, query = '') {
  const { status, body } = await world.call('GET', `/api/v1/activity${query}`, { key });
  expect(status).toBe(200);
  return body as { data: Line[]; pagination: { limit: number; nextCursor: string | null } };
}

const actionsOf = ({ data }: { readonly data: readonly Line[] }) =>
  data.map(({ action }) => action);

async function keyIdOf(person: Person, kind: string): Promise<string> {
  const { body } = await world.admin('GET', `/persons/${person.id}/api_keys`);
  const { data } = body as { data: { id: string; kind: string }[] };
  return data.find((key) => key.kind === kind)?.id ?? '';
}

describe('GET /api/v1/activity', () => {
  it('lists what the registry did to the account, without naming operators', async () => {
    const page = await pageOf(ada.standardKey);
    expect(actionsOf(page).toSorted()).toEqual([
      'api_key.issued',
      'person.created',
      'residency.granted',
    ]);
    expect(new Set(page.data.map(({ actor }) => JSON.stringify(actor)))).toEqual(
      new Set([JSON.stringify({ kind: 'registry', id: null })]),
    );
    expect(JSON.stringify(page)).not.toContain('arn:aws');
  });

  it('lists what each key did, or what one key did', async () => {
    const key = await anAgentKey(world, ada.id, agentScopes);
    world.clock.now += 1_000;
    const draft = await aDraft(world, key);
    const agentKeyId = await keyIdOf(ada, 'agent');
    const page = await pageOf(ada.standardKey);
    expect(page.data[0]).toMatchObject({
      actor: { kind: 'agent_key', id: agentKeyId },
      action: 'legal_entity_application.created',
      subject: { type: 'legal_entity_application', id: draft.id },
    });
    const ofKey = await pageOf(ada.standardKey, `?actorKind=agent_key&actorId=${agentKeyId}`);
    expect(actionsOf(ofKey)).toEqual(['legal_entity_application.created']);
    expect(await pageOf(ada.standardKey, `?actorId=${agentKeyId}`)).toEqual(ofKey);
    expect(actionsOf(await pageOf(ada.standardKey, '?actorKind=standard_key'))).toEqual([]);
    expect(actionsOf(await pageOf(ada.standardKey, '?actorKind=registry'))).not.toContain(
      'legal_entity_application.created',
    );
  });

  it('shows an Agent Key only what it did itself', async () => {
    const [key, other] = [
      await anAgentKey(world, ada.id, agentScopes),
      await anAgentKey(world, ada.id, ['agent:entity.application.create']),
    ];
    const draft = await aDraft(world, key);
    await aDraft(world, other);
    const own = await pageOf(key);
    expect(own.data).toMatchObject([
      {
        actor: { kind: 'agent_key' },
        action: 'legal_entity_application.created',
        subject: { type: 'legal_entity_application', id: draft.id },
        outcome: 'success',
      },
    ]);
    const otherId = (await pageOf(other)).data[0]?.actor.id;
    for (const query of [`?actorKind=agent_key&actorId=${otherId}`, '?actorKind=registry']) {
      expect(await pageOf(key, query)).toEqual(own);
    }
    expect((await pageOf(key, '?requestId=none')).data).toEqual([]);
  });

  it('finds what a failed call did by the request id in its error', async () => {
    const filer = await aFiler(world);
    const filing = await aSignedFiling(world, filer, { extension: 'LC' });
    const { status, body } = await pay(world, filer, filing, 'NOTHING-OF-THE-KIND');
    expect(status).toBe(400);
    // The error has the shape in the contract.
    const { requestId } = body as { requestId: string };
    world.clock.now += 1_000;
    const { data } = await pageOf(filer.standardKey, `?requestId=${requestId}`);
    expect(data).toMatchObject([
      { action: 'amendment.invoiced', requestId, subject: { type: 'amendment', id: filing } },
    ]);
    const ofKey = `?requestId=${requestId}&actorKind=standard_key`;
    expect((await pageOf(filer.standardKey, ofKey)).data).toEqual(data);
    expect((await pageOf(filer.standardKey, '?requestId=nobody-knows')).data).toEqual([]);
    // Other people find nothing.
    expect((await pageOf(ada.standardKey, `?requestId=${requestId}`)).data).toEqual([]);
    const browser = await signedIn(world, filer.email);
    const page = await browser.open(`/portal/activity?request=${requestId}`);
    expect(shownText(page)).toContain('Amendment');
    expect(page.text).toContain(`value="${requestId}"`);
    const none = await browser.open('/portal/activity?request=nobody-knows');
    expect(shownText(none)).toContain('No activity.');
  });

  it('has no request ids for calls by the registry', async () => {
    const { data } = await pageOf(ada.standardKey);
    expect(data.length).toBeGreaterThan(0);
    expect(new Set(data.map(({ requestId }) => requestId))).toEqual(new Set([null]));
  });

  it('returns each act once in pages of any size', async () => {
    const browser = await signedIn(world, ada.email);
    for (let count = 0; count < 3; count += 1) {
      world.clock.now += 1_000;
      await created(world, `/persons/${ada.id}/api_keys`, { kind: 'standard' });
    }
    await browser.send('/portal/sign-out', {});
    const whole = await pageOf(ada.standardKey, '?limit=100');
    expect(whole.data.length).toBeGreaterThan(6);
    for (const limit of [1, 2, 5]) {
      const lines: Line[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const from: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const page = await pageOf(ada.standardKey, `?limit=${limit}${from}`);
        expect(page.data.length).toBeLessThanOrEqual(limit);
        lines.push(...page.data);
        cursor = page.pagination.nextCursor;
      }
      expect(lines).toEqual(whole.data);
    }
  });

  it('never returns other people’s acts, with any filter', async () => {
    const grace = await aResident(world);
    const key = await anAgentKey(world, grace.id, agentScopes);
    await aDraft(world, key);
    const foreign = await keyIdOf(grace, 'agent');
    for (const query of [
      `?actorId=${foreign}`,
      `?actorKind=agent_key&actorId=${foreign}`,
      `?actorKind=standard_key&actorId=${grace.id}`,
      `?actorKind=agent_key&actorId=${ada.id}`,
    ]) {
      expect((await pageOf(ada.standardKey, query)).data).toEqual([]);
    }
  });

  it('ends a page after a thousand filtered-out acts, and continues on the next', async () => {
    const { id: personId } = ada;
    const details = {};
    for (let first = 0; first < 1_100; first += 100) {
      const writes = Array.from({ length: 100 }, (_, index) => {
        const at = new Date(world.clock.now + first + index).toISOString();
        const actor = { kind: 'person', id: personId, personId } as const;
        const subject = { type: 'person', id: personId } as const;
        const entry = { id: crypto.randomUUID(), at, actor, action: 'person.revised', subject };
        const { audit } = auditWrites({ ...entry, outcome: 'success', details });
        return [entry.id, audit] as const;
      });
      await transact(world.table, Object.fromEntries(writes));
    }
    world.clock.now += 3_000;
    const query = '?actorKind=registry&limit=5';
    const first = await pageOf(ada.standardKey, query);
    expect(first).toMatchObject({ data: [], pagination: { nextCursor: expect.any(String) } });
    const next = String(first.pagination.nextCursor);
    const second = await pageOf(ada.standardKey, `${query}&cursor=${encodeURIComponent(next)}`);
    expect(actionsOf(second).toSorted()).toEqual([
      'api_key.issued',
      'person.created',
      'residency.granted',
    ]);
    expect(second.pagination.nextCursor).toBeNull();
    const browser = await signedIn(world, ada.email);
    const page = await browser.open('/portal/activity?by=partner');
    expect(shownText(page)).toContain('No activity found on this page.');
    expect(page.text).toContain('>Earlier</a>');
  });

  it('refuses calls without a key and unknown actor kinds', async () => {
    expect((await world.call('GET', '/api/v1/activity')).status).toBe(401);
    const wrong = await world.call('GET', '/api/v1/activity?actorKind=operator', {
      key: ada.standardKey,
    });
    expect(wrong.status).toBe(400);
  });
});

describe('/portal/activity', () => {
  let browser: Visitor;
  beforeEach(async () => {
    browser = await signedIn(world, ada.email);
  });

  it('shows acts by day with their actors, and links to revoke the key', async () => {
    const key = await anAgentKey(world, ada.id, ['agent:entity.application.create']);
    world.clock.now += 1_000;
    const draft = await aDraft(world, key);
    await world.settle();
    const shown = await browser.open('/portal/activity');
    const text = shownText(shown);
    expect(text).toContain('Application for a legal entity: started');
    // By its name, with its page, and not by its id.
    expect(shown.text).toContain(
      `<a href="/portal/applications/${draft.id}">${draft.name} LLC</a>`,
    );
    expect(text).toContain('The Manifestation of Will was signed');
    expect(text).toContain('What it can do Apply for new legal entities in your name');
    expect(text).toContain('Sign-in');
    const id = await keyIdOf(ada, 'agent');
    const page = await browser.open(`/portal/activity?by=agent_key.${id}`);
    expect(shownText(page)).not.toContain('Sign-in');
    expect(page.text).toContain(`href="/portal/developer/keys/${id}/revoke"`);
  });

  it('names what filings are about, and links to them', async () => {
    const filer = await aFiler(world);
    const filing = await aSignedFiling(world, filer, { name: freshName() });
    await world.settle();
    const theirs = await signedIn(world, filer.email);
    const { text } = await theirs.open('/portal/activity');
    const path = `/portal/legal-entities/${filer.entityId}/amendments/${filing}`;
    expect(text.split(`<a href="${path}">`).length).toBeGreaterThan(2);
    expect(text).not.toContain(`>${filing}<`);
  });

  it('links each act of a key to the other acts of that key', async () => {
    const key = await anAgentKey(world, ada.id, ['agent:entity.application.create']);
    await aDraft(world, key);
    await world.settle();
    const id = await keyIdOf(ada, 'agent');
    world.proxy.calls.reset();
    const page = await browser.open('/portal/activity');
    expect(world.proxy.calls.roundTrips()).toBeLessThanOrEqual(3);
    expect(page.text).toContain(`<a href="/portal/activity?by=agent_key.${id}">Key: `);
    const only = await browser.open(`/portal/activity?by=agent_key.${id}`);
    expect(only.text).toMatch(new RegExp(`<option value="agent_key\\.${id}" selected>Key: `));
    // The filter shows all keys of a kind and no other actors.
    const kind = await browser.open('/portal/activity?by=agent_key');
    expect(shownText(kind)).toContain('Application for a legal entity: started');
    expect(shownText(kind)).not.toContain('Sign-in');
  });

  it('does not name an application that the reader never used', async () => {
    const { clientId } = await aClient(world);
    const { text, status } = await browser.open(`/portal/activity?by=oauth_client.${clientId}`);
    expect(status).toBe(200);
    expect(text).not.toContain('Test client');
  });

  it('accepts any query', async () => {
    for (const query of ['by=x', 'by=agent_key.%00', 'after=%00', 'after=~', 'by=registry.1']) {
      expect((await browser.open(`/portal/activity?${query}`)).status).toBe(200);
    }
  });
});

it('the activity list has a description for every audit action except internal ones', () => {
  const machinery =
    /^(gateway_keys|legal_entity_application\.dispatch|migration|oauth_client\.(registered|secret|updated)|operator_approval|outbox|partner_|payment_case|registration_token|reserved_name|review\.|visitor_pass\.erased|voucher)/;
  const actions = globSync('shared/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/action: '([a-z_]+\.[a-z_]+)'/g)].map(
      ([, action = '']) => action,
    ),
  );
  expect(actions.length).toBeGreaterThan(60);
  const silent = actions.filter(
    (action) =>
      !machinery.test(action) && activityText({ action, outcome: 'success' }, {}) === action,
  );
  expect(silent).toEqual([]);
});
