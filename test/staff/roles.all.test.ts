import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readMailboxEvidence } from '../../shared/account/db/mailbox-cases.ts';
import {
  decisions,
  type StaffAct,
  type StaffRole,
  staffActs,
  staffRoles,
} from '../../shared/staff/domain/staff-rights.ts';
import {
  aLostMailbox,
  decideOnMailbox,
  proveNewAddress,
  sendEvidence,
} from '../support/mailboxes.ts';
import type { Visitor } from '../support/portal.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { aStaffMember } from '../support/staff.ts';
import { aConsoleOperator } from '../support/staff-passkeys.ts';
import { anApplicant, aSubmission, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const applicant = await anApplicant(world);
beforeEach(() => {
  world.clock.now += 60_000;
});

type Who = StaffRole | 'nobody';
const whos: readonly Who[] = [...staffRoles, 'nobody'];

/** The table of docs/operators/staff.md: `yes` or a status for each act and role. Everyone else gets 404. */
const table = readTable();
const pairs = [...table].flatMap(([act, row]) =>
  whos.map((who) => [act, who, row.get(who) ?? '404'] as const),
);

function readTable(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const text = readFileSync(new URL('../../docs/operators/staff.md', import.meta.url), 'utf8');
  const [head = '', , ...rows] =
    /\n(\| Act \|[\s\S]*?\n)\n/.exec(text)?.[1]?.trim().split('\n') ?? [];
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [, ...roles] = cells(head);
  return new Map(
    rows.map((line) => {
      const [act = '', ...answers] = cells(line);
      return [
        /^`([a-z._]+)`/.exec(act)?.[1] ?? act,
        new Map(roles.map((role, index) => [role, answers[index] ?? ''])),
      ];
    }),
  );
}

const browsers = new Map<Who | 'first', Visitor>();
beforeAll(async () => {
  browsers.set('first', (await aStaffMember(world, ['reviewer'])).browser);
  for (const who of whos) {
    browsers.set(who, (await aStaffMember(world, who === 'nobody' ? [] : [who])).browser);
  }
});

/** Roles with the right get their own case. All others share one, because their attempts must change nothing. */
function sharedByRefused<Case>(make: () => Promise<Case>): (may: boolean) => Promise<Case> {
  let shared: Promise<Case> | undefined;
  return (may) => {
    if (may) return make();
    shared ??= make();
    return shared;
  };
}

/** Creates a pending case. */
const aCase = sharedByRefused(async () => {
  const { id } = await aSubmission(world, applicant);
  await world.settle();
  return `/portal/reviews/${(await reviewOf(world, id)).id}`;
});

/** Creates a case with one of two approvals. */
const aCaseOfTwo = sharedByRefused(async () => {
  const path = await aCase(true);
  const first = browsers.get('first');
  await first?.open(path);
  expect((await first?.send(path, { decision: 'approve' }))?.status).toBe(303);
  return path;
});

/** Creates a freshly signed application, whose email can be resent. */
const aSigned = sharedByRefused(() => aSubmission(world, applicant));

const form =
  (fields: Readonly<Record<string, string>>) => async (browser: Visitor, may: boolean) => {
    const path = await aCase(may);
    // Without access to the page, send the form with the token of another page.
    await browser.open('/portal');
    return browser.send(path, fields);
  };

const someone = sharedByRefused(async () => (await aResident(world)).id);

const aMailboxCase = sharedByRefused(async () => aLostMailbox(world, await someone(true)));

/** Creates a lost-mailbox case with evidence and a confirmed new address. */
const aMailboxToDecide = sharedByRefused(async () => {
  const id = await aMailboxWithEvidence(true);
  await proveNewAddress(world, id);
  return id;
});
const aMailboxWithEvidence = sharedByRefused(async () => {
  const keeper = browsers.get('support');
  if (keeper === undefined) throw new Error('set-up: nobody is support');
  const id = await aMailboxCase(true);
  expect(await sendEvidence(world, keeper, id)).toBe(303);
  return id;
});
/** Creates such a case with one approval. */
const aMailboxOfTwo = sharedByRefused(async () => {
  const first = browsers.get('first');
  if (first === undefined) throw new Error('set-up: nobody is there');
  const id = await aMailboxToDecide(true);
  expect(await decideOnMailbox(first, id, { decision: 'approve' })).toBe(303);
  return id;
});

const onMailbox =
  (fields: Readonly<Record<string, string>>, mailbox = aMailboxToDecide) =>
  async (browser: Visitor, may: boolean) => ({
    status: await decideOnMailbox(browser, await mailbox(may), fields),
  });

/** Carries out each act as a browser does. */
const acts: Readonly<
  Record<StaffAct, (browser: Visitor, may: boolean) => Promise<{ readonly status: number }>>
> = {
  'queue.read': (browser) => browser.open('/portal/reviews'),
  'case.read': async (browser, may) => browser.open(await aCase(may)),
  'case.claim': form({ act: 'claim' }),
  'case.release': form({ act: 'release' }),
  'case.note': form({ act: 'note', note: 'Looked at the passport' }),
  'case.ask': form({ act: 'ask', question: 'Where is the lease?' }),
  'case.approve': form({ decision: 'approve' }),
  'case.approve_second': async (browser, may) => {
    Object.assign(world.deps.approvals, { legal_entity_application: 2 });
    try {
      const path = await aCaseOfTwo(may);
      await browser.open('/portal');
      return await browser.send(path, { decision: 'approve' });
    } finally {
      Object.assign(world.deps.approvals, { legal_entity_application: 1 });
    }
  },
  'mailbox.read': (browser) => browser.open('/portal/mailboxes'),
  'mailbox.open': async (browser, may) => {
    const id = await someone(may);
    await browser.open('/portal');
    const email = `${id}@lost.example`;
    return browser.send(`/portal/mailboxes/new?person=${id}`, { email, repeatedEmail: email });
  },
  'mailbox.evidence': async (browser, may) => ({
    status: await sendEvidence(world, browser, await aMailboxCase(may)),
  }),
  'mailbox.open_evidence': async (browser, may) => {
    const id = await aMailboxWithEvidence(may);
    const [evidence] = await readMailboxEvidence(world.table, id);
    return browser.open(`/portal/mailboxes/${id}/evidence/${evidence?.id}`);
  },
  'mailbox.approve': onMailbox({ decision: 'approve' }),
  'mailbox.approve_second': onMailbox({ decision: 'approve' }, aMailboxOfTwo),
  'mailbox.refuse': onMailbox({ decision: 'reject', reason: 'other' }),
  'mailbox.withdraw': onMailbox({ decision: 'withdraw' }),
  'people.read': (browser) => browser.open('/portal/reviews/people?q=Staff'),
  'mail.resend': async (browser, may) => {
    const { id: subjectId } = await aSigned(may);
    await browser.open('/portal');
    const path = `/portal/reviews/people/${applicant.id}`;
    return browser.send(path, { mail: `agreement_signed:${subjectId}` });
  },
  'audit.read': (browser) => browser.open('/portal/reviews/audit'),
  'console.read': (browser) => browser.open('/portal/console'),
  'console.act': async (browser, may) => {
    const { id } = await anEntity(world);
    const path = `/portal/console/entities/${id}`;
    await browser.open('/portal');
    const fields = { act: 'tax', taxState: 'overdue' };
    if (!may) return browser.send(path, fields);
    return (await aConsoleOperator(world)).acts(path, fields);
  },
  'case.reject': form({ decision: 'reject', reason: 'The address is incomplete' }),
};

describe('the table of roles in docs/operators/staff.md', () => {
  it('has every act and role, and matches the table in the code', () => {
    expect([...table.keys()]).toEqual(Object.keys(staffActs));
    for (const [act, row] of table) {
      const needed = decisions.includes(act as StaffAct) ? 'yes' : 'no';
      expect([act, row.get('needs a passkey')]).toEqual([act, needed]);
    }
    for (const [act, who, answer] of pairs) {
      const allowed: readonly string[] = staffActs[act as StaffAct];
      expect([act, who, answer === 'yes']).toEqual([act, who, allowed.includes(who)]);
    }
  });

  it.each(pairs)('%s by %s: %s', async (act, who, expected) => {
    const browser = browsers.get(who);
    if (browser === undefined) throw new Error(`set-up: nobody is ${who}`);
    const { status } = await acts[act as StaffAct](browser, expected === 'yes');
    const done = act.endsWith('.read') ? 200 : 303;
    expect(status).toBe(expected === 'yes' ? done : Number(expected));
  });
});
