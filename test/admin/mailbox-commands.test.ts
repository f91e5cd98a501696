import { expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import { operatorOf } from './operator.ts';

const world = await useWorld();
world.clock.now = Date.parse('2026-03-01T12:00:00Z');
const { admin, aPerson } = operatorOf(world);

it('npm run admin opens, lists, shows, withdraws and refuses lost mailbox cases', async () => {
  const { id: personId, email } = await aPerson();
  const found = {
    id: expect.any(String),
    personId,
    email,
    newEmail: 'found@lost.example',
    newEmailProvenAt: null,
    status: 'open',
    openedAt: '2026-03-01T12:00:00.000Z',
    openedBy: null,
    evidence: 0,
    approvals: [],
    confirmedAt: null,
    dueAt: null,
    endedAt: null,
    reasonCode: null,
  };
  const line = `mailbox-cases open --person-id ${personId} --email found@lost.example --yes`;
  const opened = await admin(line);
  expect(opened).toEqual(found);
  const { id } = opened as { id: string };
  expect(await admin('mailbox-cases list --status running')).toEqual([found]);
  expect(await admin(`mailbox-cases show ${id}`)).toEqual(found);
  const over = { ...found, endedAt: '2026-03-01T12:00:00.000Z' };
  expect(await admin(`mailbox-cases withdraw ${id}`)).toEqual({ ...over, status: 'withdrawn' });
  expect(await admin('mailbox-cases list --status running')).toEqual([]);
  const again = (await admin(line)) as { id: string };
  expect(await admin(`mailbox-cases refuse ${again.id} --reason-code not_the_person`)).toEqual({
    ...over,
    status: 'refused',
    reasonCode: 'not_the_person',
  });
  expect(await admin('mailbox-cases list')).toHaveLength(2);
});
