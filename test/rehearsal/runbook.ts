import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { objectOf } from '../../bin/description/json.ts';
import type { Tried } from '../../bin/runbook.ts';
import { root } from '../../lib/bundle/function-entries.ts';
import example from '../../stages/prod.example.json' with { type: 'json' };
import { documentText } from '../support/documents.ts';
import { text } from './caller.ts';
import type { Deployment } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { eventually } from './eventually.ts';
import { type Operator, query } from './operator.ts';

const run = promisify(execFile);
const pages = globSync('docs/runbook/*.md', { cwd: root }).toSorted();

const uuidOf = (name: string) =>
  `$(aws lambda list-event-source-mappings --function-name registry-<stage>-${name} --query "EventSourceMappings[0].UUID" --output text)`;
const enabled = (name: string) =>
  ['--no-enabled', '--enabled']
    .map((state) => `aws lambda update-event-source-mapping ${state} --uuid ${uuidOf(name)}`)
    .join(' && ');

/** Values for placeholders in a page's commands. */
const completed: Readonly<Record<string, string>> = {
  'aws kms cancel-key-deletion':
    'aws kms schedule-key-deletion --key-id <EvidenceKey> && aws kms cancel-key-deletion --key-id <EvidenceKey>',
  'aws kms describe-key': 'aws kms describe-key --key-id <EvidenceKey>',
  'aws kms enable-key': 'aws kms enable-key --key-id <EvidenceKey>',
  'aws lambda put-function-concurrency --function-name … --reserved-concurrent-executions …':
    'aws lambda put-function-concurrency --function-name registry-<stage>-mail-note-reports --reserved-concurrent-executions 5',
  'aws secretsmanager put-secret-value':
    'aws secretsmanager create-secret --name probe && aws secretsmanager put-secret-value --secret-id probe --secret-string key',
  'aws secretsmanager rotate-secret --secret-id <ARN>':
    'aws secretsmanager rotate-secret --secret-id <SigningKeysSecret>',
  'aws sesv2 get-configuration-set':
    'aws sesv2 get-configuration-set --configuration-set-name registry-<stage>',
  'aws sqs purge-queue':
    'aws sqs purge-queue --queue-url $(aws sqs list-queues --queue-name-prefix RegistryData-<stage>-EvidenceVaultLost --query "QueueUrls[0]" --output text)',
  'aws stepfunctions list-executions --state-machine-arn … --status-filter FAILED':
    'aws stepfunctions list-executions --state-machine-arn <workflow> --status-filter FAILED',
  'aws stepfunctions describe-execution --execution-arn … --query input --output text':
    'aws stepfunctions describe-execution --execution-arn <execution> --query input --output text',
  'aws stepfunctions start-execution --state-machine-arn … --input …':
    'aws stepfunctions start-execution --state-machine-arn <workflow> --input "$(aws stepfunctions describe-execution --execution-arn <execution> --query input --output text)"',
  'npm run admin -- audit list --subject-id <addressId>':
    'npm run admin -- audit list --subject-id <person>',
  'npm run admin -- integrations update <id> --no-active':
    'npm run admin -- integrations update <integration> --no-active',
  'npm run admin -- keys revoke <person> <key>':
    'npm run admin -- keys revoke <person> <key> --yes',
  'npm run admin -- outbox discard --everything --queue unrouted --confirm unrouted --reason "…"':
    'npm run admin -- outbox discard --everything --queue unrouted --confirm unrouted --reason rehearsal',
  'npm run admin -- persons list --email …': 'npm run admin -- persons list --email <email>',
  'npm run admin -- persons update <id> --email …':
    'npm run admin -- persons update <person> --email other.<email>',
  'update-event-source-mapping --enabled --uuid …': `${enabled('outbox-route')} && ${enabled('evidence-copy')}`,
};

const lacks = 'the emulator lacks it';
const needs = (what: string) => `needs ${what}`;

/** Commands that are not run, and why. */
export const untried: Readonly<Record<string, string>> = {
  'aws backup update-region-settings': lacks,
  'aws guardduty list-malware-protection-plans': lacks,
  'aws guardduty send-object-malware-scan --s3-object \'{"Bucket": "<bucket>", "Key": "<objectKey>"}\'':
    lacks,
  'aws secretsmanager update-secret-version-stage --secret-id <ARN> --version-stage AWSPENDING --remove-from-version-id <id>':
    needs('a rotation that was cut off'),
  'aws sesv2 delete-suppressed-destination --email-address …': lacks,
  'aws sqs start-message-move-task --source-arn <ARN of the dead-letter queue>': lacks,
  'npm run admin -- mail unsuppress <email>': needs('a bounce'),
  'npm run admin -- mail unsuppress <email> --complaint': needs('a complaint'),
  'npm run admin -- mailbox-cases refuse <id> --reason-code …': needs('a case'),
  'npm run admin -- outbox discard --event-id … --reason "…"': needs('a dead letter'),
  'npm run admin -- payments close <id> --reason "…"': needs('a payment case'),
  'npm run admin -- payments take <id>': needs('a payment case'),
};

/** The probe, which would call a public address. */
const notDeployed = '/functions/probe-verify-rpn';

/** The operators' commands on a page, exactly as written, each once. */
export function commandsOf(page: string): readonly string[] {
  return codesOf(page).filter(
    (code) => /^(?:aws [\w-]+ [\w-]+|npm run admin -- )/.test(code) || code in completed,
  );
}

/** The shell line for a command. Throws if a placeholder has no value. */
export function lineOf(command: string, places: Readonly<Record<string, string>>): string {
  const line = (completed[command] ?? command).replaceAll(
    /<(\w+)>/g,
    (place, name: string) => places[name] ?? place,
  );
  if (/…|<\w+>/.test(line)) throw new Error(`test/rehearsal/runbook.ts does not fill ${line}`);
  return line;
}

/** Everything that `lineOf` can fill in. */
export const placeNames = [
  ...['stage', 'domain', 'day', 'table', 'person', 'key', 'email', 'integration'],
  ...['workflow', 'execution', 'EvidenceBucket', 'EvidenceKey', 'SigningKeysSecret', 'AlarmTicket'],
] as const;

function codesOf(page: string): readonly string[] {
  const codes = page.matchAll(/`([^`]+)`/g);
  return [...new Set(Array.from(codes, ([, code = '']) => code.replaceAll(/\s+/g, ' ')))];
}

/**
 * Tests the runbook's pages at a stage that has been used: sets each alarm, which must reach its
 * topic, looks for each log, and runs the commands as written. Throws with everything that failed.
 */
export async function tryRunbook(
  emulator: Emulator,
  folder: string,
  deployment: Deployment,
  operator: Operator,
): Promise<Readonly<Record<string, Tried>>> {
  const { stage } = deployment;
  const shell = await shellOf(emulator, folder, deployment);
  const alarms = await setAlarms(emulator, deployment, shell);
  const logs = new Set(
    await listOf(
      shell,
      `aws logs describe-log-groups --log-group-name-prefix /registry/${stage}/ --query "logGroups[].logGroupName"`,
    ),
  );
  const places = await placesOf(deployment, shell, operator);
  const done = new Map<string, Promise<string>>();
  const failures: string[] = [];
  const tried: Record<string, Tried> = {};
  for (const path of pages) {
    const name = basename(path, '.md');
    const page = documentText(path);
    const commands = commandsOf(page);
    const runnable = commands.filter((command) => !(command in untried));
    for (const command of runnable) {
      const line = lineOf(command, places);
      // In sequence on a page, because a command may need the effects of the previous one.
      const result = done.get(line) ?? shell(line);
      done.set(line, result);
      await result.catch((error: Error) => failures.push(`${name}: ${error.message}`));
    }
    const named = codesOf(page)
      .filter((code) => /^\/registry\/<stage>\/[\w/-]+\w$/.test(code))
      .map((code) => code.replace('<stage>', stage))
      .filter((log) => !log.endsWith(notDeployed));
    for (const log of named) if (!logs.has(log)) failures.push(`${name}: there is no ${log}`);
    tried[name] = {
      alarms: alarms.filter((alarm) => isOn(alarm, name, stage)).length,
      logs: named.length,
      commands: runnable.length,
      of: commands.length,
    };
  }
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return tried;
}

type Shell = (line: string) => Promise<string>;

/**
 * Runs a line of the runbook, with the AWS CLI and the operators' command; resolves to its output.
 */
async function shellOf(
  emulator: Emulator,
  folder: string,
  { operatorsUrl }: Deployment,
): Promise<Shell> {
  const file = join(folder, 'root.credentials');
  await writeFile(file, '[root]\naws_access_key_id=test\naws_secret_access_key=test\n');
  // Tools that read the table and buckets themselves treat a service on loopback as a local one,
  // and never call it.
  const functions = `
    aws() { command aws --endpoint-url "$AWS_ENDPOINT_URL" "$@"; }
    npm() {
      shift 3
      case "$1 $2" in 'audit verify'|'restore replay'|'search rebuild') url=https://registry.example;; *) url=${operatorsUrl};; esac
      '${process.execPath}' '${join(root, 'bin/admin.ts')}' "$@" --url "$url" --region ${emulator.region} --profile root
    }`;
  const env = {
    ...emulator.environment,
    PATH: [join(root, 'test/rehearsal/.venv/bin'), emulator.environment['PATH']].join(delimiter),
    AWS_SHARED_CREDENTIALS_FILE: file,
  };
  return async (line) => {
    // Output to /dev/stdout needs a file there.
    const output = join(folder, randomUUID());
    try {
      await run('sh', ['-c', `${functions}\n{ ${line}\n} >'${output}'`], { cwd: folder, env });
      return await readFile(output, 'utf8');
    } catch (error) {
      throw new Error(`${line}: ${Reflect.get(Object(error), 'stderr')}`);
    }
  };
}

async function listOf(shell: Shell, line: string): Promise<readonly string[]> {
  const list: unknown = JSON.parse(await shell(line));
  return Array.isArray(list) ? list.map(String) : [];
}

async function placesOf(
  { stage, outputs }: Deployment,
  shell: Shell,
  operator: Operator,
): Promise<Readonly<Record<(typeof placeNames)[number], string>>> {
  const email = 'runbook@travellers.example';
  const person = text(await operator('persons', 'create', '--email', email), 'data.id');
  const issued = await operator('keys', 'issue', person, '--kind', 'standard', '--label', 'lost');
  const integration = await operator('integrations', 'create', '--name', 'Runbook');
  const [workflow = ''] = await listOf(
    shell,
    `aws stepfunctions list-state-machines --query "stateMachines[?name=='registry-${stage}-review-dispatch'].stateMachineArn"`,
  );
  const [execution = ''] = await listOf(
    shell,
    `aws stepfunctions list-executions --state-machine-arn ${workflow} --query "executions[].executionArn"`,
  );
  const output = (ending: string) => {
    const [, value] = Object.entries(outputs).find(([key]) => key.endsWith(ending)) ?? [];
    if (value === undefined) throw new Error(`no output ends with ${ending}`);
    return value;
  };
  return {
    stage,
    domain: example.mailDomain,
    day: new Date().toISOString().slice(0, 10),
    table: output('TableName'),
    person,
    key: text(issued, 'data.id'),
    email,
    integration: text(integration, 'data.id'),
    workflow,
    execution,
    EvidenceBucket: output('EvidenceBucket'),
    EvidenceKey: output('EvidenceKey'),
    SigningKeysSecret: output('SigningKeysSecret'),
    AlarmTicket: output('AlarmTicket'),
  };
}

const isOn = (alarm: string, page: string, stage: string) =>
  alarm === `registry-${stage}-${page}` || alarm.startsWith(`registry-${stage}-${page}-`);

/**
 * Sets each alarm of a stage, and waits until its topic has reported it. Resolves to their names.
 */
async function setAlarms(
  emulator: Emulator,
  { stage, outputs }: Deployment,
  shell: Shell,
): Promise<readonly string[]> {
  const names = await listOf(
    shell,
    `aws cloudwatch describe-alarms --alarm-name-prefix registry-${stage}- --query "MetricAlarms[].AlarmName"`,
  );
  const client = {
    endpoint: emulator.url,
    region: emulator.region,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  };
  const [sns, sqs] = [new SNSClient(client), new SQSClient(client)];
  try {
    const QueueName = `on-call-${stage}`;
    const Endpoint = `arn:aws:sqs:${emulator.region}:${emulator.account}:${QueueName}`;
    const Principal = { Service: 'sns.amazonaws.com' };
    const Statement = { Effect: 'Allow', Principal, Action: 'sqs:SendMessage', Resource: Endpoint };
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [Statement] });
    const { QueueUrl } = await sqs.send(
      new CreateQueueCommand({ QueueName, Attributes: { Policy } }),
    );
    for (const topic of ['AlarmPage', 'AlarmTicket']) {
      const TopicArn = outputs[topic];
      await sns.send(new SubscribeCommand({ TopicArn, Protocol: 'sqs', Endpoint }));
    }
    // An alarm that is already on reports nothing; one that starts without data may be.
    for (const StateValue of ['OK', 'ALARM']) {
      for (const AlarmName of names) {
        const state = { AlarmName, StateValue, StateReason: 'test' };
        await query(emulator, 'monitoring', {
          Action: 'SetAlarmState',
          Version: '2010-08-01',
          ...state,
        });
      }
    }
    const missing = new Set(names);
    const receive = new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 });
    await eventually('the message of each alarm', async () => {
      const { Messages = [] } = await sqs.send(receive);
      for (const { Body = '', ReceiptHandle } of Messages) {
        const message = objectOf(JSON.parse(String(objectOf(JSON.parse(Body))['Message'])));
        if (message['NewStateValue'] === 'ALARM') missing.delete(String(message['AlarmName']));
        await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      }
      return missing.size === 0 || undefined;
    }).catch((error: Error) => {
      throw new Error(`${error.message}: ${[...missing].join(', ')}`, { cause: error });
    });
    return names;
  } finally {
    for (const each of [sns, sqs]) each.destroy();
  }
}
