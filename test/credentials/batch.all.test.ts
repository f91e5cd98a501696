import { decodeJwt } from 'jose/jwt/decode';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  isRevokedPlace,
  listCredentials,
  statusPlacesOf,
} from '../../shared/credentials/db/credentials.ts';
import { batchSize, shownTimes } from '../../shared/credentials/domain/credential.ts';
import { concernOf } from '../../shared/credentials/domain/revocation.ts';
import { checkCredentials } from '../../shared/credentials/usecases/check-credentials.ts';
import { issueCredential } from '../../shared/credentials/usecases/issue-credential.ts';
import { claimsOf } from '../support/oauth.ts';
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
  openWallet,
  seeOffer,
  takingUp,
} from '../support/wallet.ts';

const world = await useWorld();
let ada: Person;
let browser: Visitor;

beforeEach(async () => {
  world.clock.now += 86_400_000;
  ada = await aResident(world);
  browser = await signedIn(world, ada.email);
});

const holders = (count: number) => Promise.all(Array.from({ length: count }, () => aHolder()));

async function tokensFor(about = 'residency') {
  const { body } = await atTokenEndpoint(world, takingUp(await seeOffer(browser, about)));
  const { access_token, refresh_token } = Object(body);
  return { access: String(access_token), refresh: String(refresh_token) };
}

/** Requests one copy per key, with one nonce for all. */
async function askFor(access: string, keys: readonly Holder[], configuration = 'residency') {
  const nonce = await aNonce(world);
  const jwt = await Promise.all(keys.map((key) => aProof(world, key, { nonce })));
  const body = { credential_configuration_id: configuration, proofs: { jwt } };
  return atCredentialEndpoint(world, access, body);
}

const copiesOf = (body: unknown): string[] =>
  Object(body).credentials.map(({ credential }: { credential: string }) => credential);

const refused = (error: string) => ({ status: 400, body: { error } });

/** The parts of a copy that a reader of its text sees: the always visible claims and each disclosure. */
function partsOf(copy: string) {
  const [jwt = '', ...disclosures] = copy.split('~').filter((part) => part !== '');
  const { _sd, cnf, status, ...same } = decodeJwt(jwt) as Record<string, unknown>;
  const claims = disclosures.map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()));
  return {
    same,
    key: JSON.stringify(cnf),
    place: JSON.stringify(status),
    digests: _sd as string[],
    salts: claims.map(([salt]) => String(salt)),
    claims: Object.fromEntries(claims.map(([, name, value]) => [name, value])),
  };
}

const storedOf = async (person: Person) => listCredentials(world.table, person.id);

describe('a batch', () => {
  it('has one copy per proof of a wallet library, each bound to its key', async () => {
    const keys = await holders(3);
    const offer = await seeOffer(browser, 'residency');
    const [first = await aHolder()] = keys;
    const wallet = openWallet(first);
    const credentialOffer = await wallet.resolveCredentialOffer(offer.link);
    const issuerMetadata = await wallet.resolveIssuerMetadata(credentialOffer.credential_issuer);
    expect(issuerMetadata.credentialIssuer.batch_credential_issuance).toEqual({
      batch_size: batchSize,
    });
    const { accessTokenResponse: tokens } =
      await wallet.retrievePreAuthorizedCodeAccessTokenFromOffer({
        ...{ credentialOffer, issuerMetadata, txCode: offer.txCode },
      });
    const { c_nonce: nonce } = await wallet.requestNonce({ issuerMetadata });
    const jwt = await Promise.all(
      keys.map(async (key) => {
        const proof = await openWallet(key).createCredentialRequestJwtProof({
          ...{ issuerMetadata, credentialConfigurationId: 'residency', nonce },
          issuedAt: new Date(world.clock.now),
          signer: { method: 'jwk', alg: 'ES256', publicJwk: { ...key.publicJwk, kty: 'EC' } },
        });
        return proof.jwt;
      }),
    );
    const { credentialResponse } = await wallet.retrieveCredentials({
      ...{ issuerMetadata, credentialConfigurationId: 'residency' },
      ...{ accessToken: tokens.access_token, proofs: { jwt } },
    });
    const bound = copiesOf(credentialResponse).map(
      (copy) => decodeJwt(copy.split('~')[0] ?? '')['cnf'],
    );
    expect(bound).toEqual(keys.map(({ publicJwk }) => ({ jwk: publicJwk })));
  });

  it('has the same claims in each copy, and nothing that links the copies', async () => {
    const { access } = await tokensFor();
    const { body } = await askFor(access, await holders(batchSize));
    const parts = copiesOf(body).map(partsOf);
    expect(parts).toHaveLength(batchSize);
    const day = 86_400;
    const [{ same, claims } = partsOf('')] = parts;
    expect(claims).toMatchObject({ given_name: 'Test', resident_permit_number: ada.rpn });
    for (const part of parts) expect([part.same, part.claims]).toEqual([same, claims]);
    expect([Number(same['iat']) % day, Number(same['exp']) % day]).toEqual([0, 0]);
    expect(Object.keys(same).toSorted()).toEqual(['_sd_alg', 'exp', 'iat', 'iss', 'vct']);
    for (const unique of ['key', 'place'] as const) {
      expect(new Set(parts.map((part) => part[unique])).size).toBe(batchSize);
    }
    for (const unique of ['salts', 'digests'] as const) {
      const all = parts.flatMap((part) => part[unique]);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it('is one credential on the holder’s page and is revoked with all copies', async () => {
    const { access } = await tokensFor();
    expect((await askFor(access, await holders(3))).status).toBe(200);
    const listed = await browser.open('/portal/credentials');
    expect(shownText(listed).match(/Valid until/g)).toHaveLength(1);
    const action = /action="[^"]*(\/portal\/credentials\/[^"]+\/revoke)"/.exec(listed.text)?.[1];
    expect((await browser.send(action ?? '', {})).status).toBe(303);
    const [stored] = await storedOf(ada);
    const places = stored === undefined ? [] : statusPlacesOf(stored);
    // Its keys are deleted, except the one that a grant without DPoP needs for renewal.
    expect(stored?.copies?.map((copy) => Object.keys(copy))).toEqual([['status'], ['status']]);
    expect(places).toHaveLength(3);
    for (const place of places) expect(await isRevokedPlace(world.table, place)).toBe(true);
    const { body } = await world.admin('GET', `/credentials?personId=${ada.id}`);
    expect(Object(body).data).toMatchObject([{ copies: 3, status: 'revoked' }]);
  });

  it('can be about good standing and is revoked when the entity is dissolved', async () => {
    const entity = await anEntity(world, {
      representatives: [ada.id],
      residencyEffectiveDate: new Date(world.clock.now - 86_400_000).toISOString(),
    });
    const { access } = await tokensFor(entity.id);
    expect((await askFor(access, await holders(2), 'good_standing')).status).toBe(200);
    const revision = { dissolutionDate: new Date(world.clock.now).toISOString() };
    await world.admin('PATCH', `/legal_entities/${entity.id}`, revision);
    await checkCredentials({ kind: 'entity', id: entity.id }, world.deps);
    const [stored] = await storedOf(ada);
    expect(stored?.revokedReason).toBe('entity_dissolved');
    for (const place of stored === undefined ? [] : statusPlacesOf(stored)) {
      expect(await isRevokedPlace(world.table, place)).toBe(true);
    }
  });

  it('has all copies revoked if an erasure removes the credential first', async () => {
    const { access } = await tokensFor();
    await askFor(access, await holders(3));
    const [stored] = await storedOf(ada);
    const concern = concernOf({
      ...{ pk: `PERSON#${ada.id}`, sk: 'CREDENTIAL#1', before: stored, after: undefined },
      expired: false,
    });
    if (concern === null || stored === undefined) throw new Error('nothing to judge');
    await checkCredentials(concern, world.deps);
    for (const place of statusPlacesOf(stored)) {
      expect(await isRevokedPlace(world.table, place)).toBe(true);
    }
  });
});

describe('the proofs of a batch', () => {
  it('are at most ten, with different keys, and each must be valid', async () => {
    const { access } = await tokensFor();
    const [one = await aHolder(), other = one] = await holders(2);
    expect(await askFor(access, [one, other, one])).toMatchObject(refused('invalid_proof'));
    expect(await askFor(access, await holders(batchSize + 1))).toMatchObject(
      refused('invalid_proof'),
    );
    const nonce = await aNonce(world);
    const good = await aProof(world, one, { nonce });
    const asked = (jwt: readonly string[]) =>
      atCredentialEndpoint(world, access, {
        ...{ credential_configuration_id: 'residency', proofs: { jwt } },
      });
    const foreign = await aProof(world, other, { nonce, aud: 'https://other.example' });
    expect(await asked([good, foreign])).toMatchObject(refused('invalid_proof'));
    const stale = await aProof(world, other, { nonce: 'invented' });
    expect(await asked([good, stale])).toMatchObject(refused('invalid_nonce'));
    expect(await storedOf(ada)).toEqual([]);
    expect((await asked([good])).status).toBe(200);
  });

  it('use up their nonces, and can have one each', async () => {
    const { access } = await tokensFor();
    const [one = await aHolder(), other = one] = await holders(2);
    const [first, second] = [await aNonce(world), await aNonce(world)];
    const jwt = [
      await aProof(world, one, { nonce: first }),
      await aProof(world, other, { nonce: second }),
    ];
    const body = { credential_configuration_id: 'residency', proofs: { jwt } };
    const answers = await Promise.all([1, 2].map(() => atCredentialEndpoint(world, access, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    for (const nonce of [first, second]) {
      const again = { ...body, proofs: { jwt: [await aProof(world, one, { nonce })] } };
      expect(await atCredentialEndpoint(world, access, again)).toMatchObject(
        refused('invalid_nonce'),
      );
    }
  });

  it('must include the first key if the tokens are not DPoP-bound', async () => {
    const { access } = await tokensFor();
    const [one = await aHolder(), other = one, third = one] = await holders(3);
    expect((await askFor(access, [one, other])).status).toBe(200);
    expect(await askFor(access, [other, third])).toMatchObject(
      refused('credential_request_denied'),
    );
    expect((await askFor(access, [third, one])).status).toBe(200);
  });

  it('are at most two hundred a day', async () => {
    const { access } = await tokensFor();
    const { sub: personId, grant_id: grantId } = claimsOf(access);
    const keys = await holders(batchSize);
    const all = async (count: number) => {
      const nonce = await aNonce(world);
      const jwt = await Promise.all(
        keys.slice(0, count).map((key) => aProof(world, key, { nonce })),
      );
      const input = { configurationId: 'residency', proofs: { jwt } };
      return issueCredential(
        input,
        { personId: String(personId), grantId: String(grantId) },
        world.deps,
      );
    };
    for (let batch = 0; batch < 19; batch += 1) await all(batchSize);
    await all(1);
    await expect(all(batchSize)).rejects.toMatchObject({ status: 429 });
    await all(9);
    await expect(all(1)).rejects.toMatchObject({ status: 429 });
  });
});

it('credential times are rounded to the day, with an expiry after the issue', () => {
  const issuedAt = '2027-01-01T10:50:00.000Z';
  const shown = (expiresAt: string) => shownTimes({ issuedAt, expiresAt });
  const iat = Date.parse('2027-01-01') / 1000;
  expect(shown('2027-01-03T11:20:30.000Z')).toEqual({ iat, exp: Date.parse('2027-01-03') / 1000 });
  expect(shown('2027-01-01T10:55:00.000Z')).toEqual({ iat, exp: iat + 655 * 60 });
});
