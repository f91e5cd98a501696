import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { deployContext } from '../../bin/deploy-context.ts';
import settings from '../../package.json' with { type: 'json' };

const text = readFileSync('.github/workflows/deploy.yml', 'utf8');
// As GitHub reads it; what a test looks at is compared as a whole.
const workflow = parse(text);
const { build, look, deploy, smoke } = workflow.jobs;
const jobs = [build, look, deploy, smoke];
const steps: readonly { uses?: string; run?: string; with?: object }[] = jobs.flatMap(
  ({ steps: each }) => each,
);
const commands = (job: typeof look): string[] =>
  job.steps.flatMap(({ run, uses }: { run?: string; uses?: string }) => run ?? uses?.split('@')[0]);

describe('the deployment workflow', () => {
  it('stores no secret, and lets nobody start it but by hand', () => {
    expect(text).not.toMatch(/secrets[.[]|AWS_SECRET|AKIA/);
    expect(Object.keys(workflow.on)).toEqual(['workflow_dispatch']);
  });

  it('lets jobs read the code, and those that run no other program prove who they are', () => {
    expect(workflow.permissions).toEqual({});
    expect(Object.values(workflow.jobs)).toEqual(jobs);
    const read = { contents: 'read' };
    const prove = { ...read, 'id-token': 'write' };
    expect(jobs.map(({ permissions }) => permissions)).toEqual([read, prove, prove, read]);
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))) {
      expect(step.with).toMatchObject({ 'persist-credentials': false });
    }
  });

  // With `id-token: write` each step of a job can ask for the role that deploys.
  it('runs no install script, no test and no build where a role in the account can be had', () => {
    expect(commands(look)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'npm ci --ignore-scripts',
      'npm ci --ignore-scripts --prefix tools',
      'actions/download-artifact',
      'aws-actions/configure-aws-credentials',
      'node bin/preflight.ts',
      'tools/node_modules/.bin/cdk diff --method template --app cdk.out',
    ]);
    expect(commands(deploy)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'npm ci --ignore-scripts --prefix tools',
      'actions/download-artifact',
      'aws-actions/configure-aws-credentials',
      'tools/node_modules/.bin/cdk deploy --all --import-existing-resources --app cdk.out --require-approval never',
    ]);
  });

  it('deploys what was built and tested, after an approval, and calls the service afterwards', () => {
    expect(commands(build)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'npm test',
      'node bin/deploy-context.ts',
      'npm run synth',
      'actions/upload-artifact',
    ]);
    expect(commands(smoke)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'npm ci',
      'npm run smoke -- "$SERVICE_URL"',
    ]);
    expect([look, deploy, smoke].map(({ needs }) => needs)).toEqual(['build', 'look', 'deploy']);
    const stage = '$'.concat('{{ inputs.stage }}');
    const unreviewed = `${stage}-look`;
    expect(jobs.map(({ environment }) => environment)).toEqual([
      ...[unreviewed, unreviewed, stage, unreviewed],
    ]);
    expect(workflow.concurrency['cancel-in-progress']).toBe(false);
  });

  it('puts nothing that somebody typed into a shell', () => {
    for (const { run = '' } of steps) expect(run).not.toMatch(/\$\{\{/);
  });

  it('runs scripts that there are', () => {
    const named = steps.flatMap(({ run = '' }) => /^npm run (\w+)/.exec(run)?.[1] ?? []);
    for (const name of named) expect(Object.keys(settings.scripts)).toContain(name);
  });
});

describe('all workflows', () => {
  const files = globSync('.github/workflows/*.yml').toSorted();

  it('are the deployment, and the tests of each change', () => {
    expect(files).toEqual(['.github/workflows/ci.yml', '.github/workflows/deploy.yml']);
  });

  it('pin every action by a whole commit, and say which version that is', () => {
    const pins = new Map<string, Set<string>>();
    for (const file of files) {
      const lines = readFileSync(file, 'utf8').matchAll(/uses: (.*)$/gm);
      for (const [, uses = ''] of lines) {
        expect(uses, file).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
        const [action = ''] = uses.split('@');
        pins.set(action, (pins.get(action) ?? new Set()).add(uses));
      }
    }
    expect(pins.size).toBe(5);
    for (const [action, found] of pins) expect(found.size, action).toBe(1);
  });
});

describe('the workflow of changes', () => {
  const ci = readFileSync('.github/workflows/ci.yml', 'utf8');
  const { on, jobs, permissions } = parse(ci);

  it('runs for pull requests, for main and each night', () => {
    expect(Object.keys(on)).toEqual(['pull_request', 'push', 'schedule']);
    expect(on.push).toEqual({ branches: ['main'] });
  });

  it('runs both tiers and the browser beside each other, and everything at night', () => {
    const last = Object.entries<typeof look>(jobs).map(([name, job]) => [
      name,
      job.steps.at(-1).run,
      job.if,
    ]);
    const byDay = "github.event_name != 'schedule'";
    expect(last).toEqual([
      ['test', 'npm test', byDay],
      ['test-all', 'npm run test:all', byDay],
      ['browser', 'npm run test:browser', byDay],
      ['nightly', '.ci/run', "github.event_name == 'schedule'"],
    ]);
  });

  it('may read the code and nothing else, and knows no secret', () => {
    expect(permissions).toEqual({});
    expect(ci).not.toMatch(/secrets[.[]/);
    for (const job of Object.values<typeof look>(jobs)) {
      expect(job.permissions).toEqual({ contents: 'read' });
      const [checkout] = job.steps.filter(({ uses }: { uses?: string }) =>
        uses?.includes('checkout'),
      );
      expect(checkout.with).toEqual({ 'persist-credentials': false });
      for (const { run = '' } of job.steps) expect(run).not.toMatch(/\$\{\{/);
    }
  });
});

describe('the context of a deployment', () => {
  const CDK_CONTEXT = '{"baseUrl":"https://registry.example","fees":{"amendment":100}}';

  it("is the stage's own, with what was chosen", () => {
    const baseUrl = 'https://registry.example';
    const fees = { amendment: 100 };
    expect(deployContext({ STAGE: 'prod', CANARY: 'as-ever', CDK_CONTEXT })).toEqual({
      baseUrl,
      fees,
      stage: 'prod',
    });
    expect(deployContext({ STAGE: 'prod', CANARY: 'at-once', CDK_CONTEXT })).toEqual({
      baseUrl,
      fees,
      stage: 'prod',
      canary: 'at-once',
    });
    expect(deployContext({ STAGE: 'dev', CANARY: 'as-ever', CDK_CONTEXT: '' })).toEqual({
      stage: 'dev',
    });
  });

  it('is nothing else than an object, and chooses no stage itself', () => {
    const given = (text: string) => () =>
      deployContext({ STAGE: 'dev', CANARY: 'as-ever', CDK_CONTEXT: text });
    for (const text of ['[]', '"a"', '{"stage":"prod"}', '{']) expect(given(text)).toThrow();
    expect(() => deployContext({ STAGE: 'dev', CANARY: 'no' })).toThrow();
  });
});
