import { beforeEach, describe, expect, it } from 'vitest';
import { findPerson } from '../../shared/people/db/people.ts';
import { operatorOf } from '../support/admin.ts';
import { everyCrash } from '../support/every-crash.ts';
import { justBefore } from '../support/just-before.ts';
import { signedIn } from '../support/portal.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { announceEndsNow, emailsAbout, inDays, noneNotified } from '../support/terms.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
const operator = operatorOf(world);

/** Nothing from the previous test is due in this one. */
beforeEach(() => {
  world.clock.now = Date.parse(inDays(world, 400));
});

const aTerm = (days: number) =>
  aResident(world, {
    residencyType: 'e-Resident',
    effectiveDate: inDays(world, -300),
    terminationDate: inDays(world, days),
  });
const pass = (days: number) => {
  world.clock.now = Date.parse(inDays(world, days));
};
const run = async () => {
  const notified = await announceEndsNow(world);
  await world.settle();
  return notified;
};
const announced = async (subjectId: string) => {
  const entries = await operator.data('GET', `/audit?subjectId=${subjectId}`);
  return (entries as unknown as { action: string; details: object }[])
    .filter(({ action }) => action.endsWith('.end_announced'))
    .map(({ details }) => details);
};

describe('residents are notified', () => {
  it('60, 30 and 7 days before the end and on the day, once each, even if the job runs repeatedly', async () => {
    const ada = await aTerm(61);
    const days: Record<number, object> = {};
    for (let left = 61; left >= -10; left -= 1) {
      const notified = await run();
      expect(await run()).toEqual(noneNotified);
      if (JSON.stringify(notified) !== JSON.stringify(noneNotified)) days[left] = notified;
      pass(1);
    }
    expect(days).toEqual({
      60: { ...noneNotified, 60: 1 },
      30: { ...noneNotified, 30: 1 },
      7: { ...noneNotified, 7: 1 },
      0: { ...noneNotified, 0: 1 },
    });
    expect(emailsAbout(world, ada.email)).toEqual([
      ...Array(3).fill(expect.stringMatching(/^Your residency ends on /)),
      expect.stringMatching(/^Your residency (ends today, on|ended on) /),
    ]);
    const person = await findPerson(world.table, ada.id);
    const { id: residencyId, terminationDate: endsAt } = person?.residency ?? {};
    expect(await announced(ada.id)).toEqual(
      [0, 7, 30, 60].map((daysBefore) => ({ residencyId, endsAt, daysBefore })),
    );
  });

  it('once if two runs happen in parallel', async () => {
    const ada = await aTerm(30);
    const both = await Promise.all([announceEndsNow(world), announceEndsNow(world)]);
    await world.settle();
    expect(both.map((notified) => notified[30]).toSorted()).toEqual([0, 1]);
    expect(emailsAbout(world, ada.email)).toHaveLength(1);
  });

  it('of the nearest notice after days without a run, and not of missed ones', async () => {
    const ada = await aTerm(61);
    pass(40);
    expect(await run()).toEqual({ ...noneNotified, 30: 1 });
    pass(25);
    expect(await run()).toEqual({ ...noneNotified, 0: 1 });
    expect(emailsAbout(world, ada.email)).toEqual([
      expect.stringContaining('ends on'),
      expect.stringContaining('ended on'),
    ]);
    const grace = await aTerm(-8);
    expect(await run()).toEqual(noneNotified);
    expect(emailsAbout(world, grace.email)).toEqual([]);
  });

  it('by the next run if a request of one failed', async () => {
    await everyCrash(world, {
      atLeast: 3,
      prepare: async () => {
        // The same day each year, because the number of months read depends on the day.
        world.clock.now = Date.UTC(new Date(world.clock.now).getUTCFullYear() + 1, 5, 15);
        const person = await aTerm(7);
        return { person, start: () => announceEndsNow(world).catch(() => null) };
      },
      endOf: async ({ person }) => {
        await run();
        return emailsAbout(world, person.email).length;
      },
    });
  });

  it('again if their residency gets a different end', async () => {
    const ada = await aTerm(200);
    const person = await findPerson(world.table, ada.id);
    const path = `/persons/${ada.id}/residencies/${person?.residency?.id}/terminate`;
    const { status } = await world.admin('POST', path, { terminationDate: inDays(world, 20) });
    expect(status).toBe(200);
    expect(await run()).toEqual({ ...noneNotified, 30: 1 });
    await world.admin('POST', path, { terminationDate: inDays(world, 19) });
    expect(await run()).toEqual({ ...noneNotified, 30: 1 });
    expect(emailsAbout(world, ada.email)).toHaveLength(2);
  });

  it('in the language of their last sign-in', async () => {
    const ada = await aTerm(30);
    const browser = visitor(world.baseUrl);
    browser.cookies.set('registry_language', 'es');
    await signedIn(world, ada.email, browser);
    expect(await findPerson(world.table, ada.id)).toMatchObject({ locale: 'es' });
    await run();
    const mail = world.mails.findLast(({ to }) => to === ada.email);
    expect(mail?.subject).toMatch(/^Su residencia termina el \d+ de \w+ de \d{4}$/);
    expect(mail?.html).toContain('<html lang="es">');
    await signedIn(world, ada.email);
    expect(await findPerson(world.table, ada.id)).toMatchObject({ locale: 'en' });
  });

  it('of nothing if the residency was renewed or has no end, or the account is deactivated', async () => {
    const [ada, grace, mary] = await Promise.all([aTerm(30), aTerm(30), aTerm(30)]);
    await world.admin('POST', `/persons/${ada.id}/residencies`, { residencyType: 'e-Resident' });
    await world.admin('POST', `/persons/${grace.id}/residencies`, {
      residencyType: 'e-Resident',
      terminationDate: inDays(world, 365),
    });
    await world.admin('POST', `/persons/${mary.id}/deactivate`);
    expect(await run()).toEqual(noneNotified);
    pass(335);
    expect(await run()).toEqual({ ...noneNotified, 30: 1 });
    expect([ada, grace, mary].map(({ email }) => emailsAbout(world, email).length)).toEqual([
      0, 1, 0,
    ]);
  });

  it('of nothing if they renew before the notice is recorded or before it is sent', async () => {
    const ada = await aTerm(30);
    const renew = (id: string) =>
      world.admin('POST', `/persons/${id}/residencies`, {
        residencyType: 'e-Resident',
        terminationDate: inDays(world, 395),
      });
    const table = justBefore(world.table, () => renew(ada.id));
    expect(await announceEndsNow(world, { table })).toEqual(noneNotified);
    const grace = await aTerm(30);
    expect(await announceEndsNow(world)).toEqual({ ...noneNotified, 30: 1 });
    await renew(grace.id);
    await world.settle();
    expect([ada, grace].flatMap(({ email }) => emailsAbout(world, email))).toEqual([]);
  });

  it('even if notices to others fail in the same run, and the run reports the failure', async () => {
    const [ada, grace] = await Promise.all([aTerm(7), aTerm(7)]);
    const { client } = world.table;
    const call: typeof client.call = (operation, input) => {
      if (operation !== 'TransactWriteItems' || !JSON.stringify(input).includes(ada.id))
        return client.call(operation, input);
      return Promise.reject(new Error('the table is ill'));
    };
    const table = { ...world.table, client: { ...client, call } };
    await expect(announceEndsNow(world, { table })).rejects.toThrow('the table is ill');
    await world.settle();
    expect(
      world.log.lines.some(({ message }) => message === 'expiry notices could not be sent'),
    ).toBe(true);
    expect(emailsAbout(world, grace.email)).toHaveLength(1);
    expect(emailsAbout(world, ada.email)).toHaveLength(0);
    expect(await run()).toEqual({ ...noneNotified, 7: 1 });
  });
});

describe('representatives are notified', () => {
  it('of the end of their entity’s residency, all of them, once each; not of a dissolved entity’s', async () => {
    const [ada, grace] = await Promise.all([aResident(world), aResident(world)]);
    const residency = { effectiveDate: inDays(world, -300), terminationDate: inDays(world, 60) };
    const representatives = [ada.id, grace.id];
    const entity = await anEntity(world, { residency, representatives });
    const gone = await anEntity(world, { residency, representatives });
    await world.admin('PATCH', `/legal_entities/${gone.id}`, { dissolutionDate: inDays(world, 0) });
    expect(await run()).toEqual({ ...noneNotified, 60: 1 });
    expect(await run()).toEqual(noneNotified);
    for (const { email } of [ada, grace]) {
      expect(emailsAbout(world, email)).toEqual([
        expect.stringContaining(`The residency of ${entity['name']} LLC ends on`),
      ]);
    }
    expect(await announced(entity.id)).toEqual([
      { endsAt: residency.terminationDate, daysBefore: 60 },
    ]);
    await world.admin('PATCH', `/legal_entities/${entity.id}`, {
      residency: { terminationDate: inDays(world, 400) },
    });
    pass(30);
    expect(await run()).toEqual(noneNotified);
  });
});

it('the job finds residencies by the month of their end, and reads no others', async () => {
  const [far] = await Promise.all([aTerm(130), aTerm(60)]);
  const seen: string[] = [];
  const { client } = world.table;
  const call: typeof client.call = async (operation, input) => {
    const answer = await client.call(operation, input);
    seen.push(JSON.stringify(answer));
    return answer;
  };
  const table = { ...world.table, client: { ...client, call } };
  expect(await announceEndsNow(world, { table })).toEqual({ ...noneNotified, 60: 1 });
  expect(seen.filter((answer) => answer.includes(far.id))).toEqual([]);
  // The two ranges of days touch at most four months, each stored in four parts.
  expect(seen.length).toBeLessThan(25);
});
