import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { feeds, keys } from '../../shared/kernel/db/keys.ts';
import { create, transact } from '../../shared/kernel/db/transact.ts';
import { openSafeFetch } from '../../shared/platform/aws/safe-fetch.ts';
import { ownEnvironment } from '../support/environment.ts';
import { aPartner, type Partner } from '../support/partners.ts';
import { useWorld } from '../support/use-world.ts';
import { type Endpoint, type Received, useWebhooks } from '../support/webhooks.ts';

const world = await useWorld();
const hooks = await useWebhooks(world);
const { received, receiver } = hooks;
const scopes = ['partner:webhooks.manage', 'partner:person.application.read'];
const minute = 60_000;
afterEach(ownEnvironment());

/** Creates this many applications of the integration. Returns their ids. */
async function happen({ integrationId }: Partner, count = 1): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await Promise.all(
    ids.map((id) =>
      transact(world.table, {
        application: create({
          ...keys.residencyApplication(id),
          ...{ id, integrationId, statusId: 'Draft', version: 1 },
        }),
      }),
    ),
  );
  return ids;
}

async function anEndpoint(fields: object = {}): Promise<{
  partner: Partner;
  endpoint: Endpoint & { readonly path: string };
}> {
  const partner = await aPartner(world, { scopes });
  await hooks.journal.drained();
  return { partner, endpoint: await hooks.endpoint(partner.key, fields) };
}

const about = ({ body }: Received) => Object(JSON.parse(body)).data.id;
const feedOf = ({ integrationId }: Partner) => feeds.integration(integrationId);

describe('a webhook', () => {
  it('delivers a signed event once, and is then listed as succeeded', async () => {
    const { partner, endpoint } = await anEndpoint();
    const [id] = await happen(partner);
    await hooks.settle();
    expect(received).toHaveLength(1);
    const [message] = received as [Received];
    expect(hooks.isSignedBy(endpoint.secret, message)).toBe(true);
    expect(JSON.parse(message.body)).toEqual({
      type: 'residency_application.created',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        id,
        statusId: 'Draft',
        version: 1,
        subject: `partner/residency_applications/${id}`,
      },
    });
    expect(message.headers['content-type']).toBe('application/json');
    expect(message.body.length).toBeLessThan(20_000);
    const [delivery] = await hooks.deliveries(partner.key, endpoint.id);
    expect(delivery).toMatchObject({
      id: message.id,
      status: 'succeeded',
      nextAttemptAt: null,
      attempts: [{ status: 204, failure: null }],
    });
    await hooks.pass(60 * minute);
    expect(received).toHaveLength(1);
  });

  it('is signed with the old and the new secret for a day after a rotation, then only with the new one', async () => {
    const { partner, endpoint } = await anEndpoint();
    const { body } = await hooks.api('POST', partner.key, `/${endpoint.id}/rotate_secret`);
    const { secret } = (body as { data: Endpoint }).data;
    expect(secret).not.toBe(endpoint.secret);
    await happen(partner);
    await hooks.settle();
    const [first] = received as [Received];
    const isBoth = (message: Received) =>
      [secret, endpoint.secret].map((each) => hooks.isSignedBy(each, message));
    expect(isBoth(first)).toEqual([true, true]);
    hooks.know(endpoint.path, [secret]);
    await hooks.pass(24 * 60 * minute);
    await happen(partner);
    await hooks.settle();
    expect(isBoth(received.at(-1) as Received)).toEqual([true, false]);
  });

  it('is sent only for the selected types, and only if the key can read the event when it is sent', async () => {
    const { partner } = await anEndpoint({ types: ['key.created'] });
    await happen(partner, 3);
    await hooks.settle();
    expect(received).toEqual([]);
    const other = await aPartner(world, { scopes: ['partner:webhooks.manage'] });
    await hooks.journal.drained();
    await hooks.endpoint(other.key);
    await happen(other, 2);
    await hooks.settle();
    expect(received).toEqual([]);
  });
});

describe('a webhook receiver that is down', () => {
  it('gets all messages after an hour, each under one id', async () => {
    const { partner, endpoint } = await anEndpoint();
    receiver.answer = (_, response) => void response.destroy();
    const ids: string[] = [];
    for (let minutes = 0; minutes < 60; minutes += 10) {
      ids.push(...(await happen(partner, 3)));
      await hooks.pass(10 * minute);
    }
    const taken: Received[] = [];
    receiver.answer = (message, response) => {
      taken.push(message);
      response.writeHead(200).end();
    };
    for (let hours = 0; hours < 12; hours += 1) await hooks.pass(60 * minute);
    expect(taken.map(about).toSorted()).toEqual(ids.toSorted());
    const idsOf = Map.groupBy(received, about);
    for (const messages of idsOf.values()) {
      expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
    }
    expect((await hooks.deliveries(partner.key, endpoint.id)).map(({ status }) => status)).toEqual(
      ids.map(() => 'succeeded'),
    );
  });

  it('gets at most ten attempts, at the scheduled times', async () => {
    const { partner, endpoint } = await anEndpoint();
    receiver.answer = (_, response) => void response.writeHead(500).end();
    await happen(partner);
    await hooks.settle();
    for (let tries = 1; tries < 10; tries += 1) {
      const [delivery] = await hooks.deliveries(partner.key, endpoint.id);
      const { nextAttemptAt } = delivery as { nextAttemptAt: string };
      world.clock.now = Date.parse(nextAttemptAt) - 1;
      await hooks.settle();
      expect(received).toHaveLength(tries);
      await hooks.pass(1);
      expect(received).toHaveLength(tries + 1);
    }
    const [delivery] = await hooks.deliveries(partner.key, endpoint.id);
    expect(delivery).toMatchObject({ status: 'given_up', nextAttemptAt: null });
    await hooks.pass(48 * 60 * minute);
    expect(received).toHaveLength(10);
    // Its owner can request a redelivery.
    receiver.answer = (_, response) => void response.writeHead(204).end();
    const again = `/${endpoint.id}/deliveries/${delivery?.id}/redeliver`;
    expect((await hooks.api('POST', partner.key, again)).status).toBe(200);
    await hooks.look(feedOf(partner), endpoint.id);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    const [redelivered] = await hooks.deliveries(partner.key, endpoint.id);
    expect(redelivered?.status).toBe('succeeded');
  });

  it.each([301, 307, 400, 404, 500])('has a failed attempt if it answers %s', async (status) => {
    const { partner, endpoint } = await anEndpoint();
    receiver.answer = (_, response) => void response.writeHead(status, { location: '/x' }).end();
    await happen(partner);
    await hooks.settle();
    const [delivery] = await hooks.deliveries(partner.key, endpoint.id);
    expect(delivery).toMatchObject({ status: 'due', attempts: [{ status }] });
    expect(received).toHaveLength(1);
  });

  it('sets the time of the next attempt with Retry-After', async () => {
    const { partner } = await anEndpoint();
    receiver.answer = (_, response) => void response.writeHead(503, { 'retry-after': '600' }).end();
    await happen(partner);
    await hooks.settle();
    await hooks.pass(599_000);
    expect(received).toHaveLength(1);
    await hooks.pass(2_000);
    expect(received).toHaveLength(2);
  });

  it('disables the endpoint if it answers 410', async () => {
    const { partner, endpoint } = await anEndpoint();
    receiver.answer = (_, response) => void response.writeHead(410).end();
    await happen(partner);
    await hooks.settle();
    const { body } = await hooks.api('GET', partner.key, `/${endpoint.id}`);
    expect(body).toMatchObject({ data: { status: 'disabled', disabledReason: 'gone' } });
    await happen(partner, 2);
    await hooks.pass(24 * 60 * minute);
    expect(received).toHaveLength(1);
    const refused = await hooks.api('POST', partner.key, `/${endpoint.id}/test`);
    expect(refused.status).toBe(409);
    // After it is enabled again, it gets only new events.
    receiver.answer = (_, response) => void response.writeHead(204).end();
    await hooks.api('PATCH', partner.key, `/${endpoint.id}`, { status: 'active' });
    const [id] = await happen(partner);
    await hooks.settle();
    expect(received.slice(1).map(about)).toEqual([id]);
  });

  it('is disabled after five days', async () => {
    const { partner, endpoint } = await anEndpoint();
    receiver.answer = (_, response) => void response.writeHead(500).end();
    for (let days = 0; days < 6; days += 1) {
      await happen(partner);
      await hooks.pass(24 * 60 * minute);
    }
    const { body } = await hooks.api('GET', partner.key, `/${endpoint.id}`);
    expect(body).toMatchObject({ data: { status: 'disabled', disabledReason: 'failing' } });
  });
});

describe('webhook delivery under concurrency', () => {
  it('sends each message once if several workers serve one endpoint', async () => {
    const { partner, endpoint } = await anEndpoint();
    const ids = await happen(partner, 35);
    await hooks.journal.drained();
    const deliver = await hooks.telling(openSafeFetch({ loopback: true }));
    const message = hooks.letterOf(feedOf(partner), endpoint.id);
    await Promise.all(Array.from({ length: 5 }, () => deliver([message, message])));
    expect(received.map(about).toSorted()).toEqual(ids.toSorted());
    await hooks.settle();
    expect(received).toHaveLength(35);
  });

  it('sends events that arrive during a delivery', async () => {
    const { partner, endpoint } = await anEndpoint();
    const began = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    receiver.answer = async (_, response) => {
      began.resolve();
      await goOn.promise;
      response.writeHead(204).end();
    };
    await happen(partner);
    const working = hooks.settle();
    await began.promise;
    await happen(partner, 4);
    await hooks.journal.drained();
    await hooks.look(feedOf(partner), endpoint.id);
    expect(received).toHaveLength(1);
    goOn.resolve();
    await working;
    expect(received).toHaveLength(5);
  });

  it('sends a message again under the same id after a crash between sending and recording', async () => {
    const { partner, endpoint } = await anEndpoint();
    await happen(partner);
    await hooks.journal.drained();
    const fetch = openSafeFetch({ loopback: true });
    const sent = Promise.withResolvers<void>();
    const dying = await hooks.telling(async (request) => {
      await fetch(request);
      sent.resolve();
      // This process never returns, as if it had crashed.
      return new Promise(() => {});
    });
    void dying([hooks.letterOf(feedOf(partner), endpoint.id)]);
    await sent.promise;
    expect(received).toHaveLength(1);
    // The lease of the process expires.
    await hooks.pass(91_000);
    expect(received).toHaveLength(2);
    expect(received[1]?.id).toBe(received[0]?.id);
    expect(received[1]?.body).toBe(received[0]?.body);
  });

  it('ignores older leases in a process that has been alone since its start', async () => {
    const { partner, endpoint } = await anEndpoint();
    await happen(partner);
    await hooks.journal.drained();
    const sent = Promise.withResolvers<void>();
    const dying = await hooks.telling(async () => {
      sent.resolve();
      return new Promise(() => {});
    });
    void dying([hooks.letterOf(feedOf(partner), endpoint.id)]);
    await sent.promise;
    world.clock.now += 1_000;
    await hooks.look(feedOf(partner), endpoint.id);
    expect(received).toHaveLength(0);
    process.env['ALONE_SINCE'] = new Date(world.clock.now).toISOString();
    // No new message arrives. The process finds the delivery that the crashed one left.
    await hooks.settle();
    expect(received).toHaveLength(1);
  });

  it('neither records nor retries a message whose endpoint is deleted while it is sent', async () => {
    const { partner, endpoint } = await anEndpoint();
    receiver.answer = async (_, response) => {
      await hooks.api('DELETE', partner.key, `/${endpoint.id}`);
      response.writeHead(500).end();
    };
    await happen(partner);
    await hooks.settle();
    await happen(partner, 3);
    await hooks.pass(24 * 60 * minute);
    expect(received).toHaveLength(1);
    expect((await hooks.api('GET', partner.key, `/${endpoint.id}`)).status).toBe(404);
  });

  it('signs each message with a secret that its receiver knows during rotations', async () => {
    const { partner, endpoint } = await anEndpoint();
    const secrets = [endpoint.secret];
    receiver.answer = async (_, response) => {
      // Rotate in the first round and in the second.
      if (received.length === 1 || received.length === 11) {
        const { body } = await hooks.api('POST', partner.key, `/${endpoint.id}/rotate_secret`);
        secrets.push((body as { data: Endpoint }).data.secret);
      }
      response.writeHead(204).end();
    };
    await happen(partner, 25);
    await hooks.settle();
    expect(received).toHaveLength(25);
    expect(secrets).toHaveLength(3);
    // The first secret verifies all messages, because it signs for another day.
    expect(received.every((message) => hooks.isSignedBy(endpoint.secret, message))).toBe(true);
  });

  it('does not wait for another receiver that hangs', async () => {
    const { partner: slow, endpoint: hangs } = await anEndpoint();
    const { partner: other, endpoint: works } = await anEndpoint();
    const hanging = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    receiver.answer = async ({ path }, response) => {
      if (path === hangs.path) await hanging.promise;
      else arrived.resolve();
      response.writeHead(204).end();
    };
    await happen(slow, 5);
    const [id] = await happen(other);
    const settled = hooks.settle();
    await arrived.promise;
    expect(received.filter(({ path }) => path === works.path).map(about)).toEqual([id]);
    hanging.resolve();
    await settled;
  });
});
