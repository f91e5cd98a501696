import { expect, it } from 'vitest';
import { addPasskey } from '../support/passkeys.ts';
import { signedIn } from '../support/portal.ts';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00Z');
const { admin, aPerson } = operatorOf(world);

it('npm run admin adds, shows, changes and removes staff', async () => {
  const { id } = await aPerson();
  const added = await admin(
    `staff add ${id} --roles reviewer --roles senior_reviewer --subject-types amendment`,
  );
  const member = {
    id,
    status: 'active',
    roles: ['reviewer', 'senior_reviewer'],
    subjectTypes: ['amendment'],
    addedAt: '2026-03-01T12:00:00.000Z',
    changedAt: '2026-03-01T12:00:00.000Z',
    version: 1,
  };
  expect(added).toEqual(member);
  expect(await admin(`staff show ${id}`)).toEqual(member);
  expect(await admin('staff list')).toEqual([member]);
  // All types again; fields that are not given are unchanged.
  const revised = { ...member, subjectTypes: null, version: 2 };
  expect(await admin(`staff update ${id} --subject-types none --version 1`)).toEqual(revised);
  const removed = { ...revised, status: 'removed', version: 3 };
  expect(await admin(`staff remove ${id} --yes`)).toEqual(removed);
  expect(await admin('staff list')).toEqual([removed]);
});

it('npm run admin creates a passkey code, and lists and removes passkeys', async () => {
  const { id, email } = await aPerson();
  await addPasskey(world, await signedIn(world, String(email)));
  await admin(`staff add ${id} --roles reviewer`);
  expect(await admin(`staff passkey-code ${id}`)).toEqual({
    personId: id,
    code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/),
    expiresAt: '2026-03-02T12:00:00.000Z',
  });
  const passkey = {
    id: expect.any(String),
    synced: false,
    validForDecisions: false,
    createdAt: '2026-03-01T12:00:00.000Z',
    lastUsedAt: null,
    suspendedAt: null,
  };
  const listed = await admin(`passkeys list ${id}`);
  expect(listed).toEqual([passkey]);
  const [{ id: passkeyId }] = listed as [{ id: string }];
  expect(await admin(`passkeys remove ${id} ${passkeyId} --yes`)).toEqual(passkey);
  expect(await admin(`passkeys list ${id}`)).toEqual([]);
});
