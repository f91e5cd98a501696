import type { Context } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Log, LogFields } from '../../kernel/aws/log.ts';
import { root, type WorkDeps } from '../../kernel/deps/root.ts';
import { causedBy } from '../../kernel/runtime/cause.ts';
import { inTime } from '../../kernel/runtime/deadline.ts';

/** A Lambda handler for an event, a message or a payload. */
export type BackgroundHandler<Event, Result> = (
  event: Event,
  context?: Pick<Context, 'getRemainingTimeInMillis'>,
) => Promise<Result>;

/**
 * Wraps work without a waiting caller as a Lambda handler: for a schedule, a queue, a stream or a
 * workflow. It creates its dependencies on the first call, and ends calls in time to report a
 * failure. `failure` is logged before it fails.
 */
export function background<D extends WorkNeeds, Event, Result>(
  run: (deps: D, event: Event) => Promise<Result>,
  resolve: () => D,
  failure?: string,
): BackgroundHandler<Event, Result> {
  const deps = root(resolve);
  return (event, context) =>
    inTime(context, async () => {
      try {
        return await run(deps(), event);
      } catch (error) {
        if (failure !== undefined) deps().log.error(failure, {}, error);
        throw error;
      }
    });
}

interface WorkNeeds {
  readonly log: Log;
}

/** A task of a workflow, called by Step Functions with the state's payload. */
export type TaskHandler = BackgroundHandler<unknown, unknown>;

/** Ids and an outcome; numbers if the workflow's choices need them. */
type TaskResult = Readonly<Record<string, string | number | readonly number[]>>;

/**
 * The payload does not fit the task, so a retry would not help. The workflows refer to the error by
 * name.
 */
class InvalidTaskInput extends Error {
  constructor(task: string, paths: readonly string[]) {
    super(`the payload of ${task} does not fit at: ${paths.join(', ')}`);
    this.name = 'InvalidTaskInput';
  }
}

/** The workflow's input; the call that caused it is absent if unknown. */
const Started = z.object({ startedWith: z.object({ causedBy: z.optional(z.string()) }) });

function causeOf(payload: unknown): string | undefined {
  return z.safeParse(Started, payload).data?.startedWith.causedBy;
}

/**
 * The logic of one task of a workflow, for `background()`: parsed payload in, ids and an outcome out, and one log line. The
 * workflow retries errors; `Retry` matches their names.
 */
export function task<S extends z.core.$ZodType, D extends WorkDeps>(
  name: string,
  schema: S,
  run: (input: z.output<S>, deps: D) => Promise<TaskResult> | Promise<void>,
): (deps: D, payload: unknown) => Promise<TaskResult> {
  return async (deps, payload) => {
    const parsed = z.safeParse(schema, payload);
    if (!parsed.success) {
      const paths = parsed.error.issues.map(({ path }) => path.join('.'));
      throw new InvalidTaskInput(name, paths);
    }
    return causedBy(causeOf(payload), async () => {
      const ids = idsOf(parsed.data);
      const startedAt = performance.now();
      try {
        const result = (await run(parsed.data, deps)) ?? {};
        const durationMs = Math.round(performance.now() - startedAt);
        deps.log.info('task', { task: name, ...ids, ...result, durationMs });
        return result;
      } catch (error) {
        deps.log.error('a task failed', { task: name, ...ids }, error);
        throw error;
      }
    });
  };
}

/**
 * The log fields of a payload. In logs `requestId` is the call's id; in payloads it is a
 * certificate's.
 */
function idsOf(payload: unknown): LogFields {
  // The schemas of all tasks restrict payloads to ids and outcomes.
  const { requestId, ...ids } = payload as Readonly<Record<string, string>>;
  return requestId === undefined ? ids : { certificateRequestId: requestId, ...ids };
}
