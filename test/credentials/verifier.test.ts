import { createHash } from 'node:crypto';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import { compactVerify, importJWK, type JWK } from 'jose';
import { expect, it } from 'vitest';
import { aStoredCredential } from '../support/issued-credentials.ts';
import { useJournal } from '../support/journal.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { aHolder, anSdJwt, withKeyBinding } from '../support/sd-jwts.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const journal = await useJournal(world);

async function isSigned(data: string, signature: string, jwk: JWK): Promise<boolean> {
  const key = await importJWK(jwk, 'ES256');
  return compactVerify(`${data}.${signature}`, key).then(
    () => true,
    () => false,
  );
}

/** A verifier library that fetches the status list itself. */
const verifier = new SDJwtVcInstance({
  hasher: (data) =>
    createHash('sha256')
      .update(typeof data === 'string' ? data : new Uint8Array(data))
      .digest(),
  verifier: async (data, signature) => {
    const header = JSON.parse(Buffer.from(data.split('.')[0] ?? '', 'base64url').toString());
    const answer = await fetch(`${world.baseUrl}/api/oauth/.well-known/jwks.json`);
    const { keys } = (await answer.json()) as { keys: JWK[] };
    return isSigned(data, signature, keys.find(({ kid }) => kid === header.kid) ?? {});
  },
  kbVerifier: (data, signature, payload) => isSigned(data, signature, Object(payload)['cnf'].jwk),
});

it('a verifier library accepts one disclosed claim until the entity is dissolved', async () => {
  const holder = await aHolder();
  const { id } = await aResident(world);
  const entity = await anEntity(world, { representatives: [id] });
  const { status: place } = await aStoredCredential(world, id, { legalEntityId: entity.id });
  const claims = { entity_name: 'Acme LLC', standing: 'good' };
  const { jwt, disclosures } = await anSdJwt(world, { place, claims, holder });
  const nonce = 'n-1';
  const shown = await withKeyBinding(`${jwt}~${disclosures[1]}~`, holder, { payload: { nonce } });
  const currentDate = Math.floor(world.clock.now / 1000);
  const verify = () => verifier.verify(shown, { keyBindingNonce: nonce, currentDate });
  const { payload } = await verify();
  expect(payload).toMatchObject({ iss: world.baseUrl, standing: 'good' });
  expect(payload).not.toHaveProperty('entity_name');
  await world.admin('PATCH', `/legal_entities/${entity.id}`, {
    dissolutionDate: new Date(world.clock.now).toISOString(),
  });
  await journal.drained();
  await expect(verify()).rejects.toThrow('Status is not valid');
});
