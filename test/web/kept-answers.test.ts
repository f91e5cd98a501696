import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { keys, partitions } from '../../shared/kernel/db/keys.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { ApiError } from '../../shared/kernel/errors/api-error.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { storedAnswers } from '../../shared/web/http/idempotency.ts';
import { operation } from '../../shared/web/http/path-function.ts';
import { aFiler, freshName } from '../support/amendments.ts';
import { openCheckout } from '../support/checkout.ts';
import { aDraft, applicationPayload } from '../support/drafts.ts';
import { aPartner, applicationData, partnerCalls, seen, sworn } from '../support/partners.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

/** Which answers are replayed for a repeat with the same `Idempotency-Key`: docs/architecture.md, "Idempotency". */

const world = await useWorld();
const probe = {
  operationId: 'probe',
  method: 'POST',
  path: '/probe',
  entry: 'functions/probe.ts',
  summary: 'Probe',
  tag: 'Probe',
  auth: { scheme: 'none' },
  body: z.object({}),
  response: z.object({ run: z.number() }),
  errors: [],
  table: 'read',
  writes: { put: ['audit'] },
  idempotent: 'answer',
  spec: '0',
} as const satisfies Route;

/** The answers to two requests with one key, if the first ends with this status. */
async function twice(first: number) {
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs === 1 && first !== 200) throw new ApiError(first, `refused with ${first}`);
    return { run: runs };
  };
  const handler = operation(probe, run, storedAnswers()).handler(() => world.deps);
  const event = {
    httpMethod: 'POST',
    path: '/probe',
    resource: '/probe',
    headers: { 'content-type': 'application/json', 'idempotency-key': `twice-${first}` },
    body: '{}',
    isBase64Encoded: false,
    pathParameters: null,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    requestContext: { requestId: 'r', identity: { sourceIp: '192.0.2.1' } },
  };
  const answers: object[] = [];
  for (const _ of [1, 2]) {
    // The parts of an event and a context that the middleware reads.
    const { statusCode, headers } = await handler(
      event as unknown as Parameters<typeof handler>[0],
      { getRemainingTimeInMillis: () => 10_000 } as unknown as Parameters<typeof handler>[1],
    );
    answers.push({ statusCode, replayed: headers?.['idempotency-replayed'] });
  }
  return { answers, runs };
}

describe('a stored idempotent answer', () => {
  /** All strings of an answer that could be a key, a link or a name. */
  const stringsIn = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return value.length >= 12 ? [value] : [];
    return typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];
  };

  it('reveals no key, link or name to a reader of the table', async () => {
    Object.assign(world.deps, { isSandbox: true });
    const owner = await aResident(world);
    const partner = partnerCalls(world, await aPartner(world));
    const headers = { 'idempotency-key': randomUUID() };
    const draft = {
      key: owner.standardKey,
      headers,
      body: { applicationData: applicationPayload() },
    };
    const { id } = await aDraft(world, owner.standardKey);
    const sent = applicationData(sworn);
    const paid = seen(await partner.create({ applicationData: sent }));
    const calls = [
      () => world.call('POST', '/api/v1/test_helpers/persons', { key: owner.standardKey, headers }),
      () => world.call('POST', '/api/v1/legal_entity_applications', draft),
      () => openCheckout(world, { id, key: owner.standardKey }, {}, headers),
      () => partner.create({ applicationData: sent }, headers),
      () => partner.checkout(paid.id, {}, headers),
    ];
    const secrets: string[] = [];
    for (const call of calls) {
      const [first, second] = [await call(), await call()];
      expect(first).toMatchObject({ status: 200 });
      expect(second.headers.get('idempotency-replayed')).toBe('true');
      expect(second.body).toEqual(first.body);
      secrets.push(...stringsIn(first.body));
    }
    expect(
      secrets.filter((text) => /^[as]k-|\/(checkout|agreements)\//.test(text)).length,
    ).toBeGreaterThanOrEqual(5);
    const { Items = [] } = await world.table.client.call('Scan', { TableName: world.table.name });
    const kept = Items.map((item) => JSON.stringify(item)).filter((text) =>
      text.includes(partitions.idempotency('')),
    );
    expect(kept.length).toBeGreaterThanOrEqual(calls.length);
    expect(secrets.filter((secret) => kept.some((text) => text.includes(secret)))).toEqual([]);
  });
});

describe('a repeat with the same Idempotency-Key', () => {
  it.each([200, 400, 404, 409])(
    'gets the same answer after %i, and nothing runs again',
    async (status) => {
      expect(await twice(status)).toEqual({
        answers: [
          { statusCode: status, replayed: undefined },
          { statusCode: status, replayed: 'true' },
        ],
        runs: 1,
      });
    },
  );

  it.each([401, 403, 429, 500, 503])('runs again after %i', async (status) => {
    expect(await twice(status)).toEqual({
      answers: [
        { statusCode: status, replayed: undefined },
        { statusCode: 200, replayed: undefined },
      ],
      runs: 2,
    });
  });

  it('runs a filing that was forbidden before, once it is allowed', async () => {
    const filer = await aFiler(world);
    const body = { name: freshName() };
    const headers = { 'idempotency-key': 'the-same' };
    const file = async () => {
      const asked = { key: filer.agentKey, body, headers };
      const { status, headers: answered } = await world.call('POST', filer.path, asked);
      return { status, replayed: answered.get('idempotency-replayed') };
    };
    // Revoking the Manifestation of Will would revoke the key as well, so the test deletes only the manifestation.
    await transact(world.table, { will: { remove: { Key: keys.manifestation(filer.id) } } });
    expect(await file()).toEqual({ status: 403, replayed: null });
    await world.admin('PUT', `/persons/${filer.id}/manifestation_of_will`, {});
    expect(await file()).toEqual({ status: 200, replayed: null });
    expect(await file()).toEqual({ status: 200, replayed: 'true' });
  });
});
