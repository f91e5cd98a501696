import { expect, it } from 'vitest';
import { aResidencyDraft } from '../support/applicants.ts';
import { aResident, created } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();

interface Entry {
  readonly action: string;
  readonly actor: { readonly kind: string };
  readonly subject: { readonly id: string };
}

it('every operator write leaves one audit entry with its subject, without secrets or content', async () => {
  const person = await aResident(world);
  const expected: string[] = [];
  /** Calls a minute after the previous call, so that the entries have an order. */
  const write = async (
    action: string,
    subject: string,
    method: string,
    path: string,
    body?: unknown,
  ) => {
    world.clock.now += 60_000;
    const answer = await world.admin(method, path, body);
    expect(answer.status).toBe(200);
    expected.unshift(`${action} ${subject}`);
    return answer.body;
  };
  const make = (path: string, body: unknown) => {
    world.clock.now += 60_000;
    return created(world, path, body);
  };

  const entity = await make('/legal_entities', { optionId: 'llc', name: 'Acme', extension: 'LLC' });
  const entityPath = `/legal_entities/${entity.id}`;
  const representative = `${entityPath}/representatives/${person.id}`;
  expected.unshift(`legal_entity.imported ${entity.id}`);
  await write('legal_entity.updated', entity.id, 'PATCH', entityPath, { name: 'Zenith' });
  await write('legal_entity.representative_added', entity.id, 'PUT', representative);
  await write('legal_entity.representative_removed', entity.id, 'DELETE', representative);
  const file = { name: 'Rider', contentType: 'text/plain', contentBase64: 'U2VjcmV0IHRlcm1z' };
  const document = await make(`${entityPath}/documents`, file);
  expected.unshift(`document.stored ${entity.id}`);
  const hidden = { visibility: 'hidden' };
  const documentPath = `${entityPath}/documents/${document.id}`;
  await write('document.updated', entity.id, 'PATCH', documentPath, hidden);

  await write('voucher.created', 'SPRING', 'POST', '/vouchers', { code: 'spring', kind: 'full' });
  const owner = { ownerType: 'legal_entity', ownerId: entity.id };
  const referral = { code: 'acme', ...owner };
  await write('referral_code.created', 'acme', 'POST', '/referral_codes', referral);
  const enabled = { selfReferralEnabled: true };
  await write('referral_code.updated', 'acme', 'PATCH', '/referral_codes/ACME', enabled);
  const reserved = await make('/reserved_names', { name: 'Treasury' });
  expected.unshift(`reserved_name.created ${reserved.id}`);
  await write('reserved_name.released', reserved.id, 'DELETE', `/reserved_names/${reserved.id}`);

  const integration = await make('/partner_integrations', { name: 'Partner' });
  const integrationPath = `/partner_integrations/${integration.id}`;
  expected.unshift(`partner_integration.registered ${integration.id}`);
  const inactive = { active: false };
  await write('partner_integration.updated', integration.id, 'PATCH', integrationPath, inactive);
  const key = await make(`${integrationPath}/keys`, {});
  expected.unshift(`partner_key.issued ${integration.id}`);
  await write('partner_key.revoked', integration.id, 'DELETE', `${integrationPath}/keys/${key.id}`);
  const clientId = 'bookkeeper';
  const client = await make('/oauth_clients', {
    clientId,
    name: 'Bookkeeper',
    redirectUris: ['https://client.example/'],
    scopes: [],
  });
  expected.unshift(`oauth_client.registered ${clientId}`);
  const clientPath = `/oauth_clients/${clientId}`;
  await write('oauth_client.updated', clientId, 'PATCH', clientPath, inactive);
  const rotated = await write(
    'oauth_client.secret_rotated',
    clientId,
    'POST',
    `${clientPath}/secrets`,
  );
  // The shape of the answer to this call.
  const { secrets, clientSecret } = (
    rotated as { data: { secrets: Entry['subject'][]; clientSecret: string } }
  ).data;
  const revoked = `${clientPath}/secrets/${secrets[1]?.id}`;
  await write('oauth_client.secret_revoked', clientId, 'DELETE', revoked);

  const { id: applicationId } = await aResidencyDraft(world);
  const verification = `/residency_applications/${applicationId}/verification`;
  const verified = { status: 'approved' };
  await write('residency_application.verified', applicationId, 'POST', verification, verified);

  const { body } = await world.admin('GET', `/audit?limit=${expected.length}`);
  const { data } = body as { data: readonly Entry[] }; // the audit trail's contract
  expect(data.map(({ action, subject }) => `${action} ${subject.id}`)).toEqual(expected);
  expect(new Set(data.map(({ actor }) => actor.kind))).toEqual(new Set(['operator']));
  const text = JSON.stringify(data);
  for (const secret of [
    key['key'],
    client['clientSecret'],
    clientSecret,
    'U2VjcmV0',
    'Treasury',
    'Zenith',
  ]) {
    expect(text).not.toContain(secret);
  }
});
