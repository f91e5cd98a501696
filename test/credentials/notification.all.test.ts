import { createHash, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose/jwt/sign';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  isRevokedPlace,
  listCredentials,
  statusPlacesOf,
} from '../../shared/credentials/db/credentials.ts';
import { revokeCredential } from '../../shared/credentials/usecases/credentials.ts';
import { takeNotification } from '../../shared/credentials/usecases/take-notification.ts';
import { justBefore } from '../support/just-before.ts';
import { claimsOf } from '../support/oauth.ts';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import {
  aHolder,
  aNonce,
  aProof,
  atCredentialEndpoint,
  atTokenEndpoint,
  type Holder,
  openWallet,
  seeOffer,
  takeUp,
  takingUp,
} from '../support/wallet.ts';

const world = await useWorld();
let ada: Person;
let browser: Visitor;
let holder: Holder;

beforeEach(async () => {
  world.clock.now += 86_400_000;
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
  holder = await aHolder();
});

const path = '/api/credentials/notification';
const notify = (access: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  world.call('POST', path, { body, headers: { authorization: `Bearer ${access}`, ...headers } });

/** A credential in a wallet that redeemed an offer. */
async function given(by = browser, keys: readonly Holder[] = [holder]) {
  const { body } = await atTokenEndpoint(world, takingUp(await seeOffer(by, 'residency')));
  const { access_token: access, refresh_token: refresh } = Object(body);
  const nonce = await aNonce(world);
  const jwt = await Promise.all(keys.map((key) => aProof(world, key, { nonce })));
  const answer = await atCredentialEndpoint(world, access, {
    ...{ credential_configuration_id: 'residency', proofs: { jwt } },
  });
  return { access, refresh, notification_id: String(Object(answer.body).notification_id) };
}

const refused = (error: string, status = 400) => ({
  status,
  body: { error, error_description: expect.any(String) },
});

const acts = async () => {
  const { body } = await world.admin('GET', `/audit?subjectId=${ada.id}&limit=100`);
  return Object(body)
    .data.map(({ action }: { action: string }) => action)
    .filter((action: string) => /^credential\.(accepted|failed|revoked)$/.test(action));
};

describe('a wallet notification', () => {
  it('is accepted from a wallet library and shown in the holder’s Activity', async () => {
    const offer = await seeOffer(browser, 'residency');
    const { tokens, issuerMetadata } = await takeUp(world, offer, holder);
    const wallet = openWallet(holder);
    const [stored] = await listCredentials(world.table, ada.id);
    world.clock.now += 1_000;
    const jwt = [await aProof(world, holder, { nonce: await aNonce(world) })];
    const { credentialResponse } = await wallet.retrieveCredentials({
      ...{ issuerMetadata, credentialConfigurationId: 'residency' },
      ...{ accessToken: tokens.access_token, proofs: { jwt } },
    });
    const notificationId = String(credentialResponse.notification_id);
    const { response } = await wallet.sendNotification({
      ...{ issuerMetadata, accessToken: tokens.access_token },
      notification: { notificationId, event: 'credential_accepted' },
    });
    expect([response.status, await response.text()]).toEqual([204, '']);
    const [later, earlier] = await listCredentials(world.table, ada.id);
    expect(later?.acceptedAt).toBe(new Date(world.clock.now).toISOString());
    expect(earlier).toEqual(stored);
    expect(await acts()).toEqual(['credential.accepted']);
    expect(shownText(await browser.open('/portal/activity'))).toContain(
      'A wallet stored a credential',
    );
  });

  it('is recorded once per event, even if sent three times at the same time', async () => {
    const { access, notification_id } = await given();
    const accepted = { notification_id, event: 'credential_accepted' };
    const answers = await Promise.all([1, 2, 3].map(() => notify(access, accepted)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    const failed = { notification_id, event: 'credential_failure', event_description: 'No room' };
    for (const body of [failed, accepted, failed]) {
      expect((await notify(access, body)).status).toBe(204);
    }
    expect((await acts()).toSorted()).toEqual(['credential.accepted', 'credential.failed']);
    const [stored] = await listCredentials(world.table, ada.id);
    expect(stored).toMatchObject({ acceptedAt: expect.any(String), revokedAt: null });
  });

  it('of a deletion revokes all copies, but not the refresh token', async () => {
    const keys = [holder, await aHolder(), await aHolder()];
    const { access, refresh, notification_id } = await given(browser, keys);
    const deleted = { notification_id, event: 'credential_deleted' };
    const answers = await Promise.all([1, 2].map(() => notify(access, deleted)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    const [stored] = await listCredentials(world.table, ada.id);
    expect(stored?.revokedReason).toBe('deleted');
    for (const place of stored === undefined ? [] : statusPlacesOf(stored)) {
      expect(await isRevokedPlace(world.table, place)).toBe(true);
    }
    expect((await notify(access, { ...deleted, event: 'credential_accepted' })).status).toBe(204);
    expect(await acts()).toEqual(['credential.revoked']);
    const renewed = await atTokenEndpoint(world, {
      ...{ grant_type: 'refresh_token', refresh_token: refresh },
    });
    expect(renewed.status).toBe(200);
  });

  it('does not change a credential that its holder revokes at the same time', async () => {
    const { access, notification_id: notificationId } = await given();
    const { sub, grant_id } = claimsOf(access);
    const [stored] = await listCredentials(world.table, ada.id);
    if (stored === undefined) throw new Error('set-up: there is none');
    const actor = { kind: 'person', id: ada.id, personId: ada.id } as const;
    const revoked = () => revokeCredential(stored, { reason: 'holder' }, actor, world.deps);
    await takeNotification(
      { notificationId, event: 'credential_accepted' },
      { personId: String(sub), grantId: String(grant_id) },
      { ...world.deps, table: justBefore(world.table, revoked) },
    );
    const [after] = await listCredentials(world.table, ada.id);
    expect(after).toMatchObject({ revokedReason: 'holder' });
    expect(after?.acceptedAt).toBeUndefined();
  });
});

describe('the notification endpoint', () => {
  it('returns a specific error for each invalid request', async () => {
    const { access, notification_id } = await given();
    const good = { notification_id, event: 'credential_accepted' };
    const malformed: readonly object[] = [
      {},
      { notification_id },
      { event: 'credential_accepted' },
      { notification_id, event: 'credential_lost' },
      { notification_id, event: 'CREDENTIAL_ACCEPTED' },
      { notification_id: 7, event: 'credential_accepted' },
      { ...good, event_description: 'ca\u00f1a' },
      { ...good, event_description: 'a "quote"' },
    ];
    for (const body of malformed) {
      expect(await notify(access, body)).toMatchObject(refused('invalid_notification_request'));
    }
    const form = await world.call('POST', path, {
      body: `notification_id=${notification_id}&event=credential_accepted`,
      headers: { authorization: `Bearer ${access}`, 'content-type': 'text/plain' },
    });
    expect(form).toMatchObject(refused('invalid_notification_request'));
    for (const id of ['', 'x', `zzzzzzzz_${randomUUID()}`, notification_id.slice(0, -1)]) {
      expect(await notify(access, { ...good, notification_id: id })).toMatchObject(
        refused('invalid_notification_id'),
      );
    }
    expect(await acts()).toEqual([]);
    expect((await notify(access, { ...good, more: 'ignored' })).status).toBe(204);
  });

  it('refuses an id of another grant, even of the same holder', async () => {
    const mine = await given();
    const eva = await aResident(world);
    const hers = await given(await signedIn(world, eva.email));
    const another = await given();
    for (const { notification_id } of [hers, another]) {
      const body = { notification_id, event: 'credential_deleted' };
      expect(await notify(mine.access, body)).toMatchObject(refused('invalid_notification_id'));
    }
    expect(await acts()).toEqual([]);
  });

  it('refuses invalid tokens, API keys and tokens in the URL', async () => {
    const { access, notification_id } = await given();
    const body = { notification_id, event: 'credential_accepted' };
    for (const token of [ada.standardKey, 'a.b.c']) {
      const answer = await notify(token, body);
      expect(answer).toMatchObject(refused('invalid_token', 401));
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
    const query = await world.call('POST', `${path}?access_token=${access}`, { body });
    expect(query).toMatchObject(refused('invalid_token', 401));
    expect((await world.admin('POST', `/persons/${ada.id}/deactivate`, {})).status).toBe(200);
    expect(await notify(access, body)).toMatchObject(refused('invalid_token', 401));
  });

  it('requires a proof for this endpoint by the key of a DPoP-bound token', async () => {
    const proofFor = async (to: string, claims: object, { privateKey, publicJwk } = holder) =>
      new SignJWT({ jti: randomUUID(), htm: 'POST', htu: world.baseUrl + to, ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: publicJwk })
        .setIssuedAt(Math.floor(world.clock.now / 1000))
        .sign(privateKey);
    const form = takingUp(await seeOffer(browser, 'residency'));
    const [nonce] = await world.deps.signer.nonces();
    const dpop = await proofFor('/api/oauth/token', { nonce });
    const { body } = await atTokenEndpoint(world, form, { dpop });
    const access = String(Object(body).access_token);
    const ath = createHash('sha256').update(access).digest('base64url');
    const bound = async (to: string, key = holder) => ({
      authorization: `DPoP ${access}`,
      dpop: await proofFor(to, { ath }, key),
    });
    const endpoint = '/api/credentials/credential';
    const issued = await atCredentialEndpoint(
      world,
      access,
      {
        credential_configuration_id: 'residency',
        proofs: { jwt: [await aProof(world, holder, { nonce: await aNonce(world) })] },
      },
      await bound(endpoint),
    );
    const { notification_id } = Object(issued.body);
    const said = { notification_id, event: 'credential_accepted' };
    for (const headers of [{}, await bound(endpoint), await bound(path, await aHolder())]) {
      expect(await notify(access, said, headers)).toMatchObject(refused('invalid_token', 401));
    }
    expect((await notify(access, said, await bound(path))).status).toBe(204);
  });
});
