import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { challengeReference } from '../../shared/db/sign-in-challenges.ts';
import { makeSignInCode } from '../../shared/usecases/make-sign-in-code.ts';
import {
  anAskingVisitor,
  anotherCode,
  mailedCode,
  shownText,
  signedIn,
} from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { type PageAnswer, visitor } from '../support/visitor.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(() => {
  // The next hour: what was counted before does not count any more.
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

async function auditOf(personId: string) {
  const { body } = await world.admin('GET', `/audit?subjectId=${personId}`);
  // Operators get the entries in `data`.
  return (body as { data: { action: string; actor: object; details: object }[] }).data;
}

/** All that an observer sees of an answer, with what is random in every answer made alike. */
function seenOf({ status, headers, text }: PageAnswer) {
  const known = [...headers].filter(([name]) => name !== 'date');
  return {
    status,
    headers: known.map(([name, value]) => [name, value.replace(/=[\w-]{22,43};/, '=…;')]),
    text: text.replace(/name="csrf" value="[^"]+"/g, 'csrf'),
  };
}

describe('who has an account', () => {
  /** A world without an outbox, whose deliveries would be among the calls that are compared. */
  let quiet: World;

  beforeAll(async () => {
    quiet = await startWorld();
  });
  afterAll(() => quiet.stop());

  const pass = (count: number) => {
    quiet.clock.now += count * 60_000;
  };

  /** Everything that the sign-in shows of an address, step by step, and what it asks of the table. */
  async function walk(email: string) {
    // The next hour, in which nothing has been counted.
    quiet.clock.now += 3_600_000 - (quiet.clock.now % 3_600_000);
    const seen: unknown[] = [];
    const browser = visitor(quiet.baseUrl);
    const step = async (act: () => Promise<PageAnswer>) => {
      quiet.proxy.calls.reset();
      const answer = seenOf(await act());
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
    return { seen, mailed: made !== null };
  }

  it('cannot be told from answers, headers or what is asked of the table', async () => {
    const known = await aResident(quiet);
    const gone = await aResident(quiet);
    await quiet.admin('POST', `/persons/${gone.id}/deactivate`);
    const ofKnown = await walk(known.email);
    expect(ofKnown.seen).toHaveLength(10);
    expect(ofKnown.mailed).toBe(true);
    const unseen = { seen: ofKnown.seen, mailed: false };
    expect(await walk(aStranger())).toEqual(unseen);
    expect(await walk(gone.email)).toEqual(unseen);
  });

  it('cannot be told from a code for an account that was deactivated after it was mailed', async () => {
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
  ])('is of no use when the account is %s while the code is entered', async (_, change) => {
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
  });

  it('loses no sign-in to a conflict with another transaction', async () => {
    const ada = await aResident(world);
    world.proxy.failNext({ operation: 'UpdateItem', kind: 'conflict' });
    world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'conflict' });
    expect((await signedIn(world, ada.email)).cookies.has('registry_session')).toBe(true);
    expect(world.proxy.pending()).toBe(0);
  });

  it('is not shown by a code that went to an address which the person has given up', async () => {
    const ada = await aResident(world);
    const browser = await anAskingVisitor(world, ada.email);
    const code = await mailedCode(world, ada.email);
    await world.admin('PATCH', `/persons/${ada.id}`, { email: `new-${ada.email}` });
    expect((await browser.send(codePath, { code })).status).toBe(400);
    const { body } = await world.admin('GET', `/persons/${ada.id}`);
    expect(body).toMatchObject({ data: { emailVerified: false } });
  });
});

describe('the limits', () => {
  async function ask(count: number, emailOf: (turn: number) => string) {
    const browser = visitor(world.baseUrl);
    await browser.open('/portal/sign-in');
    return Promise.all(
      Array.from({ length: count }, (_, turn) =>
        browser.send('/portal/sign-in', { email: emailOf(turn) }),
      ),
    );
  }
  const statuses = (answers: readonly PageAnswer[]) => {
    const all = answers.map(({ status }) => status);
    return [303, 429].map((status) => all.filter((other) => other === status).length);
  };

  it('let exactly five of ten sign-ins for one address through, whether or not it is known', async () => {
    const ada = await aResident(world);
    const known = await ask(10, (turn) => (turn % 2 ? ada.email : ada.email.toUpperCase()));
    expect(statuses(known)).toEqual([5, 5]);
    const unknown = aStranger();
    const others = await ask(10, () => unknown);
    expect(statuses(others)).toEqual([5, 5]);
    const refusal = (answers: readonly PageAnswer[]) => {
      const answer = answers.find(({ status }) => status === 429);
      const reference = /class="exact">[^<]+/;
      return answer && { ...seenOf(answer), text: answer.text.replace(reference, '') };
    };
    expect(refusal(others)).toEqual(refusal(known));
    expect(refusal(known)?.headers).toContainEqual(['retry-after', '3600']);
    world.clock.now += 3_600_000;
    expect(statuses(await ask(1, () => ada.email))).toEqual([1, 0]);
  });

  it('let exactly twenty of thirty sign-ins from one network address through', async () => {
    minutes(59);
    const answers = await ask(30, () => aStranger());
    expect(statuses(answers)).toEqual([20, 10]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('60');
    expect(
      shownText(refused ?? answers[0] ?? { status: 0, headers: new Headers(), text: '' }),
    ).toContain('Too many tries');
    minutes(1);
    expect(statuses(await ask(1, () => aStranger()))).toEqual([1, 0]);
  });

  it('let exactly thirty wrong codes from one network address through, and no right one after', async () => {
    const ada = await aResident(world);
    const victim = await anAskingVisitor(world, ada.email);
    const code = await mailedCode(world, ada.email);
    const browsers = await Promise.all(
      Array.from({ length: 8 }, () => anAskingVisitor(world, aStranger())),
    );
    const guesses = browsers.flatMap((browser) =>
      Array.from({ length: 5 }, () => browser.send(codePath, { code: '000000' })),
    );
    const answers = await Promise.all(guesses);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect((await victim.send(codePath, { code })).status).toBe(429);
    world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
    expect((await victim.send(codePath, { code })).status).toBe(400);
  });

  it('let forty wrong codes for one account through in a UTC day, from hour to hour', async () => {
    const ada = await aResident(world);
    // The first hour of a day, so that the next one belongs to the same.
    world.clock.now += 86_400_000 - (world.clock.now % 86_400_000);
    const statuses: number[] = [];
    for (let hour = 0; hour < 2; hour += 1) {
      for (let challenge = 0; challenge < 5; challenge += 1) {
        const guesser = await anAskingVisitor(world, ada.email);
        for (let wrong = 0; wrong < 5; wrong += 1) {
          statuses.push((await guesser.send(codePath, { code: '000000' })).status);
        }
      }
      world.clock.now += 3_600_000;
    }
    expect(statuses.indexOf(429)).toBe(40);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it('do not count right codes', async () => {
    const ada = await aResident(world);
    for (let turn = 0; turn < 3; turn += 1) {
      await signedIn(world, ada.email);
    }
    const browsers = await Promise.all(
      Array.from({ length: 6 }, () => anAskingVisitor(world, aStranger())),
    );
    const answers = await Promise.all(
      browsers.flatMap((browser) =>
        Array.from({ length: 5 }, () => browser.send(codePath, { code: '000000' })),
      ),
    );
    expect(answers.filter(({ status }) => status === 429)).toEqual([]);
  });
});
