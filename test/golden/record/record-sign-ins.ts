import {
  anAskingClient,
  authorizePath,
  clientAnswer,
  pathTo,
} from '../../support/authorization.ts';
import { aClient } from '../../support/clients.ts';
import { approve, given, inForm, postForm, redemption, rotation } from '../../support/oauth.ts';
import { anAskingVisitor, mailedCode, type Visitor } from '../../support/portal.ts';
import type { Person } from '../../support/registry.ts';
import { visitor } from '../../support/visitor.ts';
import type { World } from '../../support/world.ts';
import type { Recorder } from './recorder.ts';
import { later } from './recording-world.ts';

/** Data of the portal that outlives a request: sessions, forms, challenges. */
export async function recordPortal(world: World, browser: Visitor) {
  const path = '/portal/developer/keys/new';
  const page = await browser.open(path);
  const formId = /name="formId" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const fields = { kind: 'standard', label: 'from the portal', formId };
  const answer = await browser.send(path, fields);
  const key = /\bsk-[0-9A-Za-z]{49}\b/.exec(answer.text)?.[0];
  if (key === undefined) throw new Error('the portal made no key');
  later(world);
  await browser.open('/portal');
  return { cookies: [...browser.cookies], csrf: browser.token(), key, keyForm: fields };
}

/** A browser that asked for a code, which was emailed and not yet entered. */
export async function recordChallenge(world: World, { email }: Pick<Person, 'email'>) {
  const browser = await anAskingVisitor(world, email);
  const code = await mailedCode(world, email);
  return { email, code, cookies: [...browser.cookies], csrf: browser.token() };
}

/** A client with everything that OAuth gives it. */
export async function recordOAuth(
  world: World,
  { owner, browser, entityId }: { owner: Person; browser: Visitor; entityId: string },
) {
  const client = await aClient(world);
  const scope =
    'openid profile email offline_access service:person.details.read service:entity.read';
  const ask = (parameters = {}) => authorizePath(client, { scope, ...parameters });
  const consentPage = pathTo(await browser.open(ask({ nonce: 'n-golden' })));
  await browser.open(consentPage);
  const approved = await browser.send(consentPage, {
    decision: 'approve',
    legalEntityId: entityId,
  });
  const firstCode = String(Reflect.get(clientAnswer(approved), 'code'));
  const redeem = async (code: string) =>
    given(await postForm(world, 'token', redemption(client, code)));
  const newCode = async () =>
    String(Reflect.get(clientAnswer(await browser.open(ask({ nonce: 'n-golden' }))), 'code'));
  const tokens = await redeem(firstCode);
  later(world);
  const rotated = given(await postForm(world, 'token', rotation(client, tokens.refresh_token)));
  const other = await redeem(await newCode());
  await postForm(world, 'revoke', { token: other.access_token, ...inForm(client) });
  const revokedFamily = await redeem(await newCode());
  await postForm(world, 'revoke', { token: revokedFamily.refresh_token, ...inForm(client) });

  const program = await anAskingClient(world, { public: true, redirectUris: [] });
  return {
    client,
    tokens: { access: rotated.access_token, refresh: rotated.refresh_token, id: tokens.id_token },
    usedRefreshToken: tokens.refresh_token,
    revokedAccessToken: other.access_token,
    revokedRefreshToken: revokedFamily.refresh_token,
    program: program.clientId,
    /** Data that expires after minutes, so it is created last. */
    async atTheEnd() {
      const approvedDevice = await aDevice(world, program.clientId);
      await approve(world, approvedDevice.device_code, { personId: owner.id, scopes: ['openid'] });
      const waitingDevice = await aDevice(world, program.clientId);
      const stranger = visitor(world.baseUrl);
      const request = pathTo(await stranger.open(ask({ state: 'golden state' })));
      return {
        approvedDevice: approvedDevice.device_code,
        waitingDevice: { code: waitingDevice.device_code, userCode: waitingDevice.user_code },
        request,
        requestCookies: [...stranger.cookies],
        code: await newCode(),
      };
    },
  };
}

async function aDevice(world: World, clientId: string) {
  const form = { client_id: clientId, scope: 'openid' };
  const { status, body } = await postForm(world, 'device_authorization', form);
  if (status !== 200) throw new Error(`a device was answered ${status}`);
  // The contract of the endpoint (RFC 8628).
  return body as { readonly device_code: string; readonly user_code: string };
}

/** A position in each list that is read page by page. */
export async function recordCursors(
  { cursor }: Recorder,
  of: {
    owner: Person;
    entityId: string;
    partner: { key: string; integrationId: string };
    visitor: { email: string; referralSource: string };
  },
): Promise<void> {
  const { owner, entityId, partner, visitor: guest } = of;
  await cursor('persons', '/persons');
  await cursor('api keys', `/persons/${owner.id}/api_keys`);
  await cursor('documents', `/legal_entities/${entityId}/documents`);
  await cursor('reserved names', '/reserved_names');
  await cursor('vouchers', '/vouchers');
  await cursor('partner keys', `/partner_integrations/${partner.integrationId}/keys`);
  await cursor('reviews', '/reviews');
  await cursor('pending reviews', '/reviews?status=pending');
  await cursor('visitor passes', '/visitor_pass_applications');
  await cursor(
    'visitor passes of an address',
    `/visitor_pass_applications?email=${encodeURIComponent(guest.email)}`,
  );
  await cursor(
    'visitor passes of a source',
    `/visitor_pass_applications?referralSource=${encodeURIComponent(guest.referralSource)}`,
  );
  await cursor('audit', '/audit');
  await cursor('audit of a subject', `/audit?subjectId=${owner.id}`);
  await cursor('audit of an actor', `/audit?actorId=${owner.id}`);
  await cursor('residency applications', '/api/v1/partner/residency_applications', partner.key);
}
