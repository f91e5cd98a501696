import { CloudEvent, ValidationError } from 'cloudevents';
import { describe, expect, it } from 'vitest';
import { transact } from '../../shared/kernel/db/transact.ts';
import { agentScopes } from '../../shared/kernel/domain/scopes.ts';
import { findConsent, withdrawConsentWrite } from '../../shared/oauth/db/oauth-consents.ts';
import { aRepresentedEntity, aRequest } from '../support/certificates.ts';
import { aClient, tokensFor } from '../support/clients.ts';
import { aDraft, aVoucher, pay, signByLink } from '../support/drafts.ts';
import { type ReadEvent, useJournal } from '../support/journal.ts';
import { aPartner, aPartnerDraft, aPartnerKey } from '../support/partners.ts';
import { anAgentKey, aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const journal = await useJournal(world);
const changesPath = '/api/v1/registries/legal_entities/changes';
const day = 86_400_000;

const typesOf = (events: readonly ReadEvent[]) => events.map(({ type }) => type);
const about = (events: readonly ReadEvent[], id: string) =>
  typesOf(events.filter(({ data }) => data.id === id));

describe('the event feed of a person', () => {
  it('reports an application from draft to review, and changes to the person', async () => {
    const ada = await aResident(world);
    const draft = await aDraft(world, ada.standardKey);
    await signByLink(world, draft);
    await pay(world, draft, await aVoucher(world));
    const events = await journal.told(ada.standardKey);
    expect(typesOf(events).slice(0, -3).toSorted()).toEqual([
      'key.created',
      'person.changed',
      'residency.granted',
    ]);
    expect(about(events, draft.id)).toEqual([
      'legal_entity_application.created',
      'legal_entity_application.signed',
      'legal_entity_application.submitted',
    ]);
    const last = events.at(-1);
    expect(last).toEqual({
      id: expect.stringMatching(/^\d{12}-[0-9a-f]{32}$/),
      type: 'legal_entity_application.submitted',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      subject: `legal_entity_applications/${draft.id}`,
      data: { id: draft.id, statusId: 'Pending Review' },
    });
  });

  it('returns the same events from any position, and in pages of any size', async () => {
    const ada = await aResident(world);
    for (let made = 0; made < 3; made += 1) await aDraft(world, ada.standardKey);
    const all = await journal.told(ada.standardKey);
    expect(all.length).toBeGreaterThan(4);
    for (const [place, { id }] of all.entries()) {
      expect(await journal.read(ada.standardKey, { from: id })).toEqual(all.slice(place + 1));
    }
    const small: ReadEvent[] = [];
    for (let last: string | undefined; ; ) {
      const { body } = await world.call(
        'GET',
        `/api/v1/events?limit=2${last === undefined ? '' : `&lastEventId=${last}`}`,
        { key: ada.standardKey },
      );
      const page = body as {
        data: ReadEvent[];
        pagination: { lastEventId: string; hasMore: boolean };
      };
      expect(page.pagination.lastEventId).toBe(page.data.at(-1)?.id);
      small.push(...page.data);
      expect(page.pagination.hasMore).toBe(small.length < all.length);
      if (!page.pagination.hasMore) break;
      last = page.pagination.lastEventId;
    }
    expect(small).toEqual(all);
  });

  it('returns only the requested type, and continues after the events left out', async () => {
    const ada = await aResident(world);
    await aDraft(world, ada.standardKey);
    const all = await journal.told(ada.standardKey);
    const { body } = await world.call('GET', '/api/v1/events?type=residency.granted', {
      key: ada.standardKey,
    });
    expect(body).toEqual({
      data: all.filter(({ type }) => type === 'residency.granted'),
      pagination: { limit: 50, lastEventId: all.at(-1)?.id, hasMore: false },
    });
  });

  it('contains no events of other people', async () => {
    const [ada, grace] = [await aResident(world), await aResident(world)];
    const draft = await aDraft(world, ada.standardKey);
    expect(about(await journal.told(grace.standardKey), draft.id)).toEqual([]);
  });
});

describe('a credential reads the events that it can access', () => {
  it('as a representative, until the representation ends', async () => {
    const [ada, grace] = [await aResident(world), await aResident(world)];
    const entity = await aRepresentedEntity(world, ada, { representatives: [ada.id, grace.id] });
    const request = await aRequest(world, entity.id, ada.standardKey);
    for (const { standardKey } of [ada, grace]) {
      const events = await journal.told(standardKey);
      expect(about(events, entity.id)).toEqual([
        'legal_entity.registered',
        'legal_entity.representative_added',
        'legal_entity.representative_added',
      ]);
      expect(about(events, request.id)).toEqual(['certificate_request.created']);
    }
    await world.admin('DELETE', `/legal_entities/${entity.id}/representatives/${grace.id}`);
    await world.admin('PATCH', `/legal_entities/${entity.id}`, { name: 'Another Name' });
    const events = await journal.told(grace.standardKey);
    expect([about(events, entity.id), about(events, request.id)]).toEqual([[], []]);
    expect(about(await journal.told(ada.standardKey), entity.id).slice(3)).toEqual([
      'legal_entity.representative_removed',
      'legal_entity.changed',
    ]);
  });

  it('as an Agent Key, by its scopes, of entities created through the API', async () => {
    const ada = await aResident(world);
    const draft = await aDraft(world, ada.standardKey);
    const imported = await aRepresentedEntity(world, ada, { createdViaAPI: false });
    const applied = await aRepresentedEntity(world, ada);
    const all = await anAgentKey(world, ada.id, agentScopes);
    const few = await anAgentKey(world, ada.id, ['agent:events.read', 'agent:entity.read']);
    const toAll = await journal.told(all);
    expect(about(toAll, draft.id)).toEqual(['legal_entity_application.created']);
    expect([about(toAll, imported.id), about(toAll, applied.id)]).toEqual([
      [],
      ['legal_entity.registered', 'legal_entity.representative_added'],
    ]);
    expect(new Set(typesOf(toAll).map((type) => type.split('.')[0]))).toEqual(
      new Set(['legal_entity_application', 'legal_entity', 'residency', 'person']),
    );
    expect(typesOf(await journal.told(few))).toEqual([
      'legal_entity.registered',
      'legal_entity.representative_added',
    ]);
  });

  it('as a Partner Key, of its integration’s applications', async () => {
    const [harbour, other] = [await aPartner(world), await aPartner(world)];
    const application = await aPartnerDraft(world, harbour);
    const events = await journal.told(harbour.key);
    expect(events.find(({ data }) => data.id === application.id)).toMatchObject({
      type: 'residency_application.created',
      subject: `partner/residency_applications/${application.id}`,
      data: { id: application.id, statusId: 'Draft', version: 1 },
    });
    expect(about(await journal.told(other.key), application.id)).toEqual([]);
    const keyOnly = await aPartnerKey(world, harbour.integrationId, ['partner:events.read']);
    expect(typesOf(await journal.told(keyOnly)).every((type) => type === 'key.created')).toBe(true);
  });

  it('as an access token, of the shared person and entities, but not filings', async () => {
    const ada = await aResident(world);
    const shared = await aRepresentedEntity(world, ada);
    const kept = await aRepresentedEntity(world, ada);
    const request = await aRequest(world, shared.id, ada.standardKey);
    const client = await aClient(world);
    const { access } = await tokensFor(world, {
      personId: ada.id,
      client,
      legalEntityIds: [shared.id],
    });
    const events = await journal.told(access);
    expect([shared.id, kept.id, request.id].map((id) => about(events, id))).toEqual([
      ['legal_entity.registered', 'legal_entity.representative_added'],
      [],
      [],
    ]);
    expect(new Set(typesOf(events).map((type) => type.split('.')[0]))).toEqual(
      new Set(['legal_entity', 'residency', 'person']),
    );
    const { access: narrow } = await tokensFor(world, {
      personId: ada.id,
      client: await aClient(world),
      scopes: ['openid', 'service:events.read', 'service:person.residency.read'],
    });
    expect(typesOf(await journal.told(narrow))).toEqual(['residency.granted']);
  });

  it('as a Standard Key, also of ended consents and revoked keys', async () => {
    const ada = await aResident(world);
    const client = await aClient(world);
    await tokensFor(world, { personId: ada.id, client });
    const { id: keyId } = await created(world, `/persons/${ada.id}/api_keys`, { kind: 'standard' });
    await world.admin('DELETE', `/persons/${ada.id}/api_keys/${keyId}`);
    const consent = await findConsent(world.table, ada.id, client.clientId);
    if (consent === null) throw new Error('set-up: no consent');
    await transact(world.table, { consent: withdrawConsentWrite(consent) });
    const events = await journal.told(ada.standardKey);
    expect(about(events, keyId)).toEqual(['key.created', 'key.revoked']);
    expect(about(events, consent.id)).toEqual(['consent.given', 'consent.ended']);
  });
});

describe('a position in the event feed', () => {
  it('is refused with 410 if its events have expired, and the feed restarts with the stored events', async () => {
    const ada = await aResident(world);
    const [first] = await journal.told(ada.standardKey);
    world.clock.now += 31 * day;
    await aDraft(world, ada.standardKey);
    await journal.drained();
    const answer = await world.call('GET', `/api/v1/events?lastEventId=${first?.id}`, {
      key: ada.standardKey,
    });
    expect(answer).toMatchObject({ status: 410, body: { code: 'events.position_expired' } });
    const anew = await journal.read(ada.standardKey);
    expect(typesOf(anew)).toEqual(['legal_entity_application.created']);
  });

  it('stays valid after its event expires if no later event has expired', async () => {
    const ada = await aResident(world);
    const last = (await journal.told(ada.standardKey)).at(-1);
    world.clock.now += 31 * day;
    expect(await journal.read(ada.standardKey, { from: String(last?.id) })).toEqual([]);
    const draft = await aDraft(world, ada.standardKey);
    await journal.drained();
    expect(
      about(await journal.read(ada.standardKey, { from: String(last?.id) }), draft.id),
    ).toEqual(['legal_entity_application.created']);
  });

  it.each([
    [
      'from another feed',
      async () => (await journal.told((await aResident(world)).standardKey)).at(-1)?.id,
    ],
    ['that never existed', async () => `999999999999-${'0'.repeat(32)}`],
    ['before the first', async () => `000000000000-${'0'.repeat(32)}`],
  ])('%s is refused as unknown', async (_, id) => {
    const ada = await aResident(world);
    await journal.drained();
    const answer = await world.call('GET', `/api/v1/events?lastEventId=${await id()}`, {
      key: ada.standardKey,
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'events.position_unknown' } });
  });

  it.each(['lastEventId=1', 'limit=0', 'limit=101', 'type=something'])(
    '%s is refused',
    async (query) => {
      const { standardKey: key } = await aResident(world);
      const { status } = await world.call('GET', `/api/v1/events?${query}`, { key });
      expect(status).toBe(400);
    },
  );
});

describe('a change delivered again by the stream', () => {
  it('is in a feed once', async () => {
    const ada = await aResident(world);
    await aDraft(world, ada.standardKey);
    const events = await journal.told(ada.standardKey);
    for (let first = 0; first < journal.records.length; first += 100) {
      await journal.route({ Records: journal.records.slice(first, first + 100) });
    }
    expect(await journal.read(ada.standardKey)).toEqual(events);
  });

  it('is added once later through the queue if writing to the feed fails', async () => {
    const ada = await aResident(world);
    await journal.drained();
    world.proxy.failNext({
      operation: 'TransactWriteItems',
      kind: 'throttle-reason',
      times: 1_000,
      match: (request) => JSON.stringify(request).includes(`FEED#PERSON#${ada.id}`),
    });
    const draft = await aDraft(world, ada.standardKey);
    expect(about(await journal.told(ada.standardKey), draft.id)).toEqual([]);
    world.proxy.disarm();
    await world.settle();
    await world.settle();
    expect(about(await journal.told(ada.standardKey), draft.id)).toEqual([
      'legal_entity_application.created',
    ]);
    expect(journal.failures).toEqual([]);
  });
});

describe('changes to the registry', () => {
  it('are reported to anyone who can search, with public data only', async () => {
    const [ada, grace] = [await aResident(world), await aResident(world)];
    const entity = await aRepresentedEntity(world, ada);
    await world.admin('PATCH', `/legal_entities/${entity.id}`, { taxState: 'overdue' });
    await world.admin('PATCH', `/legal_entities/${entity.id}`, { name: 'Renamed Since' });
    await journal.drained();
    const events = await journal.read(grace.standardKey, { path: changesPath });
    expect(events.filter(({ data }) => data.id === entity.id)).toMatchObject([
      {
        type: 'legal_entity.registered',
        subject: `legal_entities/${entity.id}`,
        data: { id: entity.id },
      },
      { type: 'legal_entity.changed', data: { id: entity.id } },
    ]);
    expect(JSON.stringify(events)).not.toContain(ada.id);
  });
});

describe('a batch of CloudEvents', () => {
  it('is accepted by strict readers, event by event', async () => {
    const ada = await aResident(world);
    await aDraft(world, ada.standardKey);
    const told = await journal.told(ada.standardKey);
    const { status, headers, body } = await world.call('GET', '/api/v1/events?limit=2', {
      key: ada.standardKey,
      headers: { accept: 'application/cloudevents-batch+json' },
    });
    expect([status, headers.get('content-type')]).toEqual([
      200,
      'application/cloudevents-batch+json',
    ]);
    const batch = body as Record<string, unknown>[];
    // In strict mode the constructor throws on anything that the specification does not allow.
    const events = batch.map((event) => new CloudEvent(event, true));
    expect(
      events.map(({ id, type, subject, data, source }) => ({ id, type, subject, data, source })),
    ).toEqual(
      told.slice(0, 2).map(({ id, type, subject, data }) => ({
        id,
        type,
        subject,
        data,
        source: `${world.baseUrl}/api/v1/events`,
      })),
    );
    expect(headers.get('link')).toBe(
      `<${world.baseUrl}/api/v1/events?lastEventId=${told[1]?.id}&limit=2>; rel="next"`,
    );
    expect(() => new CloudEvent({ ...batch[0], time: 'yesterday' }, true)).toThrow(ValidationError);
    const end = await world.call('GET', `/api/v1/events?lastEventId=${told.at(-1)?.id}`, {
      key: ada.standardKey,
      headers: { accept: 'application/cloudevents-batch+json' },
    });
    expect(end.body).toEqual([]);
    expect(end.headers.get('link')).toBeNull();
  });

  it('links past events of other types to the last event', async () => {
    const ada = await aResident(world);
    for (let made = 0; made < 5; made += 1) await aDraft(world, ada.standardKey);
    const { id } = await created(world, `/persons/${ada.id}/api_keys`, { kind: 'standard' });
    await world.admin('DELETE', `/persons/${ada.id}/api_keys/${id}`);
    await journal.drained();
    const read: unknown[] = [];
    let next: string | null = '/api/v1/events?limit=2&type=key.revoked';
    while (next !== null) {
      const { body, headers } = await world.call('GET', next, {
        key: ada.standardKey,
        headers: { accept: 'application/cloudevents-batch+json' },
      });
      read.push(...(body as unknown[]));
      next = /^<[^>]*?(\/api\/[^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null;
    }
    expect(read).toMatchObject([{ type: 'key.revoked', data: { id } }]);
  });
});
