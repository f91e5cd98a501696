import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { challengeReference } from '../../shared/sign-in/db/sign-in-challenges.ts';
import { makeSignInCode } from '../../shared/sign-in/usecases/start-sign-in.ts';
import {
  anAskingVisitor,
  anotherCode,
  mailedCode,
  shownText,
  signedIn,
} from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { type PageAnswer, visitor } from '../support/visitor.ts';
import { startWorld, type World } from '../support/world.ts';

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

async function auditOf(personId: string) {
  const { body } = await world.admin('GET', `/audit?subjectId=${personId}`);
  // Operators get the entries in `data`.
  return (body as { data: { action: string; actor: object; details: object }[] }).data;
}

/** What an observer sees of an answer, without random parts and without the typed address that the page repeats. */
function seenOf({ status, headers, text: shown }: PageAnswer, typed: string) {
  const text = shown.replaceAll(typed, '');
  const repeated = shown.length - text.length;
  // The length varies only with the random bytes of the deflated challenge on the page.
  const offers = text.includes('name="handle"');
  const unrecorded = ['date', 'x-request-id', ...(offers ? ['content-length'] : [])];
  const known = [...headers].filter(([name]) => !unrecorded.includes(name));
  return {
    status,
    headers: known.map(([name, value]) => [
      name,
      name === 'content-length'
        ? String(Number(value) - repeated)
        : value.replace(/=[\w-]{22,43};/, '=…;'),
    ]),
    text: text
      .replace(/name="csrf" value="[^"]+"/g, 'csrf')
      .replace(/challenge&quot;:&quot;[\w-]{43}&quot;/, 'challenge')
      .replace(/name="handle" value="[^"]+"/, 'handle'),
  };
}

describe('account privacy at sign-in:', () => {
  /** A world without an outbox, because its deliveries would be among the compared calls. */
  let quiet: World;

  beforeAll(async () => {
    quiet = await startWorld();
  });
  afterAll(() => quiet.stop());

  const pass = (count: number) => {
    quiet.clock.now += count * 60_000;
  };

  /** Everything that the sign-in shows for an address, step by step, with its table calls. */
  async function walk(email: string) {
    // The next hour, in which nothing has been counted.
    quiet.clock.now += 3_600_000 - (quiet.clock.now % 3_600_000);
    const seen: unknown[] = [];
    const browser = visitor(quiet.baseUrl);
    const step = async (act: () => Promise<PageAnswer>) => {
      quiet.proxy.calls.reset();
      const answer = seenOf(await act(), email);
      seen.push({ ...answer, calls: quiet.proxy.calls.list().map(({ operation }) => operation) });
    };
    await step(() => browser.open('/portal/sign-in'));
    await step(() => browser.send('/portal/sign-in', { email }));
    await step(() => browser.open(codePath));
    const challengeId = browser.cookies.get('registry_sign_in') ?? '';
    const made = await makeSignInCode(challengeReference(challengeId), quiet.deps);
    const code = anotherCode(made?.code ?? '000000');
    await step(() => browser.send(codePath, { code }));
    pass(11);
    for (let count = 0; count < 5; count += 1) await step(() => browser.send(codePath, { code }));
    const late = await anAskingVisitor(quiet, email);
    pass(31);
    await step(() => late.send(codePath, { code }));
    // Also with the email budget used up, when the newest long code works in other browsers.
    for (let count = 0; count < 6; count += 1) {
      const other = visitor(quiet.baseUrl, `127.0.${count % 2}.1`);
      await step(() => other.open('/portal/sign-in'));
      await step(() => other.send('/portal/sign-in', { email }));
      await step(() => other.open(codePath));
      const id = other.cookies.get('registry_sign_in') ?? '';
      await makeSignInCode(challengeReference(id), quiet.deps);
      await step(() => other.send(codePath, { code: 'ABCD-EFGH-JKLM' }));
    }
    return { seen, mailed: made !== null };
  }

  it('addresses with and without an account get the same answers, headers and table calls', async () => {
    const known = await aResident(quiet);
    const gone = await aResident(quiet);
    await quiet.admin('POST', `/persons/${gone.id}/deactivate`);
    const ofKnown = await walk(known.email);
    expect(ofKnown.seen).toHaveLength(34);
    expect(JSON.stringify(ofKnown.seen)).toContain('so we have not sent another one');
    expect(ofKnown.mailed).toBe(true);
    const unseen = { seen: ofKnown.seen, mailed: false };
    expect(await walk(aStranger())).toEqual(unseen);
    expect(await walk(gone.email)).toEqual(unseen);
  });

  it('a code for an account deactivated after the email is refused as wrong or expired', async () => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(world, ada.email);
    const code = await mailedCode(world, ada.email);
    await world.admin('POST', `/persons/${ada.id}/deactivate`);
    const answer = await browser.send(codePath, { code });
    expect(answer.status).toBe(400);
    expect(shownText(answer)).toContain('The code is wrong or has expired');
  });

  it.each([
    ['deactivated', (id: string) => world.admin('POST', `/persons/${id}/deactivate`)],
    [
      'moved to another address',
      (id: string) => world.admin('PATCH', `/persons/${id}`, { email: aStranger() }),
    ],
  ])(
    'a code is refused as wrong or expired if the account is %s while it is entered',
    async (_, change) => {
      const ada = await aResident(world);
      const browser = await anAskingVisitor(world, ada.email);
      const code = await mailedCode(world, ada.email);
      world.proxy.beforeNext(
        (body, operation) =>
          operation === 'TransactWriteItems' && JSON.stringify(body).includes('SESSION#'),
        () => change(ada.id),
      );
      const answer = await browser.send(codePath, { code });
      expect(world.proxy.pending()).toBe(0);
      expect(answer.status).toBe(400);
      expect(shownText(answer)).toContain('The code is wrong or has expired');
      const actions = (await auditOf(ada.id)).map(({ action }) => action);
      expect(actions).not.toContain('person.signed_in');
    },
  );

  it('a sign-in succeeds despite a conflict with another transaction', async () => {
    const ada = await aResident(world);
    world.proxy.failNext({ operation: 'UpdateItem', kind: 'conflict' });
    world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'conflict' });
    expect((await signedIn(world, ada.email)).cookies.has('registry_session')).toBe(true);
    expect(world.proxy.pending()).toBe(0);
  });

  it('a code sent to a previous address of the person is refused', async () => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(world, ada.email);
    const code = await mailedCode(world, ada.email);
    await world.admin('PATCH', `/persons/${ada.id}`, { email: `new-${ada.email}` });
    expect((await browser.send(codePath, { code })).status).toBe(400);
    const { body } = await world.admin('GET', `/persons/${ada.id}`);
    expect(body).toMatchObject({ data: { emailVerified: false } });
  });
});
