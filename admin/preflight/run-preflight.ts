import { parseArgs } from 'node:util';
import { askAccount, type Clients } from './ask-account.ts';
import { judgeAccount } from './judge-account.ts';
import { dangerousSettings, judgeSettings } from './judge-settings.ts';
import { readDeployment } from './read-deployment.ts';
import { tryImports } from './try-import.ts';
import { tryRights } from './try-rights.ts';

export interface Preflight {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly write: (text: string) => void;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  /** Clients of a region, with a profile if one is named. */
  readonly open: (region: string, profile: string | undefined) => Clients;
}

export const preflightUsage = `Checks whether an account can take a deployment: quotas, email, the CDK's bootstrap. Compares
settings with those of the last deployment. Changes nothing, except with --try-rights and --try-import.

  npm run synth -- -c stage=…        writes the templates
  npm run preflight                  compares them with the account

  --region REGION    otherwise AWS_REGION, then AWS_DEFAULT_REGION
  --profile NAME     otherwise what AWS's own tools would use
  --confirm NAME     allow the removal or change of this protected setting; separate several with commas
  --try-rights       before a first deployment: creates a small table and a role, tests which transactions
                     DynamoDB allows, and deletes both
  --try-import       imports the API definition into a temporary API, with warnings as errors, and deletes it
  --templates DIR    folder of the templates (default cdk.out)
`;

/**
 * Prints each finding and what to do. Resolves to the exit code: 0 if the deployment can start, 1 if something blocks
 * it, 2 for wrong usage, 4 if AWS accepts no credentials.
 */
export async function runPreflight({ args, env, write, open, wait }: Preflight): Promise<number> {
  const options = readOptions(args);
  const region = options?.region || env['AWS_REGION'] || env['AWS_DEFAULT_REGION'];
  if (options === null || region === undefined) {
    write(options === null ? preflightUsage : `Set --region or AWS_REGION.\n\n${preflightUsage}`);
    return 2;
  }
  const confirmed = options?.confirm.split(',').filter((name) => name !== '') ?? [];
  const unknown = confirmed.find((name) => !dangerousSettings.includes(name));
  if (unknown !== undefined) {
    write(`--confirm ${unknown}: only for ${dangerousSettings.join(', ')}\n`);
    return 2;
  }
  let deployment: ReturnType<typeof readDeployment>;
  try {
    deployment = readDeployment(options.templates);
  } catch (error) {
    write(`No deployment in ${options.templates}: run npm run synth first. ${sentence(error)}\n`);
    return 2;
  }
  let clients: Clients;
  let account: Awaited<ReturnType<typeof askAccount>>;
  try {
    clients = open(region, options.profile);
    account = await askAccount(clients, region, deployment);
  } catch (error) {
    write(`AWS does not accept the credentials: ${sentence(error)}\n`);
    return 4;
  }
  const findings = [
    ...judgeAccount(account, deployment),
    ...judgeSettings(account, deployment, confirmed),
    ...(options.tryRights
      ? [await tryRights({ ...clients, wait, write }, deployment.settings.values['tableRights'])]
      : []),
    ...(options.tryImport
      ? await tryImports({ ...clients, region, wait, write }, deployment.apis)
      : []),
  ];
  for (const { weight, about, found, advice } of findings) {
    write(`${weight.padEnd(8)} ${about.padEnd(27)} ${found}\n`);
    if (advice !== undefined) write(`${''.padEnd(37)}${advice}\n`);
  }
  const blockers = findings.filter(({ weight }) => weight === 'BLOCKER').length;
  const { stage, functions } = deployment;
  write(
    blockers === 0
      ? `Nothing blocks the deployment of the stage ${stage} (${functions} functions).\n`
      : `${blockers} of these block the deployment of the stage ${stage}.\n`,
  );
  return blockers === 0 ? 0 : 1;
}

function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        region: { type: 'string' },
        profile: { type: 'string' },
        confirm: { type: 'string', default: '' },
        'try-rights': { type: 'boolean', default: false },
        'try-import': { type: 'boolean', default: false },
        templates: { type: 'string', default: 'cdk.out' },
      },
    });
    return { ...values, tryRights: values['try-rights'], tryImport: values['try-import'] };
  } catch {
    return null;
  }
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
