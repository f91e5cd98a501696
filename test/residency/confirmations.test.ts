import { beforeEach, describe, expect, it } from 'vitest';
import { confirmationPath } from '../../shared/residency/contracts/confirmation-contract.ts';
import { confirmEntity } from '../../shared/residency/usecases/confirm-entity.ts';
import { operatorOf } from '../support/admin.ts';
import { justBefore } from '../support/just-before.ts';
import { refusal } from '../support/people.ts';
import { outcomeOf, shownText, signedIn } from '../support/portal.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { day, inDays, notifyNow } from '../support/terms.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
Object.assign(world.deps, { confirmationsFrom: '2020-01-01' });
const operator = operatorOf(world);
const nobodyAsked = { 30: 0, 7: 0, [-1]: 0 };

/** Nothing from the previous test is due in this one. */
beforeEach(() => {
  world.clock.now = Date.parse(inDays(world, 50));
});

/** An entity whose confirmation is due in the given number of days, and its representative. */
async function aDueEntity(days: number, years = 2) {
  const ada = await aResident(world);
  const due = new Date(world.clock.now + days * day);
  due.setUTCFullYear(due.getUTCFullYear() - years);
  const entity = await anEntity(world, {
    registrationDate: due.toISOString(),
    representatives: [ada.id],
  });
  return { ada, entity, path: confirmationPath(entity.id), due };
}
const run = async () => {
  const { confirmations } = await notifyNow(world);
  await world.settle();
  return confirmations;
};
const versionIn = (text: string) => /name="version" value="(\d+)"/.exec(text)?.[1] ?? '';
const status = async (id: string) =>
  Object(await operator.data('GET', `/legal_entities/${id}`)).confirmation;
const mailsTo = (email: string) =>
  world.mails.filter(({ to, subject }) => to === email && /register entry/.test(subject));

describe('a yearly confirmation', () => {
  it('is requested 30 and 7 days before it is due and when overdue, once each, until it is given', async () => {
    const { ada, entity } = await aDueEntity(31);
    const asked: Record<number, object> = {};
    for (let left = 31; left >= -10; left -= 1) {
      const notified = await run();
      if (JSON.stringify(notified) !== JSON.stringify(nobodyAsked)) asked[left] = notified;
      if (left % 6 === 0) expect(await run()).toEqual(nobodyAsked);
      world.clock.now += day;
    }
    expect(asked).toEqual({
      30: { ...nobodyAsked, 30: 1 },
      7: { ...nobodyAsked, 7: 1 },
      [-1]: { ...nobodyAsked, [-1]: 1 },
    });
    expect(mailsTo(ada.email).map(({ subject }) => subject.split(':')[0])).toEqual([
      'Action needed',
      'Action needed',
      'Overdue',
    ]);
    expect(mailsTo(ada.email)[0]?.text).toContain(confirmationPath(entity.id));
    expect(await status(entity.id)).toMatchObject({ statusId: 'overdue', confirmedAt: null });
  });

  it('is given by one representative with one button, and changes nothing else', async () => {
    const { ada, entity, path } = await aDueEntity(20);
    const grace = await aResident(world);
    await world.admin('PUT', `/legal_entities/${entity.id}/representatives/${grace.id}`);
    const before = Object(await operator.data('GET', `/legal_entities/${entity.id}`));
    expect(before.confirmation).toMatchObject({ statusId: 'due' });
    const browser = await signedIn(world, ada.email);
    const home = await browser.open('/portal');
    expect(shownText(home)).toContain(
      `Check and confirm the registered details of ${entity['name']} LLC : due on`,
    );
    const page = await browser.open(path);
    expect(shownText(page)).toMatch(/Represented by Test Resident Test Resident/);
    const sent = await browser.send(path, { version: versionIn(page.text) });
    expect(outcomeOf(sent)).toEqual({ status: 303, location: path });
    expect(shownText(await browser.open(path))).toContain('Confirmed On');
    expect(shownText(await browser.open('/portal'))).not.toContain('yearly confirmation');
    const { confirmation, ...rest } = Object(
      await operator.data('GET', `/legal_entities/${entity.id}`),
    );
    const { confirmation: _, ...same } = before;
    expect(rest).toEqual(same);
    expect(confirmation).toMatchObject({
      statusId: 'confirmed',
      confirmedBy: ada.id,
      confirmedAt: new Date(world.clock.now).toISOString(),
    });
    // A second representative, with the page open, sees that it is done.
    const other = await signedIn(world, grace.email);
    await other.open(path);
    expect((await other.send(path, { version: versionIn(page.text) })).status).toBe(303);
    expect(await status(entity.id)).toEqual(confirmation);
    world.clock.now += 14 * day;
    expect(await run()).toEqual(nobodyAsked);
    world.clock.now += 350 * day;
    expect(await status(entity.id)).toMatchObject({ statusId: 'due', confirmedAt: null });
    const trail = await operator.data(
      'GET',
      `/audit?subjectId=${entity.id}&action=legal_entity.confirmed`,
    );
    expect(trail).toHaveLength(1);
  });

  it('has pages with the local moment at which it becomes overdue', async () => {
    const { ada, entity, path, due } = await aDueEntity(3);
    const browser = await signedIn(world, ada.email);
    const dueOn = new Date(world.clock.now + 3 * day).toISOString().slice(0, 10);
    const moment = Date.parse(dueOn) + day;
    expect(due.toISOString().slice(5, 10)).toBe(dueOn.slice(5));
    Object.assign(world.deps, { timeZone: 'America/Tegucigalpa' });
    const places = ['/portal', `/portal/legal-entities/${entity.id}`, path];
    for (const place of places) {
      expect(shownText(await browser.open(place))).toContain(' (UTC, until 18:00 in Tegucigalpa)');
    }
    Object.assign(world.deps, { timeZone: undefined });
    for (const place of places) {
      expect(shownText(await browser.open(place))).toMatch(/ \d{4} \(UTC\)/);
    }
    world.clock.now = moment - 1;
    expect(await status(entity.id)).toMatchObject({ statusId: 'due' });
    world.clock.now = moment;
    expect(await status(entity.id)).toMatchObject({ statusId: 'overdue' });
  });

  it('is recorded once if two representatives give it in parallel', async () => {
    const { ada, entity } = await aDueEntity(5);
    const grace = await aResident(world);
    await world.admin('PUT', `/legal_entities/${entity.id}/representatives/${grace.id}`);
    const page = await (await signedIn(world, ada.email)).open(confirmationPath(entity.id));
    const version = Number(versionIn(page.text));
    const by = ({ id: personId }: { id: string }) =>
      confirmEntity({ entityId: entity.id, personId, version }, world.deps);
    expect(await Promise.all([by(ada), by(grace)])).toEqual(['confirmed', 'confirmed']);
    const trail = await operator.data(
      'GET',
      `/audit?subjectId=${entity.id}&action=legal_entity.confirmed`,
    );
    expect(trail).toHaveLength(1);
  });

  it('is refused if the entity changed since the page was opened, or the person no longer represents it', async () => {
    const { ada, entity, path } = await aDueEntity(5);
    const browser = await signedIn(world, ada.email);
    const page = await browser.open(path);
    await world.admin('PATCH', `/legal_entities/${entity.id}`, { taxState: 'overdue' });
    const refused = await browser.send(path, { version: versionIn(page.text) });
    expect(refused.status).toBe(409);
    expect(shownText(refused)).toContain(
      'The legal entity was changed while you were reading Your confirmation was not saved',
    );
    const version = Number(versionIn(refused.text));
    const leave = () =>
      world.admin('DELETE', `/legal_entities/${entity.id}/representatives/${ada.id}`);
    const confirming = { entityId: entity.id, personId: ada.id, version };
    const table = justBefore(world.table, leave);
    expect(await refusal(confirmEntity(confirming, { ...world.deps, table }))).toBe(
      '404 resource.not_found',
    );
    expect((await browser.open(path)).status).toBe(404);
    expect(await status(entity.id)).toMatchObject({ statusId: 'due' });
  });

  it('can’t be given before it is due, or if the deployment has no confirmations', async () => {
    const { ada, entity, path } = await aDueEntity(60, 1);
    const browser = await signedIn(world, ada.email);
    const page = await browser.open(path);
    expect(shownText(page)).toContain('Nothing to confirm now');
    expect(page.text).not.toContain('name="version"');
    expect((await browser.send(path, { version: '1' })).status).toBe(409);
    Object.assign(world.deps, { confirmationsFrom: undefined });
    expect((await browser.open(path)).status).toBe(404);
    expect(await status(entity.id)).toBeUndefined();
    expect((await notifyNow(world)).confirmations).toEqual(nobodyAsked);
    Object.assign(world.deps, { confirmationsFrom: '2020-01-01' });
  });
});
