import { beforeEach, describe, expect, it } from 'vitest';
import { challengeReference, findChallenge } from '../../shared/sign-in/db/sign-in-challenges.ts';
import { deliverEvent } from '../support/deliver-event.ts';
import { outboxDepsOn } from '../support/outbox-deps.ts';
import {
  anAskingVisitor,
  anotherCode,
  codeIn,
  mailedCode,
  outcomeOf,
  shownText,
  type Visitor,
} from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

const world = await useWorld();
beforeEach(() => {
  // The next hour: the counter starts again.
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
});

let strangers = 0;
const aStranger = () => {
  strangers += 1;
  return `stranger-${strangers}@people.example`;
};
const codePath = '/portal/sign-in/code';
const minutes = (count: number) => {
  world.clock.now += count * 60_000;
};

async function challengeOf(browser: Visitor) {
  const id = browser.cookies.get('registry_sign_in') ?? '';
  return findChallenge(world.table, challengeReference(id));
}

async function auditOf(personId: string) {
  const { body } = await world.admin('GET', `/audit?subjectId=${personId}`);
  // Operators get the entries in `data`.
  return (body as { data: { action: string; actor: object; details: object }[] }).data;
}

describe('signing in', () => {
  it('accepts the emailed code, marks the address as verified and is recorded in the audit trail', async () => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(
      world,
      ` ${ada.email.toUpperCase()} `,
      '/portal/developer',
    );
    const code = await mailedCode(world, ada.email);
    const answer = await browser.send(`${codePath}?next=%2Fportal%2Fdeveloper`, { code });
    expect(outcomeOf(answer)).toEqual({ status: 303, location: '/portal/developer' });
    const { body } = await world.admin('GET', `/persons/${ada.id}`);
    expect(body).toMatchObject({ data: { emailVerified: true } });
    const entry = (await auditOf(ada.id)).find(({ action }) => action === 'person.signed_in');
    expect({ actor: entry?.actor, details: entry?.details }).toEqual({
      actor: { kind: 'person', id: ada.id, personId: ada.id },
      details: { emailVerified: true },
    });
    expect((await browser.open('/portal')).status).toBe(200);
  });

  it('shows the entered address, known or not, and a link to help with a lost mailbox', async () => {
    const ada = await aResident(world);
    const shown = async (email: string, path = codePath) =>
      (await (await anAskingVisitor(world, email)).open(path)).text;
    const [known, unknown] = [await shown(ada.email), await shown('nobody@people.example')];
    expect(known).toContain(`If there is an account with ${ada.email}, we have emailed`);
    expect(unknown).toContain('If there is an account with nobody@people.example, we have emailed');
    expect(known).toContain('href="/help#lost-mailbox"');
    const first = await visitor(world.baseUrl).open('/portal/sign-in');
    expect(first.text).toContain('href="/help#lost-mailbox"');
    expect(await shown(ada.email, '/help')).toContain('<h2 id="lost-mailbox">');
  });

  it('sets the session cookie for this host only, and removes the challenge cookie', async () => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(world, ada.email);
    const code = await mailedCode(world, ada.email);
    const { headers } = await browser.send(codePath, { code });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^registry_session=[\\w-]{43}\\.${ada.id}; Max-Age=43200; Path=/; HttpOnly; SameSite=Lax$`,
        ),
      ),
      expect.stringMatching(
        /^registry_device=[\w.-]{200,1000}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
      'registry_sign_in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
  });

  it('accepts digits with spaces and hyphens between them', async () => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(world, ada.email);
    const code = await mailedCode(world, ada.email);
    const spaced = ` ${code.slice(0, 3)} - ${code.slice(3)} `;
    expect((await browser.send(codePath, { code: spaced })).status).toBe(303);
  });

  it('works only in the browser that requested the code', async () => {
    const ada = await aResident(world);
    await anAskingVisitor(world, ada.email);
    const code = await mailedCode(world, ada.email);
    const other = await anAskingVisitor(world, aStranger());
    expect((await other.send(codePath, { code })).status).toBe(400);
    const none = visitor(world.baseUrl);
    await none.open('/portal/sign-in');
    expect(outcomeOf(await none.send(codePath, { code }))).toEqual({
      status: 303,
      location: '/portal/sign-in',
    });
    expect(outcomeOf(await none.open(codePath)).location).toBe('/portal/sign-in');
  });

  it('creates one session if a code is entered ten times at the same time', async () => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(world, ada.email);
    const code = await mailedCode(world, ada.email);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => browser.send(codePath, { code })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      303,
      ...Array.from({ length: 9 }, () => 400),
    ]);
    const entries = await auditOf(ada.id);
    expect(entries.filter(({ action }) => action === 'person.signed_in')).toHaveLength(1);
  });

  it('refuses a code that was used', async () => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(world, ada.email);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const code = await mailedCode(world, ada.email);
    await browser.send(codePath, { code });
    const again = await browser.send(codePath, { code }, { cookie });
    expect(again.status).toBe(400);
    expect(shownText(again)).toContain('Request a new code');
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    [9, 303],
    [10, 400],
  ])('after %i minutes with the code returns %i', async (age, status) => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(world, ada.email);
    const code = await mailedCode(world, ada.email);
    minutes(age);
    expect((await browser.send(codePath, { code })).status).toBe(status);
  });

  it('ends after the fifth wrong code, even for the right one', async () => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(world, ada.email);
    const code = await mailedCode(world, ada.email);
    const shown: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      shown.push(shownText(await browser.send(codePath, { code: anotherCode(code) })));
    }
    expect(shown.map((text) => text.includes('The code is wrong or has expired'))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    const right = await browser.send(codePath, { code });
    expect(right.status).toBe(400);
    expect(shownText(right)).toContain('This sign-in has ended');
    expect(await challengeOf(browser)).toMatchObject({ wrongCodes: 5, usedAt: null });
  });

  it('accepts the right code after four wrong ones', async () => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(world, ada.email);
    const code = await mailedCode(world, ada.email);
    for (let count = 0; count < 4; count += 1) {
      await browser.send(codePath, { code: anotherCode(code) });
    }
    expect((await browser.send(codePath, { code })).status).toBe(303);
  });

  it('ends after five wrong codes, even if twenty are sent at the same time', async () => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(world, ada.email);
    const code = anotherCode(await mailedCode(world, ada.email));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.send(codePath, { code })),
    );
    const stillAsked = answers.filter((answer) => answer.text.includes('name="code"'));
    expect(stillAsked).toHaveLength(4);
    expect(await challengeOf(browser)).toMatchObject({ wrongCodes: 5 });
  });

  it('replaces the code if the email is delivered again', async () => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(world, ada.email);
    const first = await mailedCode(world, ada.email);
    const outbox = outboxDepsOn(world.table);
    outbox.clock.now = new Date(world.clock.now).toISOString();
    const challengeId = (await challengeOf(browser))?.reference ?? '';
    const mail = { template: 'sign_in_code', challengeId } as const;
    const event = { id: 'again', createdAt: '', event: { type: 'mail.requested', mail } } as const;
    let second = first;
    while (second === first) {
      await deliverEvent(event, outbox);
      second = codeIn(outbox.mails.at(-1)) ?? '';
    }
    expect((await browser.send(codePath, { code: first })).status).toBe(400);
    expect((await browser.send(codePath, { code: second })).status).toBe(303);
    // After the challenge was used, another delivery sends nothing.
    const sent = outbox.mails.length;
    await deliverEvent(event, outbox);
    expect(outbox.mails).toHaveLength(sent);
  });

  it('stores no code and no secret, and logs neither', async () => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(world, ada.email);
    const code = await mailedCode(world, ada.email);
    const challengeId = String(browser.cookies.get('registry_sign_in'));
    const challenge = await challengeOf(browser);
    expect(Object.keys(challenge ?? {}).toSorted()).toEqual([
      'browser',
      'clientId',
      'code',
      'codeExpiresAt',
      'codeHash',
      'counted',
      'createdAt',
      'email',
      'expiresAt',
      'known',
      'locale',
      'personId',
      'reference',
      'usedAt',
      'wrongCodes',
    ]);
    expect(JSON.stringify(challenge)).not.toMatch(new RegExp(`"${code}"|${challengeId}`));
    await browser.send(codePath, { code: anotherCode(code) });
    await browser.send(codePath, { code });
    const token = String(browser.cookies.get('registry_session')).slice(0, 43);
    const written = JSON.stringify([world.log.lines, await auditOf(ada.id)]);
    for (const secret of [`"${code}"`, challengeId, token, ada.email, '127.0.0.1']) {
      expect(written).not.toContain(secret);
    }
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/..//evil.example',
  ])('never leads to %j', async (next) => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(world, ada.email, next);
    const code = await mailedCode(world, ada.email);
    const query = new URLSearchParams({ next });
    const { location } = outcomeOf(await browser.send(`${codePath}?${query}`, { code }));
    expect(location).toBe('/portal');
  });

  it.each([
    ['', 'Enter your email address'],
    ['ada', 'Enter your email address'],
    ['a@b', 'Enter your email address'],
    [`${'a'.repeat(250)}@people.example`, 'at most 254 characters'],
    ['"><script>alert(1)</script>', 'Enter your email address'],
  ])(
    'shows an error for an address like %j, and makes no table calls',
    async (email, complaint) => {
      const browser = visitor(world.baseUrl);
      await browser.open('/portal/sign-in');
      world.proxy.calls.reset();
      const answer = await browser.send('/portal/sign-in', { email });
      expect(answer.status).toBe(400);
      expect(shownText(answer)).toContain(complaint);
      expect(answer.text).not.toContain('<script>alert');
      expect(world.proxy.calls.count()).toBe(0);
    },
  );

  it.each([
    '',
    '12345',
    '1234567',
    'abcdef',
    '①②③④⑤',
    'ABCD-EFGH-JKL0',
    '1'.repeat(200),
    ['123456', '123456'],
  ])('does not count %j, which cannot be a code', async (code) => {
    const browser = await anAskingVisitor(world, aStranger());
    const answer = await browser.send(codePath, { code });
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain('Enter the code from the email');
    expect(await challengeOf(browser)).toMatchObject({ wrongCodes: 0 });
  });

  it.each(['/portal/sign-in', codePath])('refuses a foreign form at %s', async (path) => {
    const browser = await anAskingVisitor(world, aStranger());
    const fields = { email: 'ada@people.example', code: '123456' };
    expect((await browser.send(path, fields, { csrf: null })).status).toBe(403);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await browser.send(path, fields, { headers })).status).toBe(403);
  });
});
