import { runSmoke } from '../admin/smoke/run-smoke.ts';
import { openStreamReaders } from '../shared/service/aws/deployments.ts';

process.exitCode = await runSmoke({
  args: process.argv.slice(2),
  env: process.env,
  readers: openStreamReaders,
  write: (text) => process.stdout.write(text),
});
