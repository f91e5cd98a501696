import { expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { getItem } from '../../shared/kernel/db/table.ts';
import { decideViews, viewLimits } from '../../shared/reviews/domain/queue.ts';
import { changeSavedViews, readSavedViews } from '../../shared/reviews/usecases/saved-views.ts';
import { operatorOf } from '../support/admin.ts';
import { justBefore } from '../support/just-before.ts';
import { outcomeOf, shownText, signedIn } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { aReviewer } from '../support/reviewers.ts';
import { aStaffMember } from '../support/staff.ts';
import { useWorld } from '../support/use-world.ts';
import type { PageAnswer } from '../support/visitor.ts';

const world = await useWorld();
const { data } = operatorOf(world);
const place = '/portal/reviews';
const llcs = `${place}?type=legal_entity_application`;

/** The links of the saved views: name, address with sorted parameters, and whether it is the current one. */
function viewsIn({ text }: PageAnswer) {
  const [, nav = ''] = /aria-label="Saved views">(.*?)<\/nav>/.exec(text) ?? [];
  return Array.from(
    nav.matchAll(/<a href="([^"]+)"( aria-current="page")?>([^<]+)</g),
    ([, address = '', current, name = '']) => [
      name,
      sorted(address.replaceAll('&amp;', '&')),
      current !== undefined,
    ],
  );
}

function sorted(address: string): string {
  const [path = '', query = ''] = address.split('?');
  const values = new URLSearchParams(query);
  values.sort();
  return query === '' ? path : `${path}?${values}`;
}

async function aBrowser() {
  const member = await aStaffMember(world, ['reviewer']);
  await member.browser.open(place);
  const stored = () => readSavedViews(member.id, world.deps);
  const names = async () => (await stored()).map(({ name }) => name);
  return { ...member, stored, names };
}

const save = (name: string) => ({ act: 'save', name });
const drop = (name: string) => ({ act: 'delete', name });

it('a view keeps the filters and the order under a name, for its owner only', async () => {
  const { browser, stored } = await aBrowser();
  const path = sorted(
    `${place}?tab=awaiting_answer&type=amendment&assignee=free&waiting=3&sort=age&order=asc`,
  );
  const sent = await browser.send(`${path}&after=MjAyNg`, save(' My <LLC> cases '));
  const { status, location = '' } = outcomeOf(sent);
  expect(status).toBe(303);
  // Addresses are logged.
  expect(location).toContain('view=saved');
  expect(location).not.toContain('LLC');
  const shown = await browser.open(location ?? '');
  expect(shownText(shown)).toContain('View saved');
  expect(viewsIn(shown)).toEqual([['My &lt;LLC&gt; cases', path, true]]);
  expect(viewsIn(await browser.open(place))).toEqual([['My &lt;LLC&gt; cases', path, false]]);
  expect((await browser.open(path)).status).toBe(200);
  await browser.send(place, save('Everything'));
  expect(viewsIn(await browser.open(`${place}?tab=waiting`))).toEqual([
    ['Everything', place, true],
    ['My &lt;LLC&gt; cases', path, false],
  ]);
  expect(viewsIn(await (await aBrowser()).browser.open(place))).toEqual([]);
  const deleted = await browser.send(llcs, drop('my <llc> CASES'));
  expect(outcomeOf(deleted).location).toBe(
    `${place}?view=deleted&tab=waiting&type=legal_entity_application`,
  );
  expect((await stored()).map(({ name }) => name)).toEqual(['Everything']);
});

it('people named only in the setting can save views as well', async () => {
  const rosa = await aReviewer(world);
  await rosa.browser.open(place);
  expect((await rosa.browser.send(llcs, save('Mine'))).status).toBe(303);
  expect(viewsIn(await rosa.browser.open(llcs))).toEqual([['Mine', llcs, true]]);
});

it('a view with a bad or used name, or one too many, is refused with the reason beside the field', async () => {
  const { browser, names } = await aBrowser();
  const refused = async (path: string, name: string) => {
    const answer = await browser.send(path, save(name));
    const [, error] =
      /id="name-error"><span class="unseen">Error: <\/span>([^<]+)</.exec(answer.text) ?? [];
    expect(answer.text).toContain('<details open><summary>Save or delete views');
    return [answer.status, error];
  };
  expect(await refused(place, '  ')).toEqual([400, expect.stringContaining('Enter a name')]);
  expect((await refused(place, 'x'.repeat(viewLimits.name + 1)))[0]).toBe(400);
  expect((await refused(place, 'a\nb'))[0]).toBe(400);
  expect((await browser.send(`${place}?type=none`, save('None'))).status).toBe(400);
  await browser.send(llcs, save('Mine'));
  // A second click changes nothing.
  expect((await browser.send(llcs, save('MINE'))).status).toBe(303);
  expect(await refused(place, 'mine')).toEqual([409, expect.stringContaining('other filters')]);
  expect(await names()).toEqual(['Mine']);
  for (let count = 2; count <= viewLimits.views; count += 1) {
    expect((await browser.send(place, save(`View ${count}`))).status).toBe(303);
  }
  expect(await refused(place, 'View 11')).toEqual([409, expect.stringContaining('10 views')]);
  expect(await names()).toEqual(['Mine', ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `View ${n}`)]);
});

it('two tabs save one view of a name and never more than the limit, and delete it once', async () => {
  const { browser, names, stored } = await aBrowser();
  const both = await Promise.all([
    browser.send(llcs, save('Both')),
    browser.send(place, save('Both')),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409]);
  const [kept] = await stored();
  expect(kept?.query).toEqual(both[0]?.status === 303 ? { type: 'legal_entity_application' } : {});
  const many = Array.from({ length: 12 }, (_, index) => `Many ${index}`);
  await Promise.all(many.map((name) => browser.send(place, save(name))));
  expect(await names()).toHaveLength(viewLimits.views);
  const twice = await Promise.all([1, 2].map(() => browser.send(place, drop('Both'))));
  expect(twice.map(({ status }) => status)).toEqual([303, 303]);
  expect((await browser.send(place, drop('Both'))).status).toBe(303);
  expect(await names()).not.toContain('Both');
});

it('only staff save views, from a page of this site', async () => {
  const { browser, names } = await aBrowser();
  expect((await browser.send(place, save('Forged'), { csrf: null })).status).toBe(403);
  expect((await browser.send(place, save('Forged'), { csrf: 'x'.repeat(43) })).status).toBe(403);
  expect(await names()).toEqual([]);
  const resident = await signedIn(world, (await aResident(world)).email);
  await resident.open('/portal');
  expect((await resident.send(place, save('Mine'))).status).toBe(404);
  const auditor = await aStaffMember(world, ['auditor']);
  await auditor.browser.open(place);
  expect((await auditor.browser.send(llcs, save('Mine'))).status).toBe(303);
});

it('nothing is stored for a member who is removed, or a person who is erased, just before', async () => {
  const command = { act: 'save', view: { name: 'Late', query: {} } } as const;
  const removed = await aBrowser();
  const passing = {
    check: { Key: keys.staffSeeds(), ConditionExpression: 'attribute_not_exists(x)' },
  };
  const erasing = () =>
    world.table.client.call('UpdateItem', {
      TableName: world.table.name,
      Key: keys.person(removed.id),
      UpdateExpression: 'SET erasure = :running',
      ExpressionAttributeValues: { ':running': 'running' },
    });
  const staff = { personId: removed.id, unchanged: passing };
  const table = justBefore(world.table, erasing);
  await expect(changeSavedViews(staff, command, { table })).rejects.toMatchObject({ status: 404 });
  expect(await getItem(world.table, keys.queueViews(removed.id))).toBeUndefined();
  const { browser, id, names } = await aBrowser();
  await data('DELETE', `/staff/${id}`);
  expect((await browser.send(place, save('Late'))).status).toBe(404);
  expect(await names()).toEqual([]);
});

it('the views after a command follow from the views before it', () => {
  const view = { name: 'A 10', query: { type: 'amendment' } };
  const { next } = Object(decideViews([view], { act: 'save', view: { name: 'a 9', query: {} } }));
  expect(next).toEqual([{ name: 'a 9', query: {} }, view]);
  const views = [view];
  expect(decideViews(views, { act: 'delete', name: 'B' })).toEqual({ ok: true, next: views });
  expect(decideViews(views, { act: 'delete', name: 'a 10 ' })).toEqual({ ok: true, next: [] });
});
