// Loaded before the service (`node --import`). Counts its calls to the table and the items that
// they examine. Reports these to the parent process on request, with memory and milliseconds of
// CPU. For soak.ts and events.ts.
import { IncomingMessage } from 'node:http';

let calls = 0;
let items = 0;

// Below every client, both the functions' own and the SDK's: counts data from the network.
const answers = new WeakMap();
const { push } = IncomingMessage.prototype;
IncomingMessage.prototype.push = function (chunk, ...of) {
  if (isOfTable(this)) {
    const chunks = answers.get(this) ?? [];
    if (chunk === null) count(Buffer.concat(chunks).toString());
    else answers.set(this, [...chunks, Buffer.from(chunk)]);
  }
  return push.call(this, chunk, ...of);
};

function isOfTable({ req }) {
  const target = req?.getHeader?.('x-amz-target');
  return typeof target === 'string' && target.startsWith('DynamoDB_');
}

function count(text) {
  calls += 1;
  const output = JSON.parse(text || '{}');
  items += output.ScannedCount ?? (output.Item === undefined ? 0 : 1);
  // A batch is grouped by table; a transaction has one for each key.
  for (const found of Object.values(output.Responses ?? {})) {
    if (Array.isArray(found)) items += found.length;
    else if (found.Item !== undefined) items += 1;
  }
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const megabytes = Math.round(process.memoryUsage().rss / 1e6);
  process.send?.({ calls, items, megabytes, cpu: (user + system) / 1000 });
});
// The channel must not keep a stopped service alive.
process.channel?.unref();
