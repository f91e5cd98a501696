import { randomUUID } from 'node:crypto';
import { DeleteRestApiCommand, ImportRestApiCommand } from '@aws-sdk/client-api-gateway';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import type { Clients } from './ask-account.ts';
import { blocker, type Finding, ok } from './finding.ts';

export interface Import extends Pick<Clients, 'apiGateway' | 'identity'> {
  readonly region: string;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly write: (text: string) => void;
}

const about = 'import of the API';
/** API Gateway accepts one deletion every 30 seconds. */
const pause = 30_000;
const attempts = 4;

/**
 * Imports each definition into a separate API that is never deployed, and deletes it. Warnings are failures, because
 * they would fail the stack after everything else was created.
 */
export async function tryImports(
  trial: Import,
  apis: readonly { readonly body: unknown }[],
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const { body } of apis) findings.push(await tryImport(trial, body));
  return findings;
}

async function tryImport(trial: Import, body: unknown): Promise<Finding> {
  let id: string | undefined;
  try {
    const { Account = '', Arn = '' } = await trial.identity.send(new GetCallerIdentityCommand({}));
    const pseudo: Pseudo = {
      'AWS::AccountId': Account,
      'AWS::Partition': Arn.split(':')[1] ?? 'aws',
      'AWS::Region': trial.region,
    };
    const definition = Object(inPlace(body, pseudo));
    const info = { ...definition.info, title: `registry-try-import-${randomUUID().slice(0, 8)}` };
    const made = await trial.apiGateway.send(
      new ImportRestApiCommand({
        body: Buffer.from(JSON.stringify({ ...definition, info })),
        failOnWarnings: true,
        parameters: { endpointConfigurationTypes: 'REGIONAL' },
      }),
    );
    id = made.id;
    const warnings = made.warnings ?? [];
    if (warnings.length > 0) {
      return blocker(about, warnings.join('; '), 'The deployment would fail with it.');
    }
    return ok(about, 'API Gateway takes the definition without a warning');
  } catch (error) {
    return blocker(about, sentence(error), 'The deployment would fail with it.');
  } finally {
    if (id !== undefined) await remove(trial, id);
  }
}

async function remove({ apiGateway, wait, write }: Import, restApiId: string): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      await apiGateway.send(new DeleteRestApiCommand({ restApiId }));
      return;
    } catch (error) {
      if (attempt === attempts) {
        const command = `aws apigateway delete-rest-api --rest-api-id ${restApiId}`;
        write(
          `The API ${restApiId} of --try-import could not be deleted (${sentence(error)}): ${command}\n`,
        );
        return;
      }
      await wait(pause);
    }
  }
}

type Pseudo = Readonly<Record<string, string>>;

/**
 * The definition with values for what CloudFormation fills in; a resource that does not exist yet becomes a role in the
 * same format.
 */
function inPlace(value: unknown, pseudo: Pseudo): unknown {
  if (Array.isArray(value)) return value.map((each) => inPlace(each, pseudo));
  if (typeof value !== 'object' || value === null) return value;
  const [[name, argument] = ['', undefined], ...others] = Object.entries(value);
  if (others.length === 0) {
    if (name === 'Ref') return pseudo[String(argument)] ?? 'none';
    if (name === 'Fn::Sub') {
      return String(argument).replaceAll(/\$\{([\w:]+)\}/g, (_, key) => pseudo[key] ?? 'none');
    }
    if (name === 'Fn::Join' && Array.isArray(argument)) {
      const [separator, parts] = argument;
      return Array.from(parts, (part) => inPlace(part, pseudo)).join(separator);
    }
    if (name === 'Fn::GetAtt') {
      return `arn:${pseudo['AWS::Partition']}:iam::${pseudo['AWS::AccountId']}:role/none`;
    }
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, inPlace(each, pseudo)]),
  );
}

function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
