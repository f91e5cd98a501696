import { expect, it } from 'vitest';
import { applicationPayload } from '../support/drafts.ts';
import { anAgentKey, aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';

const unknown = '90000000000000';
const hour = 3_600_000;

const world = await useWorld();
world.clock.now = Math.ceil(world.clock.now / hour) * hour;
const agent = await aResident(world);
const address = { line1: '1 Pier', city: 'Port Town', postalCode: '1', country: 'HN' };

/** Applies with the registered agent who has this permit number, or with the built-in provider for null. */
function apply(key: string, residentPermitNumber: string | null) {
  const details = {
    attn: 'Office',
    residentPermitNumber,
    officeAddress: address,
    mailingAddress: address,
  };
  const applicationData = applicationPayload(
    residentPermitNumber === null
      ? {}
      : { registeredAgentProvider: null, registeredAgentDetails: details },
  );
  return world.call('POST', '/api/v1/legal_entity_applications', {
    key,
    body: { applicationData },
  });
}

const statuses = async (calls: readonly ReturnType<typeof apply>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);

it('a registered agent’s permit number is refused with 429 after 50 wrong ones of an owner in an hour', async () => {
  const { id, standardKey } = await aResident(world);
  const agentKey = await anAgentKey(world, id, ['agent:entity.application.create']);
  const right = await statuses(Array.from({ length: 5 }, () => apply(standardKey, agent.rpn)));
  expect(right).toEqual([200, 200, 200, 200, 200]);

  const wrong = await statuses(
    Array.from({ length: 60 }, (_, index) => apply(index % 2 ? standardKey : agentKey, unknown)),
  );
  expect(wrong.filter((status) => status === 400)).toHaveLength(50);
  expect(wrong.filter((status) => status === 429)).toHaveLength(10);

  world.clock.now += 60_000;
  const { status, body, headers } = await apply(standardKey, agent.rpn);
  expect({ status, body, retryAfter: headers.get('retry-after') }).toEqual({
    status: 429,
    body: {
      error: 'Too many attempts',
      code: 'rate_limit.too_many_attempts',
      requestId: expect.any(String),
    },
    retryAfter: String(hour / 1000 - 60),
  });
  const other = await aResident(world);
  expect(await statuses([apply(standardKey, null), apply(other.standardKey, agent.rpn)])).toEqual([
    200, 200,
  ]);
  world.clock.now += hour - 60_000;
  expect((await apply(agentKey, agent.rpn)).status).toBe(200);
});

it('an application that fails for another reason does not count as a wrong permit number', async () => {
  const { standardKey } = await aResident(world);
  const both = { registeredAgentProvider: 'registry_employment_solutions' };
  const attempts = Array.from({ length: 51 }, () => {
    const applicationData = applicationPayload({
      ...both,
      registeredAgentDetails: {
        attn: 'Office',
        residentPermitNumber: unknown,
        officeAddress: address,
        mailingAddress: address,
      },
    });
    return world.call('POST', '/api/v1/legal_entity_applications', {
      key: standardKey,
      body: { applicationData },
    });
  });
  expect(new Set(await statuses(attempts))).toEqual(new Set([400]));
  expect((await apply(standardKey, agent.rpn)).status).toBe(200);
});
