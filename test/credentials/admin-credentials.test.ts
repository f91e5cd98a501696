import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredCredential } from '../../shared/credentials/db/credentials.ts';
import { invalidBody, notFound, operatorOf, unknownId } from '../support/admin.ts';
import { aStoredCredential, revocationOf } from '../support/issued-credentials.ts';
import { anEntity, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const operator = operatorOf(world);
let ada: Person;
let bob: Person;
let entity: { readonly id: string };
let residency: StoredCredential;
let standings: readonly StoredCredential[];

beforeEach(async () => {
  world.clock.now += 60_000;
  ada = await aResident(world);
  bob = await aResident(world);
  entity = await anEntity(world, { representatives: [ada.id, bob.id] });
  residency = await aStoredCredential(world, ada.id);
  world.clock.now += 1_000;
  const ofAda = await aStoredCredential(world, ada.id, { legalEntityId: entity.id });
  world.clock.now += 1_000;
  const ofBob = await aStoredCredential(world, bob.id, { legalEntityId: entity.id });
  standings = [ofAda, ofBob];
});

const ids = (data: unknown) => (data as { id: string }[]).map(({ id }) => id);

describe('operators and credentials:', () => {
  it('credentials are listed by holder and by entity', async () => {
    const [ofAda, ofBob] = standings;
    const listed = await operator.data('GET', `/credentials?personId=${ada.id}`);
    expect(ids(listed)).toEqual([ofAda?.id, residency.id]);
    expect((listed as object[])[1]).toEqual({
      id: residency.id,
      kind: 'residency',
      personId: ada.id,
      legalEntityId: null,
      status: 'good',
      statusList: residency.status.list,
      statusIndex: residency.status.index,
      copies: 1,
      issuedAt: residency.issuedAt,
      expiresAt: residency.expiresAt,
      revokedAt: null,
      revokedReason: null,
    });
    const about = await operator.data('GET', `/credentials?legalEntityId=${entity.id}`);
    expect(ids(about)).toEqual([ofBob?.id, ofAda?.id]);
    expect(await operator.data('GET', `/credentials?personId=${unknownId}`)).toEqual([]);
  });

  it('a list needs either a person or an entity', async () => {
    const refused = {
      status: 400,
      error: 'Invalid query parameters',
      code: 'request.invalid_query',
    };
    expect(await operator.refused('GET', '/credentials')).toEqual(refused);
    const both = `/credentials?personId=${ada.id}&legalEntityId=${entity.id}`;
    expect(await operator.refused('GET', both)).toEqual(refused);
  });

  it('a credential is revoked with a reason, once and permanently', async () => {
    const path = `/credentials/${residency.id}/revoke`;
    const body = { personId: ada.id, reason: 'Issued for somebody of the same name' };
    const revoked = await operator.data('POST', path, body);
    const revokedAt = new Date(world.clock.now).toISOString();
    expect(revoked).toMatchObject({
      id: residency.id,
      status: 'revoked',
      revokedAt,
      revokedReason: 'issued_in_error',
    });
    world.clock.now += 5_000;
    const again = await operator.data('POST', path, { ...body, reasonCode: 'key_compromised' });
    expect(again).toEqual(revoked);
    expect(await revocationOf(world, residency)).toBe('issued_in_error');
    const trail = await operator.data(
      'GET',
      `/audit?subjectId=${ada.id}&action=credential.revoked`,
    );
    expect(trail).toMatchObject([
      {
        actor: { kind: 'operator' },
        reason: body.reason,
        details: { credentialId: residency.id, reasonCode: 'issued_in_error' },
      },
    ]);
  });

  it('a revocation is refused for another holder, an unknown id or a missing reason', async () => {
    const path = `/credentials/${residency.id}/revoke`;
    const reason = 'Issued in error';
    expect(await operator.refused('POST', path, { personId: bob.id, reason })).toEqual(notFound);
    expect(await operator.refused('POST', path, { personId: ada.id })).toEqual(invalidBody);
    const other = `/credentials/${unknownId}/revoke`;
    expect(await operator.refused('POST', other, { personId: ada.id, reason })).toEqual(notFound);
    expect(await revocationOf(world, residency)).toBe(null);
  });
});
