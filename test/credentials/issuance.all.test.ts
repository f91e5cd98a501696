import { createHash, randomUUID } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import type { JWK } from 'jose';
import { compactVerify } from 'jose/jws/compact/verify';
import { decodeJwt } from 'jose/jwt/decode';
import { SignJWT } from 'jose/jwt/sign';
import { importJWK } from 'jose/key/import';
import { beforeEach, describe, expect, it } from 'vitest';
import { shownText, signedIn, type Visitor } from '../support/portal.ts';
import { anEntity, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import {
  aHolder,
  aNonce,
  aProof,
  atCredentialEndpoint,
  atTokenEndpoint,
  type Holder,
  seeOffer,
  takeUp,
  takingUp,
} from '../support/wallet.ts';

let ada: Person;
let browser: Visitor;
let holder: Holder;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 86_400_000;
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
  holder = await aHolder();
});

const minute = 60_000;
const day = 86_400_000;

/** A verifier library: it finds the key as SD-JWT VC defines, and requires a key binding with the holder's key. */
function verifier() {
  return new SDJwtVcInstance({
    hasher: (data, alg) =>
      createHash(alg.replace('-', ''))
        .update(typeof data === 'string' ? data : new Uint8Array(data))
        .digest(),
    verifier: async (data, signature) => {
      const { kid } = JSON.parse(Buffer.from(data.split('.')[0] ?? '', 'base64url').toString());
      const { body: issuer } = await world.call('GET', '/.well-known/jwt-vc-issuer');
      expect(issuer).toEqual({ issuer: world.baseUrl, jwks_uri: expect.any(String) });
      const { keys } = (await (await fetch(String(Object(issuer)['jwks_uri']))).json()) as {
        keys: JWK[];
      };
      const jwk = keys.find((key) => key.kid === kid) ?? {};
      return compactVerify(`${data}.${signature}`, await importJWK(jwk, 'ES256')).then(
        () => true,
        () => false,
      );
    },
    kbVerifier: async (data, signature, payload) => {
      const jwk = Object(payload)['cnf'].jwk;
      return compactVerify(`${data}.${signature}`, await importJWK(jwk, 'ES256')).then(
        () => true,
        () => false,
      );
    },
    kbSigner: async (data) => {
      const way = { name: 'ECDSA', hash: 'SHA-256' };
      const signed = await crypto.subtle.sign(way, holder.privateKey, Buffer.from(data));
      return Buffer.from(signed).toString('base64url');
    },
    kbSignAlg: 'ES256',
    // A list on which nothing is revoked.
    statusListFetcher: (sub) => {
      const lst = deflateSync(new Uint8Array(12_500)).toString('base64url');
      const list = { sub, iat: Math.floor(world.clock.now / 1000), status_list: { bits: 1, lst } };
      return world.deps.credentialSigner.sign({ typ: 'statuslist+jwt' }, list);
    },
    statusVerifier: async () => true,
  });
}

async function tokensFor(about = 'residency') {
  const offer = await seeOffer(browser, about);
  const { status, body } = await atTokenEndpoint(world, takingUp(offer));
  expect(status).toBe(200);
  return { offer, ...(body as { access_token: string; refresh_token: string; scope: string }) };
}

const ask = async (
  accessToken: string,
  proof: string | Promise<string>,
  configuration = 'residency',
) =>
  atCredentialEndpoint(world, accessToken, {
    credential_configuration_id: configuration,
    proofs: { jwt: [await proof] },
  });

const refused = (error: string, status = 400) => ({
  status,
  body: { error, error_description: expect.any(String) },
});

const deactivate = async () => {
  expect((await world.admin('POST', `/persons/${ada.id}/deactivate`, {})).status).toBe(200);
};

const anEntityOf = (person: Person) =>
  anEntity(world, {
    representatives: [person.id],
    residencyEffectiveDate: new Date(world.clock.now - day).toISOString(),
  });

/** A time as a credential shows it: its day, in Unix seconds. */
const toTheDay = (at: number) => Math.floor(at / day) * 86_400;

describe('a residency credential', () => {
  it('is issued from the page to a wallet, which presents one claim with the holder’s key', async () => {
    const offer = await seeOffer(browser, 'residency');
    const { credential, tokens } = await takeUp(world, offer, holder);
    expect(tokens).toMatchObject({
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'credential:residency',
    });
    const open = decodeJwt(credential.split('~')[0] ?? '');
    const issued = Math.floor(world.clock.now / 1000);
    expect(open).toEqual({
      iss: world.baseUrl,
      vct: `${world.baseUrl}/credentials/types/residency`,
      iat: toTheDay(world.clock.now),
      exp: toTheDay(world.clock.now + 30 * day),
      cnf: { jwk: holder.publicJwk },
      status: {
        status_list: {
          idx: expect.any(Number),
          uri: expect.stringMatching(`^${world.baseUrl}/credentials/status/`),
        },
      },
      _sd: expect.any(Array),
      _sd_alg: 'sha-256',
    });
    const nonce = 'of-the-verifier';
    const shown = await verifier().present(
      credential,
      { resident_permit_number: true },
      { kb: { payload: { iat: issued, aud: 'https://bank.example', nonce } } },
    );
    const seen = await verifier().verify(shown, {
      currentDate: issued,
      keyBindingNonce: nonce,
      requiredClaimKeys: ['resident_permit_number'],
    });
    expect(seen.payload).toMatchObject({ resident_permit_number: ada.rpn });
    expect(seen.payload).not.toHaveProperty('given_name');
    expect(seen.kb?.payload).toMatchObject({ aud: 'https://bank.example' });
  });

  it('has the expected claims and no others', async () => {
    const { credential } = await takeUp(world, await seeOffer(browser, 'residency'), holder);
    const [, ...disclosures] = credential.split('~').filter((part) => part !== '');
    const claims = disclosures.map((text) =>
      JSON.parse(Buffer.from(text, 'base64url').toString()).slice(1),
    );
    expect(Object.fromEntries(claims)).toEqual({
      given_name: 'Test',
      family_name: 'Resident',
      residency_type: 'Resident',
      resident_permit_number: ada.rpn,
      resident_since: '2024-01-01',
      jurisdiction: world.deps.jurisdiction,
    });
  });

  it('expires when the residency ends if that is sooner', async () => {
    const terminationDate = new Date(world.clock.now + 3 * day).toISOString();
    const eva = await aResident(world, { terminationDate });
    browser = await signedIn(world, eva.email);
    const { credential } = await takeUp(world, await seeOffer(browser, 'residency'), holder);
    expect(decodeJwt(credential.split('~')[0] ?? '').exp).toBe(
      toTheDay(Date.parse(terminationDate)),
    );
  });

  it('can be renewed with the refresh token, only for the same key', async () => {
    const { tokens, fetched } = await takeUp(world, await seeOffer(browser, 'residency'), holder);
    world.clock.now += 29 * day;
    const again = await atTokenEndpoint(world, {
      grant_type: 'refresh_token',
      refresh_token: String(tokens.refresh_token),
    });
    expect(again.status).toBe(200);
    const { access_token: accessToken } = again.body as { access_token: string };
    const renewed = await fetched(accessToken);
    expect(decodeJwt(renewed.split('~')[0] ?? '').iat).toBe(toTheDay(world.clock.now));
    const nonce = await aNonce(world);
    expect(await ask(accessToken, aProof(world, await aHolder(), { nonce }))).toMatchObject(
      refused('credential_request_denied'),
    );
  });

  it('can be revoked by its holder, after which no wallet can renew it', async () => {
    const { tokens } = await takeUp(world, await seeOffer(browser, 'residency'), holder);
    const listed = await browser.open('/portal/credentials');
    expect(shownText(listed)).toContain('My residency Valid until');
    const action = /action="[^"]*(\/portal\/credentials\/[^"]+\/revoke)"/.exec(listed.text)?.[1];
    expect((await browser.send(action ?? '', {})).status).toBe(303);
    expect(shownText(await browser.open('/portal/credentials'))).toContain('Revoked on');
    expect(
      await atTokenEndpoint(world, {
        grant_type: 'refresh_token',
        refresh_token: String(tokens.refresh_token),
      }),
    ).toMatchObject(refused('invalid_grant'));
    const { access_token: accessToken } = tokens;
    const nonce = await aNonce(world);
    expect(await ask(accessToken, aProof(world, holder, { nonce }))).toMatchObject(
      refused('invalid_token', 401),
    );
  });
});

describe('a good standing credential', () => {
  it('has the claims of the certificate', async () => {
    const entity = await anEntityOf(ada);
    const { credential } = await takeUp(world, await seeOffer(browser, entity.id), holder);
    const { claims } = { claims: await verifier().getClaims(credential) };
    expect(claims).toMatchObject({
      vct: `${world.baseUrl}/credentials/types/good_standing`,
      entity_name: `${entity['name']} LLC`,
      standing: 'good',
      resident_permit_number: entity['residentPermitNumber'],
    });
  });

  it.each([
    [
      'the entity was dissolved',
      () => ({ dissolutionDate: new Date(world.clock.now).toISOString() }),
    ],
    ['its taxes became overdue', () => ({ taxState: 'overdue' })],
  ])('is not issued if %s after the offer', async (_, change) => {
    const entity = await anEntityOf(ada);
    const { access_token: accessToken } = await tokensFor(entity.id);
    const path = `/legal_entities/${entity.id}`;
    expect((await world.admin('PATCH', path, change())).status).toBe(200);
    world.clock.now += 1_000;
    const nonce = await aNonce(world);
    expect(await ask(accessToken, aProof(world, holder, { nonce }), 'good_standing')).toMatchObject(
      refused('credential_request_denied'),
    );
  });

  it('is not offered for an entity whose certificate needs a review', async () => {
    const entity = await anEntityOf(ada);
    await world.admin('PATCH', `/legal_entities/${entity.id}`, { taxState: 'overdue' });
    const page = await browser.open('/portal/credentials');
    expect(page.text).not.toContain(`value="${entity.id}"`);
    expect(shownText(page)).toContain('taxes are overdue or unknown');
    const { status } = await browser.send('/portal/credentials', { subject: entity.id });
    expect(status).toBe(409);
  });

  it('is not offered for someone else’s entity', async () => {
    const entity = await anEntityOf(await aResident(world));
    await browser.open('/portal/credentials');
    const { status } = await browser.send('/portal/credentials', { subject: entity.id });
    expect(status).toBe(409);
  });
});

describe('a credential offer', () => {
  it('can be redeemed once, even by two wallets at the same time', async () => {
    const offer = await seeOffer(browser, 'residency');
    const answers = await Promise.all([1, 2].map(() => atTokenEndpoint(world, takingUp(offer))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await atTokenEndpoint(world, takingUp(offer))).toMatchObject(refused('invalid_grant'));
  });

  it('expires after ten minutes', async () => {
    const offer = await seeOffer(browser, 'residency');
    world.clock.now += 10 * minute;
    expect(await atTokenEndpoint(world, takingUp(offer))).toMatchObject(refused('invalid_grant'));
  });

  it('is void after five wrong transaction codes, even with the right one', async () => {
    const offer = await seeOffer(browser, 'residency');
    const wrong = { ...offer, txCode: String((Number(offer.txCode) + 1) % 1_000_000) };
    const first = await atTokenEndpoint(world, takingUp(wrong));
    expect(first).toMatchObject(refused('invalid_grant'));
    await Promise.all([1, 2, 3, 4].map(() => atTokenEndpoint(world, takingUp(wrong))));
    expect(await atTokenEndpoint(world, takingUp(offer))).toMatchObject(refused('invalid_grant'));
  });

  it('allows at most five transaction codes, even at the same time', async () => {
    const offer = await seeOffer(browser, 'residency');
    const guesses = Array.from({ length: 30 }, (_, index) => ({
      ...offer,
      txCode: String((Number(offer.txCode) + 30 - 1 - index) % 1_000_000).padStart(6, '0'),
    }));
    // The right one is the last.
    expect(guesses.at(-1)?.txCode).toBe(offer.txCode);
    const answers = await Promise.all(
      guesses.map((guess) => atTokenEndpoint(world, takingUp(guess))),
    );
    expect(answers.map(({ status }) => status)).toEqual(guesses.map(() => 400));
  });

  it('needs the transaction code', async () => {
    const offer = await seeOffer(browser, 'residency');
    const { tx_code: _, ...without } = takingUp(offer);
    expect(await atTokenEndpoint(world, without)).toMatchObject(refused('invalid_request'));
    expect((await atTokenEndpoint(world, takingUp(offer))).status).toBe(200);
  });

  it('is void once its owner is deactivated, before and after it was redeemed', async () => {
    const offer = await seeOffer(browser, 'residency');
    const { access_token: accessToken, refresh_token: refreshToken } = await tokensFor();
    await deactivate();
    expect(await atTokenEndpoint(world, takingUp(offer))).toMatchObject(refused('invalid_grant'));
    const nonce = await aNonce(world);
    expect(await ask(accessToken, aProof(world, holder, { nonce }))).toMatchObject(
      refused('invalid_token', 401),
    );
    const again = { grant_type: 'refresh_token', refresh_token: refreshToken };
    expect(await atTokenEndpoint(world, again)).toMatchObject(refused('invalid_grant'));
  });

  it('requires a sign-in within the last 15 minutes', async () => {
    world.clock.now += 16 * minute;
    await browser.open('/portal/credentials');
    const { status, headers } = await browser.send('/portal/credentials', { subject: 'residency' });
    expect([status, headers.get('location')]).toEqual([
      303,
      expect.stringContaining('reason=credential'),
    ]);
  });
});

describe('a key proof', () => {
  it('needs the signature of its own key, this issuer, a current time and our nonce', async () => {
    const { access_token: accessToken } = await tokensFor();
    const claims = { nonce: await aNonce(world) };
    const iat = Math.floor(world.clock.now / 1000);
    const other = await aHolder();
    const { x, y } = holder.publicJwk;
    const unsigned = [{ alg: 'none', typ: 'openid4vci-proof+jwt', jwk: holder.publicJwk }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const wrong = [
      `${unsigned}.`,
      await aProof(world, holder, { ...claims, aud: 'https://other.example' }),
      await aProof(world, holder, { ...claims, iat: iat - 301 }),
      await aProof(world, holder, { ...claims, iat: iat + 60 }),
      await aProof(world, holder, {}),
      await aProof(world, holder, claims, { typ: 'JWT' }),
      await aProof(world, holder, claims, { jwk: other.publicJwk }),
      await aProof(world, holder, claims, { jwk: undefined }),
      await aProof(world, holder, claims, { kid: 'did:example:1#0' }),
      await aProof(world, holder, claims, { jwk: { kty: 'oct', k: 'c2VjcmV0' } }),
      await aProof(world, holder, claims, { jwk: { kty: 'EC', crv: 'P-256', x, y, d: x } }),
      'no.jwt.atall',
    ];
    for (const proof of wrong) {
      expect(await ask(accessToken, proof)).toMatchObject(refused('invalid_proof'));
    }
    const at = world.clock.now / 1000 - 0.25;
    expect((await ask(accessToken, aProof(world, holder, { ...claims, iat: at }))).status).toBe(
      200,
    );
  });

  it('can use a nonce once, within five minutes', async () => {
    const { access_token: accessToken } = await tokensFor();
    const nonce = await aNonce(world);
    const answers = await Promise.all(
      [1, 2].map(() => ask(accessToken, aProof(world, holder, { nonce }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await ask(accessToken, aProof(world, holder, { nonce }))).toMatchObject(
      refused('invalid_nonce'),
    );
    const late = await aNonce(world);
    world.clock.now += 5 * minute;
    const { access_token: next } = await tokensFor();
    expect(await ask(next, aProof(world, holder, { nonce: late }))).toMatchObject(
      refused('invalid_nonce'),
    );
    expect(await ask(next, aProof(world, holder, { nonce: 'invented' }))).toMatchObject(
      refused('invalid_nonce'),
    );
  });
});

describe('the credential endpoint', () => {
  it('accepts DPoP-bound tokens only with a proof of the same key', async () => {
    const device = await aHolder();
    const proofFor = async (path: string, claims: object, { privateKey, publicJwk } = device) =>
      new SignJWT({ jti: randomUUID(), htm: 'POST', htu: world.baseUrl + path, ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: publicJwk })
        .setIssuedAt(Math.floor(world.clock.now / 1000))
        .sign(privateKey);
    const form = takingUp(await seeOffer(browser, 'residency'));
    const asked = async (nonce?: string) =>
      atTokenEndpoint(world, form, { dpop: await proofFor('/api/oauth/token', { nonce }) });
    const first = await asked();
    expect(first).toMatchObject(refused('use_dpop_nonce'));
    const { status, body } = await asked(first.headers.get('dpop-nonce') ?? '');
    const { token_type, expires_in } = Object(body);
    expect([status, token_type, expires_in]).toEqual([200, 'DPoP', 600]);
    const token = String(Object(body)['access_token']);
    const ath = createHash('sha256').update(token).digest('base64url');
    const input = async () => ({
      credential_configuration_id: 'residency',
      proofs: { jwt: [await aProof(world, holder, { nonce: await aNonce(world) })] },
    });
    const sent = async (key: Holder) => {
      const dpop = await proofFor('/api/credentials/credential', { ath }, key);
      const headers = { authorization: `DPoP ${token}`, dpop };
      return atCredentialEndpoint(world, token, await input(), headers);
    };
    expect(await atCredentialEndpoint(world, token, await input())).toMatchObject(
      refused('invalid_token', 401),
    );
    expect(await sent(await aHolder())).toMatchObject(refused('invalid_token', 401));
    expect((await sent(device)).status).toBe(200);
  });

  it('returns a specific error for each invalid request', async () => {
    const { access_token: accessToken } = await tokensFor();
    const jwt = [await aProof(world, holder, { nonce: await aNonce(world) })];
    const proofs = { jwt };
    const asked = async (body: object) => atCredentialEndpoint(world, accessToken, body);
    const configuration = { credential_configuration_id: 'residency' };
    expect(await asked({ ...configuration })).toMatchObject(refused('invalid_proof'));
    expect(await asked({ proofs })).toMatchObject(refused('invalid_credential_request'));
    expect(await asked({ credential_configuration_id: 'passport', proofs })).toMatchObject(
      refused('unknown_credential_configuration'),
    );
    expect(await asked({ credential_identifier: 'one', proofs })).toMatchObject(
      refused('unknown_credential_identifier'),
    );
    expect(await asked({ credential_configuration_id: 'good_standing', proofs })).toMatchObject(
      refused('invalid_credential_request'),
    );
    expect(await asked({ ...configuration, proofs: { jwt: [...jwt, ...jwt] } })).toMatchObject(
      refused('invalid_proof'),
    );
    expect(
      await asked({ ...configuration, proofs, credential_response_encryption: {} }),
    ).toMatchObject(refused('invalid_encryption_parameters'));
    expect(await asked({ credential_configuration_id: 7 })).toMatchObject(
      refused('invalid_credential_request'),
    );
  });

  it('accepts only credential tokens, which no other endpoint accepts', async () => {
    const { access_token: accessToken } = await tokensFor();
    const me = await world.call('GET', '/api/v1/me/natural-person', { key: accessToken });
    expect(me.status).toBe(401);
    const proof = await aProof(world, holder, { nonce: await aNonce(world) });
    for (const token of [ada.standardKey, 'a.b.c', `${accessToken}x`]) {
      const answer = await ask(token, proof);
      expect(answer).toMatchObject(refused('invalid_token', 401));
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
    world.clock.now += 5 * minute;
    expect(await ask(accessToken, proof)).toMatchObject(refused('invalid_token', 401));
  });
});
