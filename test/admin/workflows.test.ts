import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { steps as parts, runDeploy } from '../../bin/deploy.ts';
import settings from '../../package.json' with { type: 'json' };
import { readGitHubWorkflow } from '../support/faults.ts';

const text = readGitHubWorkflow('deploy.yml');
// As GitHub parses it; the tests compare the parts as a whole.
const workflow = parse(text);
const { build, look, deploy, smoke } = workflow.jobs;
const jobs = [build, look, deploy, smoke];
const steps: readonly { uses?: string; run?: string; with?: object }[] = jobs.flatMap(
  ({ steps: each }) => each,
);
const commands = (job: typeof look): string[] =>
  job.steps.flatMap(({ run, uses }: { run?: string; uses?: string }) => run ?? uses?.split('@')[0]);

describe('the deployment workflow', () => {
  it('contains no secret, and can only be started manually', () => {
    expect(text).not.toMatch(/secrets[.[]|AWS_SECRET|AKIA/);
    expect(Object.keys(workflow.on)).toEqual(['workflow_dispatch']);
  });

  it('lets jobs only read the code, and request an identity if they run no other program', () => {
    expect(workflow.permissions).toEqual({});
    expect(Object.values(workflow.jobs)).toEqual(jobs);
    const read = { contents: 'read' };
    const prove = { ...read, 'id-token': 'write' };
    expect(jobs.map(({ permissions }) => permissions)).toEqual([read, prove, prove, read]);
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))) {
      expect(step.with).toMatchObject({ 'persist-credentials': false });
    }
  });

  // With `id-token: write`, every step of a job can request the deployment role.
  it('runs no install script, test or build in a job that can request an AWS role', () => {
    expect(commands(look)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'npm ci --ignore-scripts',
      'npm ci --ignore-scripts --prefix tools',
      'actions/download-artifact',
      'aws-actions/configure-aws-credentials',
      parts.preflight('"$CONFIRM"').join(' '),
      parts.diff().join(' '),
    ]);
    expect(commands(deploy)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'npm ci --ignore-scripts --prefix tools',
      'actions/download-artifact',
      'aws-actions/configure-aws-credentials',
      parts.deploy().join(' '),
    ]);
  });

  it('deploys what was built and tested, after an approval, and then runs the smoke test', () => {
    expect(commands(build)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'npm test',
      parts.synth(['"stage=$STAGE"', 'canary=all-at-once']).join(' '),
      parts.synth(['"stage=$STAGE"']).join(' '),
      'actions/upload-artifact',
    ]);
    expect(commands(smoke)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'npm ci',
      parts.smoke('"$SERVICE_URL"').join(' '),
    ]);
    expect([look, deploy, smoke].map(({ needs }) => needs)).toEqual(['build', 'look', 'deploy']);
    const stage = '$'.concat('{{ inputs.stage }}');
    const unreviewed = `${stage}-look`;
    expect(jobs.map(({ environment }) => environment)).toEqual([
      ...[unreviewed, unreviewed, stage, unreviewed],
    ]);
    expect(workflow.concurrency['cancel-in-progress']).toBe(false);
  });

  it('inserts no input into a shell command', () => {
    for (const { run = '' } of steps) expect(run).not.toMatch(/\$\{\{/);
  });

  it('runs only existing scripts', () => {
    const named = steps.flatMap(({ run = '' }) => /^npm run (\w+)/.exec(run)?.[1] ?? []);
    for (const name of named) expect(Object.keys(settings.scripts)).toContain(name);
  });
});

describe('all workflows', () => {
  const files = globSync('.github/workflows/*.yml').toSorted();

  it('are the deployment workflow and the workflow for changes', () => {
    expect(files).toEqual(['.github/workflows/ci.yml', '.github/workflows/deploy.yml']);
  });

  it('pin every action to a full commit, with its version in a comment', () => {
    const pins = new Map<string, Set<string>>();
    for (const file of files) {
      const lines = readGitHubWorkflow(basename(file)).matchAll(/uses: (.*)$/gm);
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

describe('the workflow for changes', () => {
  const ci = readGitHubWorkflow('ci.yml');
  const { on, jobs, permissions } = parse(ci);

  it('runs for pull requests, for main and every night', () => {
    expect(Object.keys(on)).toEqual(['pull_request', 'push', 'schedule']);
    expect(on.push).toEqual({ branches: ['main'] });
  });

  it('runs both test tiers, the browser and the rehearsal in parallel, and everything at night', () => {
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
      ['rehearsal', 'npm run rehearse', byDay],
      ['nightly', '.ci/run', "github.event_name == 'schedule'"],
      ['fuzz', 'npm run schemathesis -- --seconds 60', "github.event_name == 'schedule'"],
    ]);
  });

  it('can only read the code, and uses no secret', () => {
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

describe('npm run deploy', () => {
  async function deploy(
    args: readonly string[],
    {
      answer = 'prod',
      fails = '',
      terminal = true,
    }: { answer?: string; fails?: string; terminal?: boolean } = {},
  ) {
    const ran: string[] = [];
    let written = '';
    const code = await runDeploy({
      args,
      write: (text) => {
        written += text;
      },
      ask: terminal
        ? async () => {
            ran.push('asked');
            return answer;
          }
        : null,
      run: (command, env) => {
        const line = command.join(' ');
        ran.push([...Object.values(env), line].join(' '));
        return fails !== '' && line.includes(fails) ? 1 : 0;
      },
      outputs: () => ({ 'RegistryService-prod': { DocsUrl: 'https://registry.example/docs' } }),
    });
    return { code, ran, written };
  }
  const looked = [
    'npm run synth -- -c stage=prod',
    'node bin/preflight.ts --confirm ',
    'tools/node_modules/.bin/cdk diff --method template --app cdk.out',
  ];
  const deployed = [
    parts.deploy().join(' '),
    'npm run smoke -- https://registry.example --stage prod',
  ];

  it('checks, asks, deploys what was shown, and runs the smoke test', async () => {
    expect(await deploy(['prod'])).toMatchObject({
      code: 0,
      ran: [...looked, 'asked', ...deployed],
    });
  });

  it("deploys nothing unless the stage's name is the answer", async () => {
    for (const answer of ['', 'y', 'test']) {
      const { code, ran, written } = await deploy(['prod'], { answer });
      expect([code, ran]).toEqual([3, [...looked, 'asked']]);
      expect(written).toContain('Nothing was deployed');
    }
  });

  it('does not ask with --yes, and does not start if nobody can answer', async () => {
    const machine = await deploy(['prod', '--yes'], { terminal: false });
    expect(machine).toMatchObject({ code: 0, ran: [...looked, ...deployed] });
    expect(await deploy(['prod'], { terminal: false })).toMatchObject({ code: 2, ran: [] });
  });

  it('stops at the first failing step, with its exit code', async () => {
    expect(await deploy(['prod'], { fails: 'preflight' })).toMatchObject({
      code: 1,
      ran: looked.slice(0, 2),
    });
    const { ran } = await deploy(['prod'], { fails: 'cdk deploy' });
    expect(ran).toEqual([...looked, 'asked', deployed[0]]);
  });

  it('passes settings, confirmations, region and profile to the steps', async () => {
    const given = ['-c', 'canary=all-at-once', '--confirm', 'webAcl', '--region', 'eu-west-1'];
    const { ran } = await deploy(['prod', ...given, '--profile', 'ministry']);
    expect(ran.slice(0, 2)).toEqual([
      'eu-west-1 ministry npm run synth -- -c stage=prod -c canary=all-at-once',
      'eu-west-1 ministry node bin/preflight.ts --confirm webAcl',
    ]);
  });

  it('requires exactly one stage, which no setting can replace', async () => {
    for (const args of [
      [],
      ['prod', 'test'],
      ['../prod'],
      ['prod', '-c', 'stage=test'],
      ['--no'],
    ]) {
      expect(await deploy(args)).toMatchObject({ code: 2, ran: [] });
    }
  });
});
