import { describe, expect, it } from 'vitest';
import { partsOf } from '../../lib/api-parts.ts';
import { isPage } from '../../shared/kernel/http/page-paths.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { exampleOfProd } from '../support/lasting-resources.ts';
import { moreRoutes, toCome } from '../support/more-routes.ts';
import { ofType, type Resources, synthesizeEach } from '../support/synthesized.ts';

const more = moreRoutes();
const pathsOf = (rows: typeof routes) => new Set(rows.map(({ path }) => path)).size;

/** The API Gateway resources of a definition: its paths and their parent paths. An API can have 300. */
const apiResources = (stack: Resources) =>
  Object.values(ofType(stack, 'AWS::ApiGateway::RestApi')).map(
    ({ Properties }) => Object.keys(Properties.Body.paths).length,
  );

it('the planned growth is added to the existing routes', () => {
  const [now, then] = [partsOf(routes), partsOf([...routes, ...more])];
  for (const part of ['public', 'operators'] as const) {
    expect(pathsOf(then[part].routes) - pathsOf(now[part].routes)).toBeGreaterThanOrEqual(
      toCome[part],
    );
  }
  expect(pathsOf(more.filter(isPage))).toBe(toCome.pages);
  expect(pathsOf([...routes, ...more])).toBe(
    pathsOf(routes) + toCome.public + toCome.pages + toCome.operators,
  );
});

/** If each new page had its own path: two resources of API Gateway, a function and its role. */
const ofOwnPaths = 2 * toCome.pages;

describe.each([
  [
    'the example of prod',
    180,
    { ...exampleOfProd, sandbox: 'false', probeSecret: 'registry/probe' },
  ],
  [
    'a sandbox with everything',
    // The path of the test helpers, and the path below it.
    182,
    {
      ...exampleOfProd,
      stage: 'trials',
      sandbox: 'true',
      publicRegister: 'true',
      malwareScan: 'true',
      clientRegistration: 'true',
      documentReads: 'true',
      documentCertificate: 'registry/document-certificate',
      documentKey: 'arn:aws:kms:eu-central-1:111122223333:key/0a1b2c3d-0000-4000-8000-000000000001',
      operatorNetworks: '192.0.2.0/24',
    },
  ],
])('with 60 more integrator paths, 40 pages and 40 operator paths, in %s,', (_, most, context) => {
  const stacks = synthesizeEach([...routes, ...more], context);

  it(`each API has at most ${most} of the 300 possible resources`, () => {
    expect(apiResources(stacks.service)).toEqual([expect.any(Number)]);
    expect(Math.max(...apiResources(stacks.service))).toBeLessThanOrEqual(most);
    expect(Math.max(...apiResources(stacks.pages)) + ofOwnPaths).toBeLessThanOrEqual(most);
    expect(Math.max(...apiResources(stacks.operators))).toBeLessThanOrEqual(most);
  });

  it.each(Object.keys(stacks) as readonly (keyof typeof stacks)[])(
    'the stack of %s has at most 320 of 500 resources, and 600 kB of a megabyte',
    (name) => {
      const own = name === 'pages' ? ofOwnPaths : 0;
      expect(Object.keys(stacks[name]).length + own).toBeLessThanOrEqual(320);
      expect(JSON.stringify(stacks[name]).length).toBeLessThanOrEqual(600_000);
    },
  );

  it('no policy for invoking functions is too long', () => {
    const policies = Object.values(stacks).flatMap((stack) =>
      Object.values(ofType(stack, 'AWS::IAM::ManagedPolicy')),
    );
    const functionsPerPolicy = policies.map(
      ({ Properties }) => [Properties.PolicyDocument.Statement[0].Resource].flat().length,
    );
    expect(Math.max(...functionsPerPolicy)).toBeLessThanOrEqual(45);
  });
});

describe('without a domain, if one API answers everything,', () => {
  // All future rows would need 332 of 300 resources: an integrators' path is one, whichever API it
  // is in.
  const some = more.filter(({ path }) => !/^\/api\/v1\/more-([5-9]|1\d)\b/.test(path));
  const stacks = synthesizeEach([...routes, ...some], { sandbox: 'true', publicRegister: 'true' });

  it('it has room for 25 more paths of integrators, 40 pages and 40 of operators', () => {
    expect(pathsOf(partsOf(some).public.routes)).toBe(25);
    expect(pathsOf(some)).toBe(25 + toCome.pages + toCome.operators);
    expect(apiResources(stacks.service)).toEqual([expect.any(Number)]);
    expect(Math.max(...apiResources(stacks.service))).toBeLessThanOrEqual(300);
    for (const stack of Object.values(stacks)) {
      expect(Object.keys(stack).length).toBeLessThanOrEqual(320);
      expect(JSON.stringify(stack).length).toBeLessThanOrEqual(760_000);
    }
  });
});
