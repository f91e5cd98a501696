import { runSmoke } from '../admin/smoke/run-smoke.ts';

process.exitCode = await runSmoke({
  url: process.argv[2],
  env: process.env,
  write: (text) => process.stdout.write(text),
});
