import { beforeEach, describe, expect, it } from 'vitest';
import type { StoredCredential } from '../../shared/credentials/db/credentials.ts';
import { revokeCredential } from '../../shared/credentials/usecases/credentials.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { system } from '../../shared/platform/domain/audit-entry.ts';
import { aStoredCredential, revocationOf } from '../support/issued-credentials.ts';
import { useJournal } from '../support/journal.ts';
import { aLostMailbox } from '../support/mailboxes.ts';
import { shownText, signedIn } from '../support/portal.ts';
import { anEntity, aResident, created, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const journal = await useJournal(world, { lanes: 3, again: true });

let ada: Person;
let entity: { readonly id: string };
let residency: StoredCredential;
let standing: StoredCredential;
let others: readonly StoredCredential[];

beforeEach(async () => {
  world.clock.now += 60_000;
  ada = await aResident(world);
  const bob = await aResident(world);
  entity = await anEntity(world, { representatives: [ada.id, bob.id] });
  const other = await anEntity(world, { representatives: [ada.id] });
  world.clock.now += 1_000;
  residency = await aStoredCredential(world, ada.id);
  standing = await aStoredCredential(world, ada.id, { legalEntityId: entity.id });
  others = [
    await aStoredCredential(world, bob.id),
    await aStoredCredential(world, bob.id, { legalEntityId: other.id, kind: 'residency' }),
  ];
  world.clock.now += 1_000;
});

const now = () => new Date(world.clock.now).toISOString();
const inDays = (days: number) => new Date(world.clock.now + days * 86_400_000).toISOString();

async function reasons(...credentials: readonly StoredCredential[]) {
  await journal.drained();
  return Promise.all(credentials.map((each) => revocationOf(world, each)));
}

async function done(method: string, path: string, body?: unknown) {
  const answer = await world.admin(method, path, method === 'GET' ? undefined : (body ?? {}));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as { data: { residency: { id: string } } };
}

async function residencyOf({ id }: Person): Promise<string> {
  return `/persons/${id}/residencies/${(await done('GET', `/persons/${id}`)).data.residency.id}`;
}

async function trailOf({ id }: Person) {
  const { body } = await world.admin('GET', `/audit?subjectId=${id}&action=credential.revoked`);
  return (body as { data: { actor: object; details: Record<string, unknown> }[] }).data;
}

describe('credentials are revoked by', () => {
  it('no change that does not affect their claims', async () => {
    await done('PATCH', `/persons/${ada.id}`, { phoneNumber: '+5491122334455' });
    expect(await reasons(residency, standing, ...others)).toEqual([null, null, null, null]);
  });

  it('a dissolution before they expire', async () => {
    await done('PATCH', `/legal_entities/${entity.id}`, { dissolutionDate: inDays(3) });
    expect(await reasons(standing, residency, ...others)).toEqual([
      'entity_dissolved',
      null,
      null,
      null,
    ]);
  });

  it('the annulment of the registration', async () => {
    await done('POST', `/legal_entities/${entity.id}/annul`, {
      reasonCode: 'approved_by_mistake',
      reason: 'Entered twice',
    });
    expect(await reasons(standing, residency)).toEqual(['good_standing_ended', null]);
  });

  it.each(['overdue', 'unknown'])('taxes that are %s', async (taxState) => {
    await done('PATCH', `/legal_entities/${entity.id}`, { taxState });
    expect(await reasons(standing, residency, ...others)).toEqual([
      'good_standing_ended',
      null,
      null,
      null,
    ]);
  });

  it('a new name of the entity', async () => {
    await done('PATCH', `/legal_entities/${entity.id}`, { name: `Renamed ${entity.id}` });
    expect(await reasons(standing, residency)).toEqual(['particulars_changed', null]);
    const later = await aStoredCredential(world, ada.id, {
      legalEntityId: entity.id,
      sourceVersion: 99,
    });
    expect(await reasons(later)).toEqual([null]);
  });

  it('the end of a representation', async () => {
    await done('DELETE', `/legal_entities/${entity.id}/representatives/${ada.id}`);
    expect(await reasons(standing, residency, ...others)).toEqual([
      'representation_ended',
      null,
      null,
      null,
    ]);
  });

  it('the end of the residency, even if it is in the future', async () => {
    await done('POST', `${await residencyOf(ada)}/terminate`, { terminationDate: inDays(10) });
    expect(await reasons(residency, standing)).toEqual(['residency_ended', null]);
  });

  it('a new residency', async () => {
    await created(world, `/persons/${ada.id}/residencies`, {
      residencyType: 'e-Resident',
      effectiveDate: now(),
    });
    expect(await reasons(residency, standing)).toEqual(['residency_changed', null]);
  });

  it('the annulment of a residency', async () => {
    await done('POST', `${await residencyOf(ada)}/annul`, {
      reasonCode: 'approved_by_mistake',
      reason: 'Granted to somebody else',
    });
    expect(await reasons(residency, standing)).toEqual(['residency_ended', null]);
  });

  it('a new name of the holder', async () => {
    await done('PATCH', `/persons/${ada.id}`, { surname: 'Byron' });
    expect(await reasons(residency, standing)).toEqual(['particulars_changed', null]);
  });

  it('a deactivation, permanently even after a reactivation', async () => {
    await done('POST', `/persons/${ada.id}/deactivate`);
    expect(await reasons(residency, standing, ...others)).toEqual([
      'person_deactivated',
      'person_deactivated',
      null,
      null,
    ]);
    await done('POST', `/persons/${ada.id}/reactivate`);
    expect(await reasons(residency)).toEqual(['person_deactivated']);
  });

  it('a lost mailbox', async () => {
    await aLostMailbox(world, ada.id);
    expect(await reasons(residency, standing)).toEqual(['person_suspended', 'person_suspended']);
  });

  it('an erasure that deletes them first', async () => {
    const { personId, issuedAt, id } = residency;
    await transact(world.table, {
      gone: { remove: { Key: keys.credential(personId, issuedAt, id) } },
    });
    expect(await reasons(residency)).toEqual(['removed']);
  });
});

describe('a revocation', () => {
  it('is recorded in the audit trail and the holder’s Activity', async () => {
    await done('PATCH', `/legal_entities/${entity.id}`, { dissolutionDate: now() });
    await journal.drained();
    expect(await trailOf(ada)).toMatchObject([
      {
        actor: { kind: 'system', id: null, personId: null },
        details: {
          credentialId: standing.id,
          kind: 'good_standing',
          legalEntityId: entity.id,
          reasonCode: 'entity_dissolved',
        },
      },
    ]);
    const browser = await signedIn(world, ada.email);
    expect(shownText(await browser.open('/portal/activity'))).toContain('A credential was revoked');
  });

  it('is recorded once if several happen at the same time', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, () =>
        revokeCredential(residency, { reason: 'holder' }, system, world.deps),
      ),
    );
    expect(all.filter(Boolean)).toHaveLength(1);
    expect(await trailOf(ada)).toHaveLength(1);
    await done('POST', `/persons/${ada.id}/deactivate`);
    expect(await reasons(residency, standing)).toEqual(['holder', 'person_deactivated']);
    expect(await trailOf(ada)).toHaveLength(2);
  });

  it('reaches a credential issued during a dissolution or deactivation', async () => {
    // Issuance read the entity before the dissolution and writes after it was processed.
    await done('PATCH', `/legal_entities/${entity.id}`, { dissolutionDate: now() });
    await journal.drained();
    const late = await aStoredCredential(world, ada.id, { legalEntityId: entity.id });
    expect(await reasons(late)).toEqual(['entity_dissolved']);
    const both = await Promise.all([
      aStoredCredential(world, ada.id),
      done('POST', `/persons/${ada.id}/deactivate`),
    ]);
    expect(await reasons(both[0])).toEqual(['person_deactivated']);
  });
});
