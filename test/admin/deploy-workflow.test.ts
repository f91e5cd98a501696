import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { deployContext } from '../../bin/deploy-context.ts';
import settings from '../../package.json' with { type: 'json' };

const text = readFileSync('.github/workflows/deploy.yml', 'utf8');
// As GitHub reads it; what a test looks at is compared as a whole.
const workflow = parse(text);
const { look, deploy } = workflow.jobs;
const steps: readonly { uses?: string; run?: string; with?: object }[] = [look, deploy].flatMap(
  ({ steps: each }) => each,
);
const commands = (job: typeof look): string[] =>
  job.steps.flatMap(({ run, uses }: { run?: string; uses?: string }) => run ?? uses?.split('@')[0]);

describe('the deployment workflow', () => {
  it('stores no secret, and lets nobody start it but by hand', () => {
    expect(text).not.toMatch(/secrets[.[]|AWS_SECRET|AKIA/);
    expect(Object.keys(workflow.on)).toEqual(['workflow_dispatch']);
  });

  it('gives jobs the right to prove who they are and to read the code, and nothing else', () => {
    expect(workflow.permissions).toEqual({});
    for (const { permissions } of [look, deploy]) {
      expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    }
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))) {
      expect(step.with).toMatchObject({ 'persist-credentials': false });
    }
  });

  it('pins every action by a whole commit, and says which version that is', () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used).toHaveLength(8);
    const pins = new Map<string, Set<string>>();
    for (const uses of used) {
      expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      const [, version = ''] = new RegExp(`${uses} # (v\\d+\\.\\d+\\.\\d+)\n`).exec(text) ?? [];
      expect(version, uses).not.toBe('');
      const [action = ''] = uses.split('@');
      pins.set(action, (pins.get(action) ?? new Set()).add(`${uses} ${version}`));
    }
    for (const [action, found] of pins) expect(found.size, action).toBe(1);
  });

  it('looks before it deploys, has somebody approve, and calls the service afterwards', () => {
    expect(commands(look)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'npm ci',
      'npm run check',
      'npm test',
      'node bin/deploy-context.ts',
      'npm run synth',
      'aws-actions/configure-aws-credentials',
      'npm run preflight',
      'npx cdk diff --all --method template --app cdk.out',
      'actions/upload-artifact',
    ]);
    expect(commands(deploy)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'npm ci',
      'actions/download-artifact',
      'aws-actions/configure-aws-credentials',
      'npx cdk deploy --all --import-existing-resources --app cdk.out --require-approval never',
      'npm run smoke -- "$SERVICE_URL"',
    ]);
    expect(deploy.needs).toBe('look');
    const stage = '$'.concat('{{ inputs.stage }}');
    expect([look.environment, deploy.environment]).toEqual([`${stage}-look`, stage]);
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
