import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { handler } from '../../functions/uploads/proof-of-address.ts';

// In a separate process: the memory that the function needs beyond that before its first call. The event is in a JSON
// file, because reading it is part of every call.
const [, , file = ''] = process.argv;
const start = process.memoryUsage().rss;
const event: APIGatewayProxyEvent = JSON.parse(readFileSync(file, 'utf8'));
// The middlewares read only the event.
const { statusCode, body } = await handler(event, {} as Context);
const peak = peakMemory();
process.stdout.write(JSON.stringify({ statusCode, body, above: peak - start }));

/**
 * Most memory that this program has held, in bytes. Linux counts into `maxRSS` what the process that started
 * this one held when it forked, so the peak is read where it begins with the program.
 */
function peakMemory(): number {
  const [, kilobytes] =
    /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  if (kilobytes === undefined) throw new Error('the kernel names no peak');
  return Number(kilobytes) * 1024;
}
