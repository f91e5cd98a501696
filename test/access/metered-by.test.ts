import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { beforeEach, expect, it } from 'vitest';
import { handler } from '../../functions/gateway/authorize.ts';
import { type GatewayPlace, recordGatewayKey } from '../../shared/access/db/api-keys.ts';
import type { AuthorizerDeps } from '../../shared/access/deps/gateway-deps.ts';
import { issueKey } from '../../shared/access/usecases/issue-key.ts';
import { revokeKey } from '../../shared/access/usecases/revoke-keys.ts';
import { withDeps } from '../../shared/kernel/deps/root.ts';
import type { RateLimits } from '../../shared/kernel/domain/rate-window.ts';
import { registerPerson } from '../../shared/people/usecases/register-person.ts';
import { depsOn, noon, operator } from '../support/core-deps.ts';
import { nobody } from '../support/people.ts';
import { freshTable } from '../support/table.ts';

const since = (minutes: number) => new Date(Date.parse(noon) - minutes * 60_000).toISOString();
const placed: GatewayPlace = {
  gatewayKeyId: 'key1',
  gatewayPlan: 'stack/standard',
  gatewaySince: since(6),
};

let deps: AuthorizerDeps;
let personId: string;

beforeEach(async () => {
  deps = {
    ...depsOn(await freshTable()),
    sharedKeys: { anonymous: 'of-strangers', overflow: 'of-keys-without' },
    planStack: 'stack',
  };
  personId = (await registerPerson({ ...nobody, email: 'ada@example.com' }, operator, deps)).id;
});

const issue = (limits: RateLimits | null = null) =>
  issueKey(personId, { kind: 'standard', label: null, scopes: [], limits }, operator, deps);

/** The gateway key that API Gateway uses for a call with this credential. */
async function meterOf(credential?: string, given: AuthorizerDeps = deps): Promise<unknown> {
  // The authorizer reads only these two fields of an event.
  const event = {
    methodArn: 'arn',
    headers: { ...(credential !== undefined && { authorization: `Bearer ${credential}` }) },
  } as unknown as APIGatewayRequestAuthorizerEvent;
  return (await withDeps(given, () => handler(event))).usageIdentifierKey;
}

it('a call is metered by its own gateway key once that has been in its plan for five minutes', async () => {
  const { key, secret } = await issue();
  expect(await meterOf(secret)).toBe('of-keys-without');
  await recordGatewayKey(deps.table, key, placed);
  expect(await meterOf(secret)).toBe(key.gatewayValue);
});

it('a call uses the shared gateway key while API Gateway may not know its own yet', async () => {
  const { key, secret } = await issue();
  await recordGatewayKey(deps.table, key, { ...placed, gatewaySince: since(4.9) });
  expect(await meterOf(secret)).toBe('of-keys-without');
});

it('a call uses the shared gateway key if its own is in a previous stack’s plan or one for other limits', async () => {
  const { key, secret } = await issue({ perMinute: 200, perDay: 5_000 });
  await recordGatewayKey(deps.table, key, { ...placed, gatewayPlan: 'former/large' });
  expect(await meterOf(secret)).toBe('of-keys-without');
  await recordGatewayKey(deps.table, key, placed);
  expect(await meterOf(secret)).toBe('of-keys-without');
  await recordGatewayKey(deps.table, key, { ...placed, gatewayPlan: 'stack/large' });
  expect(await meterOf(secret)).toBe(key.gatewayValue);
});

it('a call uses the shared gateway key if there are no plans', async () => {
  const { key, secret } = await issue();
  await recordGatewayKey(deps.table, key, placed);
  expect(await meterOf(secret, { ...deps, planStack: null })).toBe('of-keys-without');
});

it('a call without a key, or with an unknown or revoked one, is metered as a stranger’s', async () => {
  const { key, secret } = await issue();
  await recordGatewayKey(deps.table, key, placed);
  await revokeKey({ personId, keyId: key.id }, operator, deps);
  const meters = [await meterOf(), await meterOf('sk-unknown'), await meterOf(secret)];
  expect(new Set(meters)).toEqual(new Set(['of-strangers']));
});
