import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { objectOf } from '../../bin/description/json.ts';
import { root } from '../../lib/bundle/function-entries.ts';
import type { Deployment } from './deployment.ts';
import type { Emulator } from './emulator.ts';

const run = promisify(execFile);

/**
 * The operators' command as a user with the policy of docs/operators/command-line.md; answers are
 * the content of `data`.
 */
export type Operator = (...args: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;

/**
 * Creates a user with the policy, and runs the operators' command with that user's keys. `may`: the
 * allowed method, `*` for all.
 */
export async function operatorOf(
  emulator: Emulator,
  folder: string,
  { operatorsUrl: url, operatorsApiId: id, stage }: Deployment,
  may: '*' | 'GET',
): Promise<Operator> {
  const name = `operator-${id}-${randomUUID().slice(0, 8)}`;
  const { region, account } = emulator;
  await iam(emulator, { Action: 'CreateUser', UserName: name });
  await iam(emulator, {
    Action: 'PutUserPolicy',
    UserName: name,
    PolicyName: 'operator',
    PolicyDocument: JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: 'execute-api:Invoke',
          Resource: `arn:aws:execute-api:${region}:${account}:${id}/${stage}/${may}/admin/*`,
        },
      ],
    }),
  });
  const made = await iam(emulator, { Action: 'CreateAccessKey', UserName: name });
  const field = (tag: string) => new RegExp(`<${tag}>([^<]+)</${tag}>`).exec(made)?.[1];
  const file = join(folder, `${name}.credentials`);
  await writeFile(
    file,
    `[${name}]\naws_access_key_id=${field('AccessKeyId')}\naws_secret_access_key=${field('SecretAccessKey')}\n`,
    { mode: 0o600 },
  );
  const { AWS_ACCESS_KEY_ID: _, AWS_SECRET_ACCESS_KEY: __, ...environment } = emulator.environment;
  return async (...args) => {
    const target = ['--url', url, '--region', region, '--profile', name, '--json'];
    try {
      const { stdout } = await run(
        process.execPath,
        [join(root, 'bin', 'admin.ts'), ...args, ...target],
        {
          env: { ...environment, AWS_SHARED_CREDENTIALS_FILE: file },
        },
      );
      return objectOf(JSON.parse(stdout));
    } catch (error) {
      const output = error instanceof Error ? Reflect.get(error, 'stderr') : error;
      throw new Error(`npm run admin -- ${args.join(' ')}: ${output}`);
    }
  };
}

function iam(emulator: Emulator, fields: Readonly<Record<string, string>>): Promise<string> {
  return query(emulator, 'iam', { Version: '2010-05-08', ...fields });
}

/**
 * Calls a service without a client here, as the account's root user; returns the XML of its answer.
 */
export async function query(
  { url, region }: Emulator,
  service: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const { host, hostname } = new URL(url);
  const signer = new SignatureV4({
    service,
    region: service === 'iam' ? 'us-east-1' : region,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    sha256: Sha256,
  });
  const body = new URLSearchParams(fields).toString();
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: 'http:',
    hostname,
    path: '/',
    query: {},
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
  const { host: _, ...others } = headers;
  const answer = await fetch(url, { method: 'POST', headers: others, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${service} refused ${fields['Action']}: ${text}`);
  return text;
}
