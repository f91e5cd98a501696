import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { deviceReference, findDevice } from '../../shared/oauth/db/device-authorizations.ts';
import { findConsent } from '../../shared/oauth/db/oauth-consents.ts';
import { approveAuthorization } from '../../shared/oauth/usecases/answer-authorization.ts';
import { approveDevice } from '../../shared/oauth/usecases/authorize-device.ts';
import { chooseConnectionEntities } from '../../shared/oauth/usecases/connections.ts';
import { resolveSession } from '../../shared/sign-in/auth/session.ts';
import { operatorOf } from '../support/admin.ts';
import { anAskingClient, type Client } from '../support/authorization.ts';
import { aCode, postForm } from '../support/oauth.ts';
import { signedIn as browserOf } from '../support/portal.ts';
import { anEntity, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

let client: Client;
let ada: Person;
/** An entity that Ada represents, and one that someone else represents. */
let own: string;
let other: string;

const entityScopes = ['openid', 'service:entity.read'] as const;

/** Only a representative can share a legal entity, whichever page asks. */

const world = await useWorld();
beforeEach(async () => {
  // Each test requests one emailed code; the limit for them is hourly.
  world.clock.now += 3_600_000;
  client = await anAskingClient(world, { public: true });
  ada = await aResident(world);
  const ben = await aResident(world);
  own = (await anEntity(world, { representatives: [ada.id] })).id;
  other = (await anEntity(world, { representatives: [ben.id] })).id;
});

async function signedIn() {
  const browser = await browserOf(world, ada.email);
  const found = await resolveSession(browser.cookies.get('registry_session'), world.deps);
  if (found === null) throw new Error('set-up: nobody is signed in');
  return found;
}

/** The legal entities in the consent, if there is one. */
async function shared(): Promise<readonly string[] | undefined> {
  return (await findConsent(world.table, ada.id, client.clientId))?.legalEntityIds;
}

/** Choices that are refused, with and without an entity of the person's own. */
const refused = [
  ['someone else’s entity', () => [other]],
  ['an own entity and someone else’s', () => [own, other]],
  ['an unknown entity', () => ['nothing']],
] as const;

describe('an authorization', () => {
  const approve = async (legalEntityIds: readonly string[], scopes: readonly string[]) => {
    const input = {
      ...client,
      scopes,
      scope: scopes.join(' '),
      state: null,
      nonce: null,
      responseMode: 'query',
      codeChallenge: null,
      prompt: [],
      maxAge: null,
      loginHint: null,
      idTokenHintSub: null,
      // The scopes of a request are the contract's names, as both lists here are.
    } as unknown as Parameters<typeof approveAuthorization>[0]['input'];
    const approval = { input, pending: null, signedIn: await signedIn(), legalEntityIds };
    return approveAuthorization(approval, world.deps);
  };

  it.each(refused)('shares nothing and returns no code for %s', async (_, ids) => {
    expect(await approve(ids(), entityScopes)).toEqual({ kind: 'not_represented' });
    expect(await shared()).toBeUndefined();
  });

  it('shares an own entity, and is refused once the person no longer represents it', async () => {
    expect(await approve([own], entityScopes)).toMatchObject({ kind: 'answered' });
    expect(await shared()).toEqual([own]);
    await world.admin('DELETE', `/legal_entities/${own}/representatives/${ada.id}`);
    expect(await approve([own], entityScopes)).toEqual({ kind: 'not_represented' });
  });

  it('of more than ten entities is audited with their number and digest', async () => {
    const others = await Promise.all(
      Array.from({ length: 11 }, () => anEntity(world, { representatives: [ada.id] })),
    );
    const all = [own, ...others.map(({ id }) => id)];
    const trail = async () => {
      const entries = await operatorOf(world).data('GET', `/audit?subjectId=${ada.id}&limit=100`);
      return (entries as { action: string; details: Record<string, unknown> }[])
        .filter(({ action }) => action.startsWith('oauth_client.'))
        .map(({ details }) => details);
    };
    const sha256 = createHash('sha256').update(all.toSorted().join('\n')).digest('hex');
    expect(await approve(all, entityScopes)).toMatchObject({ kind: 'answered' });
    const wide = { legalEntityCount: 12, legalEntityDigest: sha256 };
    const asked = { clientId: client.clientId, scopes: [...entityScopes], consentChanged: true };
    expect(await trail()).toContainEqual({ ...asked, ...wide });
    expect((await shared())?.toSorted()).toEqual(all.toSorted());
    // Up to ten are named in the entry.
    world.clock.now += 1_000;
    const { person } = await signedIn();
    const ten = all.slice(0, 10);
    await chooseConnectionEntities(
      { person, clientId: client.clientId, legalEntityIds: ten },
      world.deps,
    );
    const [newest] = await trail();
    expect(Object.keys(newest ?? {}).toSorted()).toEqual(['clientId', 'legalEntityIds']);
    expect(new Set(Object(newest).legalEntityIds)).toEqual(new Set(ten));
    await chooseConnectionEntities(
      { person, clientId: client.clientId, legalEntityIds: all.toReversed() },
      world.deps,
    );
    expect(await trail()).toContainEqual({ clientId: client.clientId, ...wide });
  });

  it('shares no entities if the application requests none', async () => {
    expect(await approve([own, other], ['openid'])).toMatchObject({ kind: 'answered' });
    expect(await shared()).toEqual([]);
  });
});

describe('a device', () => {
  const approve = async (legalEntityIds: readonly string[], scopes: readonly string[]) => {
    const scope = scopes.join(' ');
    const asked = { client_id: client.clientId, scope };
    const { body } = await postForm(world, 'device_authorization', asked);
    const reference = deviceReference(String(Reflect.get(Object(body), 'device_code')));
    const { person } = await signedIn();
    const consent = { scopes, scope, legalEntityIds, authTime: person.createdAt, amr: ['otp'] };
    const outcome = await approveDevice({ reference, person }, consent, world.deps);
    return { outcome, status: (await findDevice(world.table, reference))?.status };
  };

  it.each(refused)('gets nothing for %s and stays pending', async (_, ids) => {
    expect(await approve(ids(), entityScopes)).toEqual({
      outcome: { kind: 'not_represented' },
      status: 'pending',
    });
    expect(await shared()).toBeUndefined();
  });

  it('gets an own entity', async () => {
    expect(await approve([own], entityScopes)).toMatchObject({ outcome: { kind: 'decided' } });
    expect(await shared()).toEqual([own]);
  });

  it('gets no entities if it requests none', async () => {
    expect(await approve([other], ['openid'])).toMatchObject({ outcome: { kind: 'decided' } });
    expect(await shared()).toEqual([]);
  });
});

describe('a new choice for a connected application', () => {
  const choose = async (legalEntityIds: readonly string[]) => {
    const { person } = await signedIn();
    const { clientId } = client;
    return chooseConnectionEntities({ person, clientId, legalEntityIds }, world.deps);
  };
  const connect = (scopes: readonly string[], legalEntityIds: readonly string[]) =>
    aCode(world, { personId: ada.id, client, scopes, legalEntityIds });

  it.each(refused)('is refused for %s', async (_, ids) => {
    await connect(entityScopes, [own]);
    expect(await choose(ids())).toEqual({ kind: 'not_represented' });
    expect(await shared()).toEqual([own]);
  });

  it('can be an own entity or empty', async () => {
    await connect(entityScopes, []);
    expect(await choose([own])).toEqual({ kind: 'done' });
    expect(await shared()).toEqual([own]);
    expect(await choose([])).toEqual({ kind: 'done' });
    expect(await shared()).toEqual([]);
  });

  it('has no effect if the application has no access to legal entities', async () => {
    await connect(['openid'], []);
    expect(await choose([own, other])).toEqual({ kind: 'done' });
    expect(await shared()).toEqual([]);
  });
});
