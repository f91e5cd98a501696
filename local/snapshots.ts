import { lambdaContext } from './engines/lambda-context.ts';

/** As often as in AWS, in milliseconds. */
const interval = 3_600_000;

/** What EventBridge does: has a snapshot of the registry written, at once and every hour. */
export function startSnapshots(): { stop(): void } {
  let isStopped = false;
  const call = () => {
    writeSnapshotNow().catch((error: unknown) => {
      // The engines are gone: the next start writes one.
      if (isStopped) return;
      const name = error instanceof Error ? error.name : 'unknown error';
      process.stderr.write(`no snapshot of the registry could be written: ${name}\n`);
    });
  };
  const timer = setInterval(call, interval);
  timer.unref();
  call();
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** The same now. */
export async function writeSnapshotNow() {
  const { handler } = await import('../functions/registry/write-snapshot.ts');
  // Of a function's context it asks nothing but the time that is left.
  return handler(
    {},
    lambdaContext('registry-write-snapshot', 900) as Parameters<typeof handler>[1],
  );
}
