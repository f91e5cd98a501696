import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import { timeLimits } from '../../shared/kernel/runtime/client-parts.ts';
import { callLocally } from '../call-service.ts';
import { Failure } from '../failure.ts';
import type { Target } from '../target.ts';
import type { Tool } from '../tool.ts';

const Written = z.object({ names: z.number(), bytes: z.optional(z.number()) });

/** The maximum duration of a function, plus the time for the answer. */
const timeoutMs = 910_000;

/** `search rebuild`: calls the scheduled function, and waits for it. */
export const rebuild: Tool = {
  name: 'rebuild',
  about: 'Write the snapshot that the search loads, and wait until it is complete',
  options: [
    [
      '--stage <name>',
      'the deployment (REGISTRY_STAGE; default: the stage in an API Gateway address)',
    ],
  ],
  example: 'search rebuild --stage prod',
  async run(options, target, terminal) {
    const where = target();
    const answer = where.local
      ? z.object({ data: z.unknown() }).parse(await callLocally(where, '/snapshots')).data
      : await invoke(where, stageOf(options['stage'], where, terminal.env));
    const written = Written.parse(answer);
    const { names, bytes } = written;
    const size = bytes === undefined ? '' : ` in ${bytes} bytes`;
    terminal.write(
      options['json'] === true
        ? `${JSON.stringify(written, null, 2)}\n`
        : `Searches start from ${names} names${size}.\n`,
    );
  },
};

function stageOf(
  given: unknown,
  { url }: Target,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const { hostname, pathname } = new URL(url);
  const [, path] = pathname.split('/');
  const ofUrl = hostname.includes('.execute-api.') && path !== '' ? path : undefined;
  const stage = given ?? env['REGISTRY_STAGE'] ?? ofUrl;
  if (typeof stage !== 'string')
    throw new Failure('usage', 'Missing --stage: the name of the deployment.');
  return stage;
}

async function invoke({ region, credentials }: Target, stage: string): Promise<unknown> {
  const name = `registry-${stage}-registry-write-snapshot`;
  const limits = timeLimits({ attempts: 1, requestTimeout: timeoutMs });
  const client = new LambdaClient({ region, credentials, ...limits });
  try {
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({ FunctionName: name, Payload: JSON.stringify({ rebuild: true }) }),
    );
    if (FunctionError !== undefined) {
      throw new Failure('refused', `${name} failed. See its log.`);
    }
    return JSON.parse(Payload?.transformToString() ?? 'null');
  } catch (error) {
    if (error instanceof Failure) throw error;
    const reason = error instanceof Error ? error.message : 'unknown error';
    throw new Failure('refused', `${name} could not be called: ${reason}`);
  } finally {
    client.destroy();
  }
}
