import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import type { CoreDeps } from '../kernel/deps/core.ts';
import { root } from '../kernel/deps/root.ts';
import { inTime } from './in-time.ts';

/** A handler of a workflow's task: Step Functions call it with the state's payload. */
export type TaskHandler = (
  payload: unknown,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
) => Promise<unknown>;

/** The payload does not fit the task: a retry would not help. The workflows know the error by its name. */
export class InvalidTaskInput extends Error {
  constructor(task: string, paths: readonly string[]) {
    super(`the payload of ${task} does not fit at: ${paths.join(', ')}`);
    this.name = 'InvalidTaskInput';
  }
}

/**
 * Wraps the logic of one task as a Lambda handler: parsed payload in, ids and an outcome out, and one log
 * line. What is thrown is the workflow's to retry; its name is what `Retry` matches.
 */
export function task<S extends z.core.$ZodType, D extends CoreDeps>(
  name: string,
  schema: S,
  run: (input: z.output<S>, deps: D) => Promise<Readonly<Record<string, string>>> | Promise<void>,
  resolve: () => D,
): TaskHandler {
  const deps = root(resolve);
  return async (payload, context) => {
    const parsed = z.safeParse(schema, payload);
    if (!parsed.success) {
      const paths = parsed.error.issues.map(({ path }) => path.join('.'));
      throw new InvalidTaskInput(name, paths);
    }
    // Payloads are ids and outcomes by the schemas of all tasks.
    const ids = parsed.data as Readonly<Record<string, string>>;
    const { log } = deps();
    const startedAt = performance.now();
    try {
      const result = (await inTime(context, async () => run(parsed.data, deps()))) ?? {};
      const durationMs = Math.round(performance.now() - startedAt);
      log.info('task', { task: name, ...ids, ...result, durationMs });
      return result;
    } catch (error) {
      log.error('a task failed', { task: name, ...ids }, error);
      throw error;
    }
  };
}
