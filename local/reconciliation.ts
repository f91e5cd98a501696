import { lambdaContext } from './engines/lambda-context.ts';

/** What EventBridge does: calls the function that compares keys with API Gateway, at once and every five minutes. */
export function startReconciliation(): { stop(): void } {
  let isStopped = false;
  const call = () => {
    compare().catch((error: unknown) => {
      // The engines are gone: what is not done is done by the next start.
      if (isStopped) return;
      const name = error instanceof Error ? error.name : 'unknown error';
      process.stderr.write(`gateway keys could not be compared: ${name}\n`);
    });
  };
  const timer = setInterval(call, 300_000);
  timer.unref();
  call();
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

async function compare(): Promise<void> {
  const { handler } = await import('../functions/gateway/reconcile.ts');
  await handler({}, lambdaContext('gateway-reconcile', 900));
}
