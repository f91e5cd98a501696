import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { handler } from '../../functions/uploads/proof-of-address.ts';

// In a separate process, to measure the function's memory beyond that before its first call. The
// event is in a JSON file, because every call reads one.
const [, , file = ''] = process.argv;
const start = process.memoryUsage().rss;
const event: APIGatewayProxyEvent = JSON.parse(readFileSync(file, 'utf8'));
// The middlewares read only the event.
const { statusCode, body } = await handler(event, {} as Context);
const peak = peakMemory();
process.stdout.write(JSON.stringify({ statusCode, body, above: peak - start }));

/**
 * The maximum memory of this program in bytes. On Linux `maxRSS` also includes the parent process
 * at the fork, so the peak is read from the start of the program.
 */
function peakMemory(): number {
  const [, kilobytes] =
    /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  if (kilobytes === undefined) throw new Error('the kernel names no peak');
  return Number(kilobytes) * 1024;
}
