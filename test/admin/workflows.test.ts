import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { steps as parts, runDeploy } from '../../bin/deploy.ts';
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

  it('deploys what was built and tested, after an approval, and calls the service afterwards', () => {
    expect(commands(build)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'npm test',
      parts.synth(['"stage=$STAGE"', 'canary=at-once']).join(' '),
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

  it('puts nothing that someone typed into a shell', () => {
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

  it('runs both tiers, the browser and the rehearsal beside each other, and everything at night', () => {
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

  it('looks, asks, deploys what it has shown, and calls the service', async () => {
    expect(await deploy(['prod'])).toMatchObject({
      code: 0,
      ran: [...looked, 'asked', ...deployed],
    });
  });

  it('deploys nothing without the name of the stage as answer', async () => {
    for (const answer of ['', 'y', 'test']) {
      const { code, ran, written } = await deploy(['prod'], { answer });
      expect([code, ran]).toEqual([3, [...looked, 'asked']]);
      expect(written).toContain('Nothing was deployed');
    }
  });

  it('asks nobody where a machine says so, and begins nothing where nobody could answer', async () => {
    const machine = await deploy(['prod', '--yes'], { terminal: false });
    expect(machine).toMatchObject({ code: 0, ran: [...looked, ...deployed] });
    expect(await deploy(['prod'], { terminal: false })).toMatchObject({ code: 2, ran: [] });
  });

  it('stops at what fails, with its exit code', async () => {
    expect(await deploy(['prod'], { fails: 'preflight' })).toMatchObject({
      code: 1,
      ran: looked.slice(0, 2),
    });
    const { ran } = await deploy(['prod'], { fails: 'cdk deploy' });
    expect(ran).toEqual([...looked, 'asked', deployed[0]]);
  });

  it('hands settings, confirmations, region and profile to the steps', async () => {
    const given = ['-c', 'canary=at-once', '--confirm', 'webAcl', '--region', 'eu-west-1'];
    const { ran } = await deploy(['prod', ...given, '--profile', 'ministry']);
    expect(ran.slice(0, 2)).toEqual([
      'eu-west-1 ministry npm run synth -- -c stage=prod -c canary=at-once',
      'eu-west-1 ministry node bin/preflight.ts --confirm webAcl',
    ]);
  });

  it('takes one stage, which no setting replaces', async () => {
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
