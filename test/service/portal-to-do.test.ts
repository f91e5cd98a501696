import { beforeEach, expect, it } from 'vitest';
import { aVoucher } from '../support/drafts.ts';
import { shownText, signedIn } from '../support/portal.ts';
import { beginIn } from '../support/portal-drafts.ts';
import { ask } from '../support/questions.ts';
import { anEntity, aResident } from '../support/registry.ts';
import { decideReview, reviewOf } from '../support/submissions.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const ada = await aResident(world);
const browser = await signedIn(world, ada.email);
beforeEach(() => {
  world.clock.now += 1_000;
});

/** The list of what is to be done, as it is read. */
async function toDo(): Promise<string> {
  const text = shownText(await browser.open('/portal'));
  return /To do (.*?) Legal entities that you represent/.exec(text)?.[1]?.trim() ?? '';
}

it('the home says what waits for somebody, until it is done', async () => {
  expect(await toDo()).toBe('You have nothing to do right now.');
  const { id, path, name } = await beginIn(browser);
  const company = `${name} LLC`;
  const pay = `Pay Pay the fee for ${company}`;
  expect(await toDo()).toBe(`Sign Read and sign the agreement for ${company} ${pay}`);
  const sign = `/portal/legal-entity-applications/${id}/sign`;
  await browser.open(sign);
  await browser.send(sign, { signerName: 'Ada Lovelace', agree: 'yes' });
  expect(await toDo()).toBe(pay);
  await browser.open(path);
  await browser.send(path, { act: 'voucher', voucherCode: await aVoucher(world) });
  expect(await toDo()).toBe('You have nothing to do right now.');
  await world.settle();
  const review = await reviewOf(world, id);
  await ask(world, { reviewId: review.id });
  expect(await toDo()).toBe(`Answer Answer the registry’s question about ${company}`);
  await decideReview(world, review.id, { decision: 'approve' });
  await world.settle();
  expect(await toDo()).toBe(`New documents New documents for ${company}`);
  world.clock.now += 31 * 86_400_000;
  const later = await signedIn(world, ada.email);
  expect(shownText(await later.open('/portal'))).toContain(
    'To do You have nothing to do right now.',
  );
});

it('amendments and certificates of the entities that somebody represents are on it', async () => {
  const grace = await aResident(world);
  const entity = await anEntity(world, { representatives: [grace.id] });
  const call = (path: string, body: object) =>
    world.call('POST', `/api/v1/legal_entities/${entity.id}${path}`, {
      key: grace.standardKey,
      body,
    });
  await call('/amendments', { name: 'Another Name Yet' });
  await call('/certificate_requests', {});
  const home = shownText(await (await signedIn(world, grace.email)).open('/portal'));
  const company = `${entity['name']} LLC`;
  expect(home).toContain(
    `To do Sign Read and sign the agreement for ${company} Pay Pay the fee for ${company}`,
  );
});

it('overdue taxes are on it, with the way to show that they are paid', async () => {
  const grace = await aResident(world);
  const entity = await anEntity(world, { representatives: [grace.id], taxState: 'overdue' });
  const theirs = await signedIn(world, grace.email);
  const home = await theirs.open('/portal');
  expect(shownText(home)).toContain(
    `To do Taxes overdue Pay the taxes of ${entity['name']} LLC, or show that they are paid`,
  );
  const path = `/portal/legal-entities/${entity.id}/good-standing/new`;
  expect(home.text).toContain(`href="${path}"`);
  expect((await theirs.open(path)).text).toContain('name="proof"');
});

it('it is there in Spanish', async () => {
  const later = await signedIn(world, ada.email);
  const spanish = await fetch(`${world.baseUrl}/portal`, {
    headers: {
      'accept-language': 'es',
      cookie: [...later.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  });
  expect(await spanish.text()).toMatch(
    /<html lang="es">[\s\S]*Por hacer[\s\S]*Personas jurídicas que usted representa/,
  );
});
