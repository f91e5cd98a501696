import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { CreateHostedZoneCommand, Route53Client } from '@aws-sdk/client-route-53';
import { runSmoke } from '../../admin/smoke/run-smoke.ts';
import { type Rehearsal, rehearsalFile, runbookPages } from '../../bin/runbook.ts';
import { root } from '../../lib/bundle/function-entries.ts';
import { openStreamReaders } from '../../shared/service/aws/deployments.ts';
import example from '../../stages/prod.example.json' with { type: 'json' };
import { callerOf } from './caller.ts';
import { bootstrap, type Deployment, deploy, type Stage, synthesize } from './deployment.ts';
import { type Emulator, startEmulator } from './emulator.ts';
import { encryptedWithOwnKey } from './encryption.ts';
import { eventually } from './eventually.ts';
import {
  type Arrived,
  amend,
  apply,
  certify,
  incorporate,
  type Journey,
  person,
} from './journey.ts';
import { operatorOf } from './operator.ts';
import { rebuild } from './rebuild.ts';
import { reportTo } from './report.ts';
import { tryRunbook } from './runbook.ts';

/**
 * `npm run rehearse`: deploys the service to an independent emulator of AWS and uses it: the
 * journey from a person to a certificate, an amendment and a partner's applicant with enforced IAM,
 * a rebuild of the service stack, and production next to the first stage. Fails for a failed step
 * and for findings. `--keep` leaves everything running until Ctrl-C, to try things manually.
 * `--log` prints the emulator's output. `--record` stores the tested steps for the runbook's pages
 * if nothing was found. Needs Python 3.10 and, once, PyPI. docs/rehearsal.md lists what it can't
 * show.
 */
const { values } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
});

const report = reportTo((text) => process.stdout.write(text));
const { step, finding } = report;

const dev: Stage = {
  name: 'dev',
  context: { mailDomain: 'dev.example', reviewers: 'reviewer@dev.example' },
};
/**
 * The example of a production stage, in a zone of this account, with everything else that can be
 * deployed here.
 */
const prodIn = (hostedZoneId: string): Stage => ({
  name: 'prod',
  context: {
    ...example,
    hostedZoneId,
    malwareScan: 'true',
    encryptionKey: 'true',
    publicRegister: 'true',
    clientRegistration: 'true',
    // An account has one role for API Gateway's logs.
    apiLogRole: 'false',
    // It would call a public address.
    probe: 'false',
  },
});

async function rehearse(emulator: Emulator, folder: string): Promise<Rehearsal['pages']> {
  process.stdout.write('A first deployment\n');
  await step('cdk bootstrap', () => bootstrap(emulator, folder, emulator.region));
  const first = await step('cdk deploy --all', () => deploy(emulator, folder, dev));
  // In parallel with the first stage's use. A rejection is that of the step that waits for it.
  const prod = prodIn(await hostedZone(emulator, example.hostedZoneName));
  const synthesized = synthesize(emulator, folder, prod);
  synthesized.catch(() => {});
  await step('answers without a function', () => gatewayAnswers(first));
  await step('an operator who may only read', () => readsOnly(emulator, folder, first));
  const traveller = await travel(emulator, folder, first, 'first');
  await step('npm run smoke with the key', () => smoke(first, traveller));
  await step('maintenance: on, a write refused, off', () => maintenance(emulator, folder, first));

  process.stdout.write('A rebuild of its service stack\n');
  const again = await rebuild(emulator, folder, dev, traveller, report);

  process.stdout.write('Production in the same account\n');
  await step('cdk bootstrap where its backups go', () =>
    bootstrap(emulator, folder, example.backupCopyRegion),
  );
  await step('cdk synth', () => synthesized);
  const beside = await step('cdk deploy --all', () => deploy(emulator, folder, prod));
  await step('buckets and queues have the key of the stage', () =>
    encryptedWithOwnKey(emulator, beside.stage),
  );
  await travel(emulator, folder, beside, 'prod');
  const operator = await operatorOf(emulator, folder, beside, '*');
  const pages = await step("the runbook's alarms, logs and commands", () =>
    tryRunbook(emulator, folder, beside, operator),
  );
  await step('the first stage knows nothing of it', async () => {
    await callerOf(again.url)('GET', '/health');
    await callerOf(beside.url, traveller.key)('GET', '/api/v1/whoami', undefined, 401);
  });
  return pages;
}

async function travel(
  emulator: Emulator,
  folder: string,
  deployment: Deployment,
  name: string,
): Promise<Arrived> {
  const operator = await step('an operator with the policy of the docs', () =>
    operatorOf(emulator, folder, deployment, '*'),
  );
  const journey: Journey = { emulator, deployment, operator, name };
  const traveller = await step('a person with a residency and a key', () => person(journey));
  const arrived = await step('an LLC: voucher, signature, review, documents', async () => ({
    ...traveller,
    ...(await incorporate(journey, traveller)),
  }));
  await step('its Certificate of Good Standing', () => certify(journey, traveller, arrived.entity));
  await step('an amendment: sign-in, signature, voucher, review, webhook', () =>
    amend(journey, traveller, arrived.entity),
  );
  await step('a residency that a partner applies for', () => apply(journey));
  return arrived;
}

/** A Route 53 zone, which must exist before a deployment. Resolves to its id. */
async function hostedZone({ url, region }: Emulator, Name: string): Promise<string> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new Route53Client({ endpoint: url, region, credentials });
  const made = await client.send(new CreateHostedZoneCommand({ Name, CallerReference: 'first' }));
  client.destroy();
  return made.HostedZone?.Id?.replace('/hostedzone/', '') ?? '';
}

/** What callers with a mistyped path or without a credential get, from API Gateway alone. */
async function gatewayAnswers({ url }: Deployment): Promise<void> {
  await callerOf(url)('GET', '/health');
  await callerOf(url, 'sk-nobody')('GET', '/api/v1/no-such-thing', undefined, 404);
  await callerOf(url, 'sk-nobody')('POST', '/api/v1/verify_rpn', { rpn: '80000000000012' }, 401);
  const keys = await callerOf(url)('GET', '/.well-known/jwks.json');
  // Two for each of three algorithms: the key in use and the next one.
  const algorithms = Array.isArray(keys['keys']) ? keys['keys'].map(({ alg }) => alg) : [];
  const expected = ['ES256', 'ES256', 'PS256', 'PS256', 'RS256', 'RS256'];
  if (algorithms.toSorted().join() !== expected.join()) {
    throw new Error(`the first rotation has not made two keys of each: ${algorithms.join()}`);
  }
}

/** A problem that an integrator would notice; its message is printed on failure. */
async function smoke({ url, links }: Deployment, { key, rpn }: Arrived): Promise<void> {
  let words = '';
  const exitCode = await runSmoke({
    args: [links],
    readers: openStreamReaders,
    env: { REGISTRY_KEY: key, REGISTRY_RPN: rpn },
    // The address on AWS leads to the emulator.
    send: (address, init) => fetch(String(address).replace(links, url), init),
    write: (text) => {
      words += text;
    },
  });
  if (exitCode !== 0) throw new Error(words);
}

/** The maintenance switch is a stage variable of the API, which an operators' function sets. */
async function maintenance(emulator: Emulator, folder: string, deployment: Deployment) {
  const operator = await operatorOf(emulator, folder, deployment, '*');
  const write = (status: number) =>
    callerOf(deployment.url)('POST', '/api/v1/visitor_pass_applications', {}, status);
  await operator('maintenance', 'on', '--reason', 'rehearsal', '--retry-after-seconds', '60');
  await eventually('a refused write', () => write(503).catch(() => undefined));
  await operator('maintenance', 'off', '--reason', 'rehearsal');
  await eventually('a write that is judged again', () => write(400).catch(() => undefined));
}

async function readsOnly(emulator: Emulator, folder: string, deployment: Deployment) {
  const reader = await operatorOf(emulator, folder, deployment, 'GET');
  await reader('audit', 'list');
  const refused = await reader('persons', 'create', '--email', 'nobody@registry.example').then(
    () => false,
    (error: Error) => /denied|not authorized|403|accept/i.test(error.message),
  );
  if (!refused) throw new Error('who may only read could write');
}

const folder = await mkdtemp(join(tmpdir(), 'rehearsal-'));
let emulator: Emulator | undefined;
let pages: Rehearsal['pages'] = {};
// Also on Ctrl-C, ends what was started.
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => reject(new Error(`ended by ${signal}`)));
  }
});
interrupted.catch(() => {});
try {
  emulator = await startEmulator(folder);
  pages = await Promise.race([rehearse(emulator, folder), interrupted]);
} catch (error) {
  finding(error instanceof Error ? error.message : String(error));
} finally {
  if (values.keep && emulator) await kept(emulator);
  const log = (await emulator?.log()) ?? '';
  await emulator?.stop();
  for (const line of unexpected(log)) finding(line);
  if (values.log) process.stdout.write(log);
  await rm(folder, { recursive: true, force: true });
}
process.stdout.write(
  report.findings.length === 0 ? 'Nothing found.\n' : `${report.findings.length} findings.\n`,
);
if (values.record && report.findings.length === 0) await record(pages);
process.exit(report.findings.length === 0 ? 0 : 1);

/** Stores the runbook's statements about this rehearsal. Rejects for code without a commit. */
async function record(tried: Rehearsal['pages']): Promise<void> {
  const git = promisify(execFile);
  const { stdout: changed } = await git('git', ['status', '--porcelain'], { cwd: root });
  if (changed !== '') throw new Error(`not committed:\n${changed}`);
  const { stdout } = await git('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root });
  const rehearsal: Rehearsal = {
    date: new Date().toISOString().slice(0, 10),
    commit: stdout.trim(),
    pages: tried,
  };
  await writeFile(rehearsalFile, `${JSON.stringify(rehearsal, null, 2)}\n`);
  for (const { file, text } of runbookPages()) await writeFile(file, text);
}

/** Prints how to reach the running stage, and waits for Ctrl-C. */
async function kept({ url, region }: Emulator): Promise<void> {
  process.stdout.write(`
Everything is left running until Ctrl-C. For the command lines of AWS and the CDK:
  export AWS_ENDPOINT_URL=${url} AWS_REGION=${region} AWS_DEFAULT_REGION=${region}
  export AWS_ACCESS_KEY_ID=test AWS_SECRET_ACCESS_KEY=test
`);
  await interrupted.catch(() => {});
}

/** Log lines about errors of functions, and about missing rights: no step should cause one. */
function unexpected(log: string): readonly string[] {
  return log
    .split('\n')
    .filter((line) =>
      /"level":"ERROR"|is not authorized to perform|rotation step \w+ failed/.test(line),
    );
}
