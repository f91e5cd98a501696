import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { localAws } from './engine.ts';

/** The context of one local invocation of a function, with its clock started now. */
export function lambdaContext(functionName: string, timeoutSeconds = 30): Context {
  // Not the clock's time, which can be moved.
  const deadline = performance.now() + timeoutSeconds * 1000;
  const unsupported = () => {
    throw new Error('Callback-style Lambda handlers are not supported.');
  };
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:${localAws.region}:${localAws.account}:function:${functionName}`,
    memoryLimitInMB: '512',
    awsRequestId: randomUUID(),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadline - performance.now()),
    done: unsupported,
    fail: unsupported,
    succeed: unsupported,
  };
}
