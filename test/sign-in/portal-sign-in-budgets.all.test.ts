import { beforeEach, describe, expect, it } from 'vitest';
import { bareCode } from '../../shared/kernel/domain/code.ts';
import { codeKindOf } from '../../shared/sign-in/domain/sign-in-code.ts';
import { reviewers } from '../support/background.ts';
import {
  anAskingVisitor,
  anotherCode,
  codeIn,
  mailedCode,
  shownText,
  signedIn,
  type Visitor,
} from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

let ada: Person;

const world = await useWorld();
beforeEach(async () => {
  // The next day: the counter starts again.
  world.clock.now += 86_400_000 - (world.clock.now % 86_400_000);
  ada = await aResident(world);
});

const codePath = '/portal/sign-in/code';
const minutes = (count: number) => {
  world.clock.now += count * 60_000;
};

/** A new browser in a new network. */
let networks = 0;
function fromElsewhere(): Visitor {
  networks += 1;
  return visitor(world.baseUrl, `127.${1 + (networks >> 8)}.${networks & 255}.1`);
}

const ask = (email: string, browser: Visitor = fromElsewhere()) =>
  anAskingVisitor(world, email, '', browser);
const enter = async (browser: Visitor, code: string) =>
  (await browser.send(codePath, { code })).status;

async function mailsTo(email: string) {
  await world.settle();
  // Other emails, such as about a new key, have no code.
  return world.mails.filter(({ to }) => to === email).flatMap((mail) => codeIn(mail) ?? []);
}

async function kindsTo(email: string) {
  return (await mailsTo(email)).map((code) => codeKindOf(bareCode(code)));
}

/** Uses up the email budget of unknown browsers, from six networks; returns the browsers. */
async function useUpMails(email: string): Promise<readonly Visitor[]> {
  const browsers: Visitor[] = [];
  for (let count = 0; count < 6; count += 1) {
    browsers.push(await ask(email));
    await world.settle();
  }
  return browsers;
}

describe('sign-in emails for unknown browsers', () => {
  it('are at most four per address in 15 minutes, the last two with long codes', async () => {
    await useUpMails(ada.email);
    expect(await kindsTo(ada.email)).toEqual(['short', 'short', 'long', 'long']);
    minutes(15);
    await ask(ada.email);
    expect(await kindsTo(ada.email)).toHaveLength(5);
  });

  it('are at most 20 in any hour', async () => {
    minutes(14);
    for (let quarter = 0; quarter < 5; quarter += 1) {
      for (let count = 0; count < 5; count += 1) await ask(ada.email);
      await world.settle();
      minutes(quarter === 0 ? 1 : 15);
    }
    expect(await mailsTo(ada.email)).toHaveLength(20);
  });

  it('are exactly four if ten networks request a code at the same time', async () => {
    await Promise.all(Array.from({ length: 10 }, () => ask(ada.email)));
    expect(await mailsTo(ada.email)).toHaveLength(4);
  });

  it('are at most three for one network, which leaves one for others', async () => {
    const network = '127.77.77';
    for (let count = 0; count < 5; count += 1) {
      await ask(ada.email, visitor(world.baseUrl, `${network}.${count + 1}`));
    }
    expect(await mailsTo(ada.email)).toHaveLength(3);
    await ask(ada.email);
    expect(await mailsTo(ada.email)).toHaveLength(4);
  });

  it('do not count if the sign-in succeeds', async () => {
    for (let count = 0; count < 12; count += 1) await signedIn(world, ada.email, fromElsewhere());
    expect(await kindsTo(ada.email)).toEqual(Array.from({ length: 12 }, () => 'short'));
  });
});

describe('the newest long code', () => {
  it('works once in any browser that requested one after the email budget is used up', async () => {
    const [first] = await useUpMails(ada.email);
    const owner = await ask(ada.email);
    expect(shownText(await owner.open(codePath))).toContain('so we have not sent another one');
    const [short = '', , , newest = ''] = await mailsTo(ada.email);
    expect(await enter(owner, short)).toBe(400);
    expect(await enter(owner, newest.toLowerCase().replaceAll('-', ' '))).toBe(303);
    expect((await owner.open('/portal')).status).toBe(200);
    expect(first && (await enter(first, newest))).toBe(400);
  });

  it('also works in a browser that was emailed a short code', async () => {
    const [first] = await useUpMails(ada.email);
    const newest = (await mailsTo(ada.email)).at(-1) ?? '';
    expect(first && (await enter(first, newest))).toBe(303);
  });

  it('gives one session, even if six browsers enter it at the same time', async () => {
    const browsers = await useUpMails(ada.email);
    const code = (await mailsTo(ada.email)).at(-1) ?? '';
    const answers = await Promise.all(browsers.map((browser) => enter(browser, code)));
    expect(answers.filter((status) => status === 303)).toHaveLength(1);
  });

  it('is not invalidated by wrong codes in other browsers', async () => {
    const browsers = await useUpMails(ada.email);
    const newest = (await mailsTo(ada.email)).at(-1) ?? '';
    for (const browser of browsers.slice(0, 4)) {
      for (let wrong = 0; wrong < 5; wrong += 1) await enter(browser, '000000');
    }
    expect(await enter(await ask(ada.email), newest)).toBe(303);
  });

  it('works in no browser that requested a code for another address', async () => {
    await useUpMails(ada.email);
    const newest = (await mailsTo(ada.email)).at(-1) ?? '';
    const bob = await aResident(world);
    await useUpMails(bob.email);
    expect(await enter(await ask(bob.email), newest)).toBe(400);
  });

  it('works only in its own browser until the email budget is used up', async () => {
    const browsers = [await ask(ada.email), await ask(ada.email), await ask(ada.email)];
    const [, , long = ''] = await mailsTo(ada.email);
    expect(codeKindOf(bareCode(long))).toBe('long');
    expect(browsers[0] && (await enter(browsers[0], long))).toBe(400);
    expect(browsers[2] && (await enter(browsers[2], long))).toBe(303);
  });

  it('is what the code page asks for if no short code was emailed', async () => {
    const [one, , three, , five] = await useUpMails(ada.email);
    const shown = await Promise.all(
      [one, three, five].map(async (browser) => (await browser?.open(codePath))?.text ?? ''),
    );
    expect(shown.map((text) => /inputmode="(\w+)"/.exec(text)?.[1])).toEqual([
      'numeric',
      'text',
      'text',
    ]);
    expect(shown[1]).toContain('a 12-character code');
  });
});

describe('code tries of unknown browsers', () => {
  it('are used up by eight short codes a day, after which codes are long', async () => {
    const victims: Visitor[] = [];
    for (let count = 0; count < 4; count += 1) {
      victims.push(await ask(ada.email), await ask(ada.email));
      await world.settle();
      minutes(15);
    }
    expect(await kindsTo(ada.email)).toEqual(Array.from({ length: 8 }, () => 'short'));
    const last = await ask(ada.email);
    expect((await kindsTo(ada.email)).at(-1)).toBe('long');
    expect(await enter(last, (await mailsTo(ada.email)).at(-1) ?? '')).toBe(303);
  });

  it('never invalidate a code that was emailed to the owner', async () => {
    const owner = await ask(ada.email);
    const code = await mailedCode(world, ada.email);
    for (let count = 0; count < 12; count += 1) {
      const stranger = await ask(ada.email);
      for (let wrong = 0; wrong < 6; wrong += 1) await enter(stranger, anotherCode(code));
    }
    expect(await enter(owner, code)).toBe(303);
  });

  it('are at most four short codes a day for one network', async () => {
    const network = () => visitor(world.baseUrl, '127.88.88.1');
    for (let count = 0; count < 3; count += 1) {
      await ask(ada.email, network());
      await ask(ada.email, network());
      await world.settle();
      minutes(15);
    }
    expect(await kindsTo(ada.email)).toEqual(['short', 'short', 'short', 'short', 'long', 'long']);
    await ask(ada.email);
    expect((await kindsTo(ada.email)).at(-1)).toBe('short');
  });
});

describe('a network', () => {
  it('can request 60 codes an hour for any address, then gets 429; other networks do not', async () => {
    const addresses = Array.from({ length: 62 }, (_, count) => `s${count}@people.example`);
    const browser = visitor(world.baseUrl, '127.99.99.1');
    await browser.open('/portal/sign-in');
    minutes(59);
    const answers = [];
    for (const email of addresses) answers.push(await browser.send('/portal/sign-in', { email }));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 303), 429, 429]);
    expect(answers.at(-1)?.headers.get('retry-after')).toBe('60');
    expect(shownText(answers[61] ?? { status: 0, headers: new Headers(), text: '' })).toContain(
      'Too many attempts',
    );
    const neighbour = visitor(world.baseUrl, '127.99.98.1');
    await neighbour.open('/portal/sign-in');
    expect((await neighbour.send('/portal/sign-in', { email: ada.email })).status).toBe(303);
    minutes(1);
    expect((await browser.send('/portal/sign-in', { email: ada.email })).status).toBe(303);
  });
});

describe('a known browser', () => {
  it('can sign in whatever others do, even in its own network', async () => {
    const place = '127.66.66.1';
    const mine = await signedIn(world, ada.email, visitor(world.baseUrl, place));
    await useUpMails(ada.email);
    const neighbour = visitor(world.baseUrl, place);
    await neighbour.open('/portal/sign-in');
    for (let count = 0; count < 61; count += 1) {
      await neighbour.send('/portal/sign-in', { email: `n${count}@people.example` });
    }
    expect((await neighbour.send('/portal/sign-in', { email: ada.email })).status).toBe(429);
    await ask(ada.email, mine);
    const code = await mailedCode(world, ada.email);
    expect(codeKindOf(code)).toBe('short');
    expect(await enter(mine, code)).toBe(303);
  });

  it('is still recognised after signing out', async () => {
    const mine = await signedIn(world, ada.email, fromElsewhere());
    await mine.send('/portal/sign-out', {});
    await useUpMails(ada.email);
    minutes(1);
    await ask(ada.email, mine);
    expect(await enter(mine, await mailedCode(world, ada.email))).toBe(303);
  });

  it.each([
    [
      'a deactivation',
      async () => {
        await world.admin('POST', `/persons/${ada.id}/deactivate`);
        await world.admin('POST', `/persons/${ada.id}/reactivate`);
      },
    ],
    [
      'a change of the email address and back',
      async () => {
        await world.admin('PATCH', `/persons/${ada.id}`, { email: `x-${ada.email}` });
        await world.admin('PATCH', `/persons/${ada.id}`, { email: ada.email });
      },
    ],
  ])('is no longer recognised after %s', async (_, change) => {
    const mine = await signedIn(world, ada.email, fromElsewhere());
    await change();
    await useUpMails(ada.email);
    const sent = (await mailsTo(ada.email)).length;
    await ask(ada.email, mine);
    expect(await mailsTo(ada.email)).toHaveLength(sent);
  });

  it('is recognised only for its account, and not with a forged cookie', async () => {
    const bob = await signedIn(world, (await aResident(world)).email, fromElsewhere());
    const forged = fromElsewhere();
    const mine = await signedIn(world, ada.email, fromElsewhere());
    const [head, , tail] = String(mine.cookies.get('registry_device')).split('.');
    forged.cookies.set(
      'registry_device',
      `${head}.${Buffer.from('{}').toString('base64url')}.${tail}`,
    );
    await useUpMails(ada.email);
    const sent = (await mailsTo(ada.email)).length;
    await ask(ada.email, bob);
    await ask(ada.email, forged);
    expect(await mailsTo(ada.email)).toHaveLength(sent);
  });

  it('is not recognised by a copy of its cookie from before the last sign-in', async () => {
    const mine = await signedIn(world, ada.email, fromElsewhere());
    const copy = fromElsewhere();
    copy.cookies.set('registry_device', String(mine.cookies.get('registry_device')));
    await signedIn(world, ada.email, mine);
    await useUpMails(ada.email);
    const sent = (await mailsTo(ada.email)).length;
    await ask(ada.email, copy);
    expect(await mailsTo(ada.email)).toHaveLength(sent);
    await ask(ada.email, mine);
    expect(await mailsTo(ada.email)).toHaveLength(sent + 1);
  });

  it('is treated as unknown after ten emails in an hour, and can still sign in', async () => {
    const mine = await signedIn(world, ada.email, fromElsewhere());
    for (let count = 0; count < 12; count += 1) {
      await ask(ada.email, mine);
      await world.settle();
    }
    const kinds = await kindsTo(ada.email);
    expect(kinds).toHaveLength(13);
    expect(await enter(mine, (await mailsTo(ada.email)).at(-1) ?? '')).toBe(303);
  });

  it('is recognised for several accounts that share it', async () => {
    const shared = await signedIn(world, ada.email, fromElsewhere());
    const bob = await aResident(world);
    await signedIn(world, bob.email, shared);
    await useUpMails(ada.email);
    const sent = (await mailsTo(ada.email)).length;
    await ask(ada.email, shared);
    expect(await mailsTo(ada.email)).toHaveLength(sent + 1);
  });

  it('is looked up in the table only if its cookie names the account', async () => {
    const mine = await signedIn(world, ada.email, fromElsewhere());
    const readsOf = async (email: string) => {
      world.proxy.calls.reset();
      await mine.send('/portal/sign-in', { email });
      return world.proxy.calls.count('BatchGetItem') + world.proxy.calls.count('GetItem');
    };
    await mine.open('/portal/sign-in');
    const bob = await aResident(world);
    expect(await readsOf(bob.email)).toBe(await readsOf('nobody@people.example'));
    expect(await readsOf(ada.email)).toBe((await readsOf(bob.email)) + 1);
  });
});

it('a reviewer can sign in under the same limits as anyone else', async () => {
  expect((await world.admin('POST', '/persons', { email: reviewers })).status).toBe(200);
  const mine = await signedIn(world, reviewers, fromElsewhere());
  await useUpMails(reviewers);
  await ask(reviewers, mine);
  expect(await enter(mine, await mailedCode(world, reviewers))).toBe(303);
  minutes(15);
  await useUpMails(reviewers);
  const fresh = await ask(reviewers);
  expect(await enter(fresh, (await mailsTo(reviewers)).at(-1) ?? '')).toBe(303);
  expect((await fresh.open('/portal/reviews')).status).toBe(200);
});

describe('while ten networks attack without a pause,', () => {
  it('the owner can sign in with an unknown browser within 15 minutes', async () => {
    const took: number[] = [];
    for (const arrival of [0, 3]) {
      world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
      let owner: Visitor | null = null;
      for (let turn = 0; turn <= 15 && owner === null; turn += 5) {
        const strangers = await Promise.all(Array.from({ length: 10 }, () => ask(ada.email)));
        await world.settle();
        await Promise.all(strangers.map((stranger) => enter(stranger, '000000')));
        minutes(arrival);
        const browser = await ask(ada.email);
        const mailed = await mailsTo(ada.email);
        const newest = mailed.findLast((code) => codeKindOf(bareCode(code)) === 'long');
        if ((await enter(browser, newest ?? '')) === 303) {
          owner = browser;
          took.push(turn + arrival);
        }
        minutes(5 - arrival);
      }
    }
    expect(took).toHaveLength(2);
    for (const time of took) expect(time).toBeLessThanOrEqual(15);
  });
});
