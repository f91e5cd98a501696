// The service as `npm start` runs it, on any free port unless its argument names one, without the
// demo registry. Prints its address, serves until its input ends, and exits with an error if
// anything failed. For running-service.ts.
import { startRuntime } from '../../local/runtime.ts';

const { localUrl, servedAt, stop } = await startRuntime(
  {
    port: 0,
    ...JSON.parse(process.argv[2] ?? '{}'),
    onFailure: (reason) => {
      process.stderr.write(`${reason}\n`);
      process.exitCode = 1;
    },
  },
  async () => {},
);
process.stdout.write(`${localUrl} ${servedAt}\n`);
process.stdin.resume().once('end', () => void stop());
