import { describe, expect, it } from 'vitest';
import { isPage } from '../../shared/kernel/http/page-paths.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import prod from '../../stages/prod.example.json' with { type: 'json' };
import { moreOfApi, morePages, moreRoutes } from '../support/more-routes.ts';
import { ofType, only, type Resources, synthesize } from '../support/synthesized.ts';

const example = Object.fromEntries(
  Object.entries(prod).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]),
);
const more = moreRoutes();

/** The resources of API Gateway: each path of the definition, those above one included; an API takes 300. */
const apiResources = (service: Resources) =>
  Object.keys(only(service, 'AWS::ApiGateway::RestApi').Properties.Body.paths).length;

it('what is to come are paths of pages, and paths of the API', () => {
  const paths = [...new Set(more.map(({ path }) => path))];
  expect(paths.filter((path) => !isPage({ path }))).toHaveLength(moreOfApi);
  expect(paths.filter((path) => isPage({ path }))).toHaveLength(morePages);
});

describe.each([
  ['dev', 274, { sandbox: 'false' }],
  ['the example of prod', 274, { ...example, sandbox: 'false', probeSecret: 'registry/probe' }],
  // With the path of test helpers and what is below it, which no other deployment has.
  ['a sandbox', 277, { ...example, stage: 'trials', sandbox: 'true' }],
])('with the rest of 110 more paths, in %s,', (_, most, context) => {
  const stacks = synthesize([...routes, ...more], { publicRegister: 'false', ...context });

  it(`API Gateway has at most ${most} resources, of the 300 that it takes`, () => {
    expect(apiResources(stacks.service)).toBeLessThanOrEqual(most);
  });

  it.each(['data', 'logs', 'service', 'monitoring'] as const)(
    'the stack of %s has at most 380 resources of 500, and 810 kB of the megabyte',
    (name) => {
      expect(Object.keys(stacks[name]).length).toBeLessThanOrEqual(380);
      expect(JSON.stringify(stacks[name]).length).toBeLessThanOrEqual(810_000);
    },
  );

  it('no policy of the role that invokes functions is too long', () => {
    const policies = Object.values(ofType(stacks.service, 'AWS::IAM::ManagedPolicy'));
    const functionsPerPolicy = policies.map(
      ({ Properties }) => [Properties.PolicyDocument.Statement[0].Resource].flat().length,
    );
    expect(Math.max(...functionsPerPolicy)).toBeLessThanOrEqual(45);
  });
});
