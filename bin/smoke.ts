import { LambdaClient } from '@aws-sdk/client-lambda';
import { runSmoke } from '../admin/smoke/run-smoke.ts';
import { openStreamReaders } from '../shared/service/aws/deployments.ts';

process.exitCode = await runSmoke({
  args: process.argv.slice(2),
  env: process.env,
  // The SDK's client finds the operator's profile.
  readers: (stage) => openStreamReaders(stage, new LambdaClient().config),
  write: (text) => process.stdout.write(text),
});
