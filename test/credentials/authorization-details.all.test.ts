import { SignJWT } from 'jose/jwt/sign';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientAnswer } from '../support/authorization.ts';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
import { aRegisteredWallet, type RegisteredWallet } from '../support/registered-wallet.ts';
import { anEntity, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import {
  aHolder,
  aNonce,
  aProof,
  atCredentialEndpoint,
  atTokenEndpoint,
  openClientWallet,
  seeOffer,
  takingUp,
} from '../support/wallet.ts';

const world = await useWorld();
let ada: Person;
let browser: Visitor;
let wallet: RegisteredWallet;

beforeEach(async () => {
  world.clock.now += 86_400_000;
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
  wallet = await aRegisteredWallet(world);
});

const detailsOf = (id: string, more: object = {}) => [
  { type: 'openid_credential', credential_configuration_id: id, ...more },
];
const asText = (details: unknown) => ({ authorization_details: JSON.stringify(details) });

const proofs = async () => ({
  jwt: [await aProof(world, await aHolder(), { nonce: await aNonce(world) })],
});
const errorOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  Object(body)['error'],
];

describe('authorization details', () => {
  it('request a credential, and the token response returns its identifier', async () => {
    const entity = await anEntity(world, {
      representatives: [ada.id],
      residencyEffectiveDate: new Date(world.clock.now - 86_400_000).toISOString(),
    });
    const details = detailsOf('good_standing', { claims: [{ path: ['standing'] }] });
    const { page, shown } = await wallet.consentPage(browser, asText(details));
    const { shown: byScope } = await wallet.consentPage(browser, {
      scope: 'credential:good_standing',
    });
    expect(shownText(shown)).toBe(shownText(byScope));
    const answer = { decision: 'approve', legalEntityId: entity.id };
    const told = clientAnswer(await browser.send(page, answer));
    const { status, body } = await wallet.redeem(String(Reflect.get(told, 'code')));
    expect(status).toBe(200);
    const { access_token: access, refresh_token: refresh } = Object(body);
    const [identifier = ''] = Object(body).authorization_details[0].credential_identifiers;
    const given = [
      {
        type: 'openid_credential',
        credential_configuration_id: 'good_standing',
        credential_identifiers: [expect.stringMatching(/^[0-9a-f-]{36}$/)],
      },
    ];
    expect(body).toMatchObject({
      ...{ scope: 'credential:good_standing', authorization_details: given },
    });
    const body1 = { credential_identifier: identifier, proofs: await proofs() };
    expect((await wallet.ask(access, body1)).status).toBe(200);
    const renewed = await wallet.renew(refresh);
    expect(renewed.body).toMatchObject({ authorization_details: given });
    const again = { credential_identifier: identifier, proofs: await proofs() };
    const { access_token: next } = Object(renewed.body);
    expect((await wallet.ask(next, again)).status).toBe(200);
  });

  it('can be combined only with the scope of the same credential', async () => {
    const both = { scope: 'credential:residency', ...asText(detailsOf('residency')) };
    expect(await wallet.tokens(browser, both)).toMatchObject({
      authorization_details: [{ credential_configuration_id: 'residency' }],
    });
    for (const scope of ['credential:good_standing', 'openid', 'openid credential:residency']) {
      const pushed = await wallet.push({ scope, ...asText(detailsOf('residency')) });
      expect(errorOf(pushed)).toEqual([400, 'invalid_scope']);
    }
  });

  it('can be in a signed request', async () => {
    const claims = {
      ...{ iss: wallet.clientId, aud: world.baseUrl, client_id: wallet.clientId },
      ...{ redirect_uri: 'https://wallet.example/callback', response_type: 'code' },
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      ...{ code_challenge_method: 'S256', authorization_details: detailsOf('residency') },
      ...{ iat: wallet.seconds(), nbf: wallet.seconds(), exp: wallet.seconds() + 60 },
    };
    const request = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: 'wallet', typ: 'oauth-authz-req+jwt' })
      .sign(wallet.provider.privateKey);
    expect(await wallet.tokens(browser, { request })).toMatchObject({
      authorization_details: [{ credential_configuration_id: 'residency' }],
    });
  });

  it.each<[string, string]>([
    ['text that is not JSON', '['],
    ['an object instead of a list', '{}'],
    ['an empty list', '[]'],
    ['a list with null', '[null]'],
    ['another type', '[{"type":"payment_initiation"}]'],
    ['an entry without a credential', '[{"type":"openid_credential"}]'],
    ['an unknown credential', JSON.stringify(detailsOf('passport'))],
    ['a scope instead of a credential', JSON.stringify(detailsOf('credential:residency'))],
    ['two credentials', JSON.stringify([...detailsOf('residency'), ...detailsOf('good_standing')])],
  ])('are refused if they are %s', async (_, authorization_details) => {
    expect(errorOf(await wallet.push({ authorization_details }))).toEqual([
      400,
      'invalid_authorization_details',
    ]);
  });

  it('are refused from a client without the credential’s scope', async () => {
    const path = `/oauth_clients/${wallet.clientId}`;
    await world.admin('PATCH', path, { scopes: ['credential:good_standing'] });
    const pushed = await wallet.push(asText(detailsOf('residency')));
    expect(errorOf(pushed)).toEqual([400, 'invalid_scope']);
  });

  it('can be sent with a code if they name the same credential', async () => {
    const codeOf = async () => {
      const { page } = await wallet.consentPage(browser, { scope: 'credential:residency' });
      const answer = clientAnswer(await browser.send(page, { decision: 'approve' }));
      return String(Reflect.get(answer, 'code'));
    };
    const other = await wallet.redeem(await codeOf(), asText(detailsOf('good_standing')));
    expect(errorOf(other)).toEqual([400, 'invalid_authorization_details']);
    const { body } = await wallet.redeem(await codeOf(), asText(detailsOf('residency')));
    expect(body).toMatchObject({ authorization_details: [{ type: 'openid_credential' }] });
  });

  it('can be sent with the code of an offer', async () => {
    const offer = await seeOffer(browser, 'residency');
    const taken = (id: string) =>
      atTokenEndpoint(world, { ...takingUp(offer), ...asText(detailsOf(id)) });
    expect(errorOf(await taken('good_standing'))).toEqual([400, 'invalid_authorization_details']);
    const { status, body } = await taken('residency');
    expect(status).toBe(200);
    const { access_token: access, authorization_details: details } = Object(body);
    const asked = { credential_identifier: details[0].credential_identifiers[0] };
    const answer = await atCredentialEndpoint(world, access, { ...asked, proofs: await proofs() });
    expect(answer.status).toBe(200);
  });
});

describe('a credential identifier', () => {
  it('is valid only with its own token and without a configuration id', async () => {
    const tokens = await wallet.tokens(browser, asText(detailsOf('residency')));
    const others = await wallet.tokens(browser, asText(detailsOf('residency')));
    const idOf = (body: object) =>
      String(Object(body).authorization_details[0].credential_identifiers[0]);
    const access = String(tokens['access_token']);
    const ask = async (body: object) => wallet.ask(access, { ...body, proofs: await proofs() });
    for (const wrong of ['', 'residency', idOf(others)]) {
      expect(errorOf(await ask({ credential_identifier: wrong }))).toEqual([
        400,
        'unknown_credential_identifier',
      ]);
    }
    const both = { credential_identifier: idOf(tokens), credential_configuration_id: 'residency' };
    expect(errorOf(await ask(both))).toEqual([400, 'invalid_credential_request']);
    expect((await ask({ credential_identifier: idOf(tokens) })).status).toBe(200);
  });

  it('is not issued if the credential was requested by scope', async () => {
    const tokens = await wallet.tokens(browser);
    expect(tokens['authorization_details']).toBeUndefined();
    const answer = await wallet.ask(String(tokens['access_token']), {
      ...{ credential_identifier: 'residency', proofs: await proofs() },
    });
    expect(errorOf(answer)).toEqual([400, 'unknown_credential_identifier']);
  });
});

it('the metadata list the type openid_credential, as a wallet library reads them', async () => {
  const library = openClientWallet(await aHolder(), world, async () => {});
  const { authorizationServers } = await library.resolveIssuerMetadata(world.baseUrl);
  expect(authorizationServers[0]).toMatchObject({
    authorization_details_types_supported: ['openid_credential'],
  });
});
