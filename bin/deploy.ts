import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { processTerminal } from '../admin/terminal.ts';

export interface Deploy {
  readonly args: readonly string[];
  readonly write: (text: string) => void;
  /** Asks the user at the terminal; null if there is no terminal. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** Runs a command with additional variables, shows its output, and returns its exit code. */
  readonly run: (command: readonly string[], env: Readonly<Record<string, string>>) => number;
  /** The outputs of the stacks, as the CDK writes them. */
  readonly outputs: () => unknown;
}

export const deployUsage = `Deploys a stage: synthesis, preflight, diff, confirmation, deployment, smoke. Stops at the first failure.

  npm run deploy -- STAGE            uses the settings in stages/STAGE.json

  --confirm NAME     allow the removal or change of this protected setting; separate several with commas
  --yes              do not ask to confirm, for scripts
  --region REGION    otherwise AWS_REGION
  --profile NAME     otherwise what AWS's own tools would use
  -c NAME=VALUE      use this value of a setting, for this deployment only
`;

const cdk = 'tools/node_modules/.bin/cdk';
const outputsFile = 'cdk.out/outputs.json';

/** The steps of a deployment. The workflow runs the same commands. */
export const steps = {
  synth: (settings: readonly string[]) => [
    ...['npm', 'run', 'synth', '--'],
    ...settings.flatMap((each) => ['-c', each]),
  ],
  preflight: (confirm: string) => ['node', 'bin/preflight.ts', '--confirm', confirm],
  diff: () => [cdk, 'diff', '--method', 'template', '--app', 'cdk.out'],
  deploy: () => [
    ...[cdk, 'deploy', '--all', '--import-existing-resources', '--app', 'cdk.out'],
    ...['--require-approval', 'never', '--outputs-file', outputsFile],
  ],
  smoke: (...args: readonly string[]) => ['npm', 'run', 'smoke', '--', ...args],
};

const Outputs = z.record(z.string(), z.record(z.string(), z.string()));

/** Resolves to the exit code: that of the failed step, 0 after the last, 2 for wrong usage, 3 if the answer is no. */
export async function runDeploy({ args, write, ask, run, outputs }: Deploy): Promise<number> {
  const options = readOptions(args);
  if (options === null) {
    write(deployUsage);
    return 2;
  }
  const { stage, yes, confirm, settings, env } = options;
  if (ask === null && !yes) {
    write(`No one can confirm here: add --yes.\n\n${deployUsage}`);
    return 2;
  }
  const step = (name: string, command: readonly string[]) => {
    write(`\n== ${name}\n`);
    const code = run(command, env);
    if (code !== 0) write(`\n${name} failed. See docs/operators/deploy.md.\n`);
    return code;
  };
  const looked =
    step('synth', steps.synth([`stage=${stage}`, ...settings])) ||
    step('preflight', steps.preflight(confirm)) ||
    step('diff', steps.diff());
  if (looked !== 0) return looked;
  if (ask !== null && !yes) {
    const answer = await ask(`\nDeploy this to ${stage}? Type the name of the stage: `);
    if (answer.trim() !== stage) {
      write('Nothing was deployed.\n');
      return 3;
    }
  }
  const deployed = step('deploy', steps.deploy());
  if (deployed !== 0) return deployed;
  const docs = Outputs.parse(outputs())[`RegistryService-${stage}`]?.['DocsUrl'];
  return step('smoke', steps.smoke(docs?.replace(/\/docs$/, '') ?? '', '--stage', stage));
}

function readOptions(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        confirm: { type: 'string', default: '' },
        yes: { type: 'boolean', default: false },
        region: { type: 'string' },
        profile: { type: 'string' },
        context: { type: 'string', short: 'c', multiple: true, default: [] },
      },
    });
    const [stage, ...others] = positionals;
    const { confirm, yes, region, profile, context } = values;
    if (stage === undefined || others.length > 0 || !/^[a-z][a-z0-9]*$/.test(stage)) return null;
    if (context.some((each) => !each.includes('=') || each.startsWith('stage='))) return null;
    const env = {
      ...(region !== undefined && { AWS_REGION: region }),
      ...(profile !== undefined && { AWS_PROFILE: profile }),
    };
    return { stage, confirm, yes, settings: context, env };
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const { write, ask } = processTerminal();
  process.exitCode = await runDeploy({
    args: process.argv.slice(2),
    write,
    ask,
    run: ([program = '', ...rest], env) =>
      spawnSync(program, rest, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1,
    outputs: () => JSON.parse(readFileSync(outputsFile, 'utf8')),
  });
}
