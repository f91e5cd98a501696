import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  OutgoingError,
  type OutgoingFailure,
  openSafeFetch,
} from '../../shared/platform/aws/safe-fetch.ts';
import { anAskingClient } from '../support/authorization.ts';
import { aLogoutReceiver, useLogoutQueue } from '../support/logouts.ts';
import { useWorld } from '../support/use-world.ts';

const world = await useWorld();
const { url, told: logoutCalls, receiver } = await aLogoutReceiver();
const queue = await useLogoutQueue(world);
const wanting = (path: string, fields: object = {}) =>
  anAskingClient(world, { public: true, backchannelLogoutUri: `${url}${path}`, ...fields });
const client = await wanting('/a');
const other = await wanting('/b');
const second = 1_000;
const minute = 60 * second;
let session: { readonly kind: 'session'; readonly sessionId: string; readonly clientIds: string[] };
let personId: string;
beforeEach(() => {
  queue.drop();
  personId = randomUUID();
  session = { kind: 'session', sessionId: randomUUID(), clientIds: [client.clientId] };
});
/** The delivery message for one logout. */
async function messageOf(of = session): Promise<string> {
  await queue.tell([queue.ended(personId, of)]);
  const [message = ''] = queue.waiting();
  queue.drop();
  return message;
}
const silence = (reason: OutgoingFailure) => async () => {
  throw new OutgoingError(reason);
};

describe('a logout receiver that does not answer with 2xx', () => {
  it.each([400, 404, 500, 302])(
    'is called again after %i, with new tokens that have the same jti',
    async (status) => {
      receiver.answer = (_, response) =>
        response
          .writeHead(logoutCalls.length < 3 ? status : 200, { location: `${url}/away` })
          .end();
      await queue.tell([queue.ended(personId, session)]);
      await queue.pass(0);
      await queue.pass(4 * second);
      expect(logoutCalls).toHaveLength(1);
      await queue.pass(2 * second);
      await queue.pass(67 * second);
      await queue.pass(30 * minute);
      expect(logoutCalls.map(({ path }) => path)).toEqual(['/a', '/a', '/a']);
      expect(new Set(logoutCalls.map(({ claims }) => claims['jti'])).size).toBe(1);
      const times = logoutCalls.map(({ claims }) => Number(claims['iat']));
      expect(times.toSorted()).toEqual(times);
      expect(new Set(times).size).toBe(3);
      expect(queue.waiting()).toEqual([]);
    },
  );

  it('is not called again after four hours, and the log names the client', async () => {
    receiver.answer = (_, response) => response.writeHead(500).end();
    await queue.tell([queue.ended(personId, session)]);
    await queue.pass(0);
    for (let quarter = 0; quarter < 20; quarter += 1) await queue.pass(15 * minute);
    expect(queue.waiting()).toEqual([]);
    expect(logoutCalls.length).toBeGreaterThan(10);
    expect(logoutCalls.length).toBeLessThan(22);
    expect(
      world.log.lines.filter(
        ({ message }) => message === 'a logout notification was not delivered',
      ),
    ).toEqual([
      expect.objectContaining({
        fields: { clientId: client.clientId, failed: expect.any(Number) },
      }),
    ]);
  });
});

describe('a logout receiver that times out', () => {
  it('gets one logout at a time, after growing pauses, without delaying other receivers', async () => {
    let calls = 0;
    const hanging = await queue.calling(async (request) => {
      if (request.url.endsWith('/b')) return openSafeFetch({ loopback: true })(request);
      calls += 1;
      expect(request.timeout).toBe(5_000);
      throw new OutgoingError('timeout');
    });
    const work = async (milliseconds: number) => {
      world.clock.now += milliseconds;
      const messages = queue.waiting();
      queue.drop();
      await hanging(messages);
    };
    const many = (clientIds: string[]) =>
      Promise.all(
        Array.from({ length: 5 }, () =>
          queue.tell([queue.ended(personId, { ...session, sessionId: randomUUID(), clientIds })]),
        ),
      );
    await queue.tell([queue.ended(personId, session)]);
    await work(0);
    expect(calls).toBe(1);
    await many([client.clientId, other.clientId]);
    await work(second);
    expect([calls, logoutCalls.map(({ path }) => path)]).toEqual([
      1,
      ['/b', '/b', '/b', '/b', '/b'],
    ]);
    // After half a minute, one call tests the receiver for all waiting logouts.
    await work(45 * second);
    expect(calls).toBe(2);
    await work(45 * second);
    expect(calls).toBe(2);
    await work(minute);
    expect(calls).toBe(3);
    // It answers again: all arrive.
    logoutCalls.length = 0;
    for (let round = 0; round < 8; round += 1) await queue.pass(5 * minute);
    expect(new Set(logoutCalls.map(({ claims }) => claims['jti'])).size).toBe(6);
    expect(logoutCalls).toHaveLength(6);
    expect(queue.waiting()).toEqual([]);
  });

  it.each(['address', 'name', 'connection', 'url'] as const)(
    'is not one whose call fails immediately (%s): that one is retried within seconds',
    async (reason) => {
      const failing = await queue.calling(silence(reason));
      await failing([await messageOf()]);
      await queue.pass(6 * second);
      expect(logoutCalls).toHaveLength(1);
    },
  );
});

describe('back-channel logout delivery', () => {
  it('calls the receiver once for duplicate messages, even at the same time', async () => {
    const message = await messageOf();
    const another = await queue.process();
    await Promise.all([queue.tell([message, message]), another([message, message])]);
    expect(logoutCalls).toHaveLength(1);
    await queue.tell([message]);
    await queue.pass(10 * minute);
    expect(logoutCalls).toHaveLength(1);
  });

  it('calls the receiver once if the event is repeated for the same session', async () => {
    const event = queue.ended(personId, session);
    await Promise.all([queue.tell([event]), queue.tell([event])]);
    await queue.pass(0);
    await queue.tell([event, queue.ended(personId, session)]);
    await queue.pass(0);
    expect(logoutCalls).toHaveLength(1);
  });

  it('repeats the call with the same jti if the process dies before recording it', async () => {
    const message = await messageOf();
    const dying = await queue.process({
      safeFetch: async (request: Parameters<ReturnType<typeof openSafeFetch>>[0]) => {
        await openSafeFetch({ loopback: true })(request);
        throw new Error('the process dies');
      },
    });
    expect(await dying([message])).toBe(1);
    // The queue delivers it again while the first call may still be running.
    await queue.tell([message]);
    expect(logoutCalls).toHaveLength(1);
    await queue.pass(61 * second);
    expect(logoutCalls.map(({ claims }) => claims['jti'])).toEqual(
      Array.from({ length: 2 }, () => logoutCalls[0]?.claims['jti']),
    );
    await queue.pass(10 * minute);
    expect(logoutCalls).toHaveLength(2);
  });

  it('fails the message without using up an attempt if the token can’t be signed', async () => {
    const message = await messageOf();
    const keyless = await queue.process({
      signer: {
        sign: async () => {
          throw new Error('there is no key');
        },
      },
    });
    expect(await keyless([message])).toBe(1);
    await queue.tell([message]);
    expect(logoutCalls).toHaveLength(1);
  });
});

describe('a back-channel logout address', () => {
  it.each([
    ['http://bank.example/told', 'http on a public host'],
    ['https://10.0.0.1/told', 'a private network'],
    ['https://169.254.169.254/latest', 'a cloud metadata service'],
    ['https://bank.example/told#there', 'a fragment'],
    ['https://user:secret@bank.example/told', 'credentials'],
  ])('%s is refused: %s', async (backchannelLogoutUri) => {
    const { status, body } = await world.admin('PATCH', `/oauth_clients/${client.clientId}`, {
      backchannelLogoutUri,
    });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        details: [expect.objectContaining({ path: ['backchannelLogoutUri'] })],
      }),
    ]);
  });

  it('is required if logout tokens must name the session', async () => {
    const fields = { backchannelLogoutUri: null, backchannelLogoutSessionRequired: true };
    const { status, body } = await world.admin('PATCH', `/oauth_clients/${other.clientId}`, fields);
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        details: [
          {
            code: 'custom',
            path: ['backchannelLogoutSessionRequired'],
            message: 'Must be false if the client has no backchannelLogoutUri',
          },
        ],
      }),
    ]);
  });

  it('on the loopback interface is not called outside of development', async () => {
    const strict = await queue.calling(openSafeFetch());
    await strict([await messageOf()]);
    expect(logoutCalls).toEqual([]);
  });
});
