import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Candidate, ReleaseDeps } from '../../shared/service/deps/release.ts';
import { functionHandler } from '../support/function-handler.ts';
import { keptLog } from '../support/log.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Versions by function, named as in the template. */
const candidates: readonly Candidate[] = [
  ['functions/gateway/authorize.ts', 'authorizer', ''],
  ['functions/oauth/token.ts', 'token', '/api/oauth/token'],
  ['functions/registry/verify-rpn.ts', 'key', '/api/v1/verify_rpn'],
  ['functions/registry/search.ts', 'key', '/api/v1/registries/legal_entities/search'],
  [
    'functions/certificates/pay-voucher.ts',
    'key',
    '/api/v1/legal_entities/{id}/certificate_requests/{requestId}/pay/voucher',
  ],
  ['functions/partner/write.ts', 'key', '/api/v1/partner/residency_applications/{id}/pay/voucher'],
].map(([version = '', purpose, path = '']) => ({
  version,
  // One of the three entries above.
  purpose: purpose as Candidate['purpose'],
  path,
}));

type Invoke = ReleaseDeps['deployments']['invoke'];

/** A version as Lambda runs it: the function's own handler, on this world's table, with its own rights. */
const real: Invoke = async (version, event) => {
  const handler = await functionHandler<(event: unknown, context: object) => Promise<unknown>>(
    version,
    world.deps,
  );
  return JSON.parse(JSON.stringify(await handler(event, {})));
};

/** What CodeDeploy is notified of if versions answer like this. */
async function verdict(invoke: Invoke, context: object = {}) {
  const reports: unknown[] = [];
  const log = keptLog();
  const { random, newId } = world.deps;
  const deps: ReleaseDeps = {
    log,
    random,
    newId,
    candidates,
    deployments: {
      invoke,
      report: async (execution, status) => {
        reports.push({ ...execution, status });
      },
    },
  };
  const handler = await functionHandler<(event: unknown, context: object) => Promise<void>>(
    'functions/release/try-versions.ts',
    deps,
  );
  await handler({ DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'e-1' }, context);
  const errors = log.lines.filter(({ level }) => level === 'error');
  return { reports, errors: errors.map(({ message, fields }) => [message, fields['version']]) };
}

const told = (status: string) => [{ deploymentId: 'd-1', executionId: 'e-1', status }];

describe('new versions that are tried before a deployment', () => {
  it('get calls if each refuses an unknown credential', async () => {
    expect(await verdict(real)).toEqual({ reports: told('Succeeded'), errors: [] });
  });

  it("get no calls if one can't read the table", async () => {
    world.proxy.failNext({ kind: 'internal', times: 500 });
    const { reports, errors } = await verdict(real).finally(world.proxy.disarm);
    expect(reports).toEqual(told('Failed'));
    expect(errors).toHaveLength(candidates.length);
  });

  it.each<[string, Invoke, string]>([
    [
      'does not start',
      async () => {
        throw new Error('it failed: Runtime.ImportModuleError');
      },
      'a version can not be called',
    ],
    [
      'lets strangers in',
      async () => ({ statusCode: 200, body: '{}' }),
      'a version gave a wrong answer',
    ],
    [
      'answers no JSON',
      async () => ({ statusCode: 401, body: '<html>' }),
      'a version gave a wrong answer',
    ],
    ['answers nothing', async () => null, 'a version gave a wrong answer'],
  ])('get no calls if one of them %s', async (_, broken, message) => {
    const { reports, errors } = await verdict((version, event) =>
      version === 'functions/registry/verify-rpn.ts'
        ? broken(version, event)
        : real(version, event),
    );
    expect(reports).toEqual(told('Failed'));
    expect(errors).toEqual([[message, 'functions/registry/verify-rpn.ts']]);
  });

  it('get no calls if they take too long, and CodeDeploy is still notified', async () => {
    const { reports } = await verdict(real, { getRemainingTimeInMillis: () => 0 });
    expect(reports).toEqual(told('Failed'));
  });
});
