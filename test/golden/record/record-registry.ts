import { aRepresentedEntity } from '../../support/certificates.ts';
import { anAgentKey, aResident, created } from '../../support/registry.ts';
import type { World } from '../../support/world.ts';
import type { Recorder } from './recorder.ts';
import { later } from './recording-world.ts';

/** People, entities, codes and other data of operators. */
export async function recordRegistry(world: World, recorder: Recorder) {
  const owner = await aResident(world);
  later(world);
  await world.admin('PATCH', `/persons/${owner.id}`, {
    dateOfBirth: '1990-12-10',
    sex: 'female',
    countryOfBirth: 'GB',
    citizenships: ['GB', 'HN'],
    address: { line1: '12 Square', city: 'London', postalCode: 'SW1', country: 'GB' },
    phoneNumber: '+44 20 7946 0000',
  });
  const entity = await aRepresentedEntity(world, owner);
  const code = 'GOLDEN-CODE';
  await created(world, '/referral_codes', { code, ownerType: 'natural_person', ownerId: owner.id });
  later(world);
  const referredEntity = await aRepresentedEntity(world, owner, { referralCode: code });
  const referredPerson = await created(world, '/persons', {
    email: 'referred@people.example',
    referralCode: code,
  });
  const reserved = [];
  const vouchers = [];
  for (const name of ['Reserved One', 'Reserved Two', 'Reserved Three']) {
    later(world);
    reserved.push((await created(world, '/reserved_names', { name })).id);
    vouchers.push(String((await created(world, '/vouchers', { kind: 'full' }))['code']));
    await created(world, `/legal_entities/${entity.id}/documents`, {
      name,
      contentType: 'application/pdf',
      contentBase64: Buffer.from('%PDF-1.7').toString('base64'),
      visibility: 'visible',
    });
  }
  await created(world, '/reserved_names', { name: 'Reserved Here', optionId: 'llc' });
  await created(world, '/vouchers', { kind: 'percent', value: 50 });

  await world.call('POST', '/api/v1/verify_rpn', {
    key: owner.standardKey,
    body: { rpn: owner.rpn },
  });
  later(world);
  const agentKey = await anAgentKey(world, owner.id, ['agent:verify_rpn']);
  const revoked = await created(world, `/persons/${owner.id}/api_keys`, { kind: 'standard' });
  await world.admin('DELETE', `/persons/${owner.id}/api_keys/${revoked.id}`);

  const left = await created(world, '/persons', { email: 'left@people.example' });
  const residency = await created(world, `/persons/${left.id}/residencies`, {
    residencyType: 'e-Resident',
  });
  const leftKey = await created(world, `/persons/${left.id}/api_keys`, { kind: 'standard' });
  later(world);
  await world.admin('POST', `/persons/${left.id}/residencies/${residency.id}/terminate`, {});
  await world.admin('POST', `/persons/${left.id}/deactivate`, {});

  const pass = {
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'visitor@visitors.example',
    signature: 'Grace Hopper',
    consentToBackgroundCheck: true,
    dateOfBirth: '1990-12-09',
    referralSource: 'Spring Conference',
  };
  const passes = '/api/v1/visitor_pass_applications';
  await recorder.idempotent('visitor pass', { path: passes, body: pass });
  later(world);
  await world.call('POST', passes, { body: { ...pass, referralSource: 'A friend' } });
  await world.call('POST', passes, { body: { ...pass, email: 'other@visitors.example' } });
  return {
    owner,
    agentKey,
    revokedKey: String(revoked['key']),
    deactivated: { id: left.id, key: String(leftKey['key']) },
    entity: { id: entity.id, name: String(entity['name']) },
    referral: { code, entityId: referredEntity.id, personId: referredPerson.id },
    /** Entities by their names. */
    reservedNames: reserved,
    vouchers,
    visitor: { email: pass.email, referralSource: pass.referralSource },
  };
}
