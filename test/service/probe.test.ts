import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProbeDeps } from '../../shared/service/deps/release.ts';
import { functionHandler } from '../support/function-handler.ts';
import { keptLog } from '../support/log.ts';
import { aResident, type Person } from '../support/registry.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await aResident(world);
});
afterAll(() => world.stop());

/** One run of the scheduled function against this service: its log lines, and its failure. */
async function probe(changed: Partial<ProbeDeps> = {}, context?: object) {
  const log = keptLog();
  const deps: ProbeDeps = {
    log,
    publicUrl: world.baseUrl,
    key: null,
    send: fetch,
    random: world.deps.random,
    ...changed,
  };
  const handler = await functionHandler<(event: unknown, context?: object) => Promise<void>>(
    'functions/probe/verify-rpn.ts',
    deps,
  );
  const failed = await handler({}, context).then(
    () => null,
    (error: Error) => error.message,
  );
  return { failed, lines: log.lines };
}

const answers = (body: unknown, status: number) => async () => Response.json(body, { status });
const lineWith = (fields: object) => ({
  level: 'info',
  message: 'probe of verify_rpn',
  fields: expect.objectContaining(fields),
  cause: undefined,
});

describe('the probe of verify_rpn', () => {
  it('passes with a key if verification of an unassigned number is answered', async () => {
    const { failed, lines } = await probe({ key: async () => ada.standardKey });
    expect(failed).toBeNull();
    expect(lines).toEqual([lineWith({ status: 200, asHolder: true, isRight: true })]);
  });

  it('passes without a key if the service itself refuses an unknown key', async () => {
    const { failed, lines } = await probe();
    expect(failed).toBeNull();
    expect(lines).toEqual([
      lineWith({ status: 401, asHolder: false, requestId: expect.any(String), isRight: true }),
    ]);
  });

  it.each([
    [
      '500',
      answers({ error: 'Internal server error', requestId: 'a' }, 500),
      'verify_rpn is answered 500',
    ],
    [
      'a page of another server',
      async () => new Response('<html>', { status: 401 }),
      'verify_rpn is answered 401',
    ],
    [
      'a refusal by AWS itself',
      answers({ message: 'Forbidden' }, 403),
      'verify_rpn is answered 403',
    ],
    [
      'another refusal',
      answers({ error: 'Missing API key', requestId: 'a' }, 401),
      'verify_rpn is answered 401',
    ],
  ])('fails if the answer is %s', async (_, send, message) => {
    const { failed, lines } = await probe({ send });
    expect(failed).toBe(message);
    expect(lines).toEqual([lineWith({ isRight: false })]);
  });

  it('fails if its own key is no longer valid', async () => {
    const { failed } = await probe({ key: async () => 'sk-revoked' });
    expect(failed).toBe('verify_rpn is answered 401');
  });

  it('fails if nothing answers, and gives the reason without the address', async () => {
    const { failed } = await probe({ publicUrl: 'http://127.0.0.1:9' });
    expect(failed).toMatch(/^verify_rpn does not answer: (\w+)$/);
  });

  it('stops waiting for an answer before its own time is over', async () => {
    const { failed } = await probe(
      {
        send: (_, init) =>
          new Promise((__, reject) =>
            init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
          ),
      },
      { getRemainingTimeInMillis: () => 1_550 },
    );
    expect(failed).toBe('verify_rpn does not answer: DeadlineError');
  });
});
