// Sends the new events of a registry to a program on this machine, signed like webhooks.
// Usage: api=https://… key=sk-… WEBHOOK_SECRET=whsec_… node forward.ts http://localhost:4456/registry
import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openRegistry } from '@resident-registry/client';

const { api = '', key = '', WEBHOOK_SECRET: secret = '' } = process.env;
const [to = ''] = process.argv.slice(2);
if (!URL.canParse(to) || !/^whsec_.+/.test(secret)) {
  process.stderr.write(
    'Pass the address of your receiver, and set WEBHOOK_SECRET to whsec_ followed by base64.\n',
  );
  process.exit(2);
}
const secretBytes = Buffer.from(secret.replace('whsec_', ''), 'base64');
const registry = openRegistry({ baseUrl: api, credential: key });

// Skip events that already exist.
let lastEventId: string | undefined;
for (;;) {
  const { pagination } = await registry.call('listEvents', { query: { lastEventId, limit: 100 } });
  lastEventId = pagination.lastEventId ?? undefined;
  if (!pagination.hasMore) break;
}
process.stdout.write(`forwarding to ${to}\n`);

for (;;) {
  for await (const event of registry.events('listEvents', { query: { lastEventId, limit: 100 } })) {
    const { id, type, time, subject, data } = event;
    const body = JSON.stringify({ type, timestamp: time, data: { ...data, subject } });
    process.stdout.write(`${await send(id, body)} ${type} ${subject}\n`);
    lastEventId = id;
  }
  await pause(1000);
}

/** Returns the status of the receiver's answer. Unlike a webhook, it does not try again after a failure. */
async function send(id: string, body: string): Promise<number | string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secretBytes).update(`${id}.${timestamp}.${body}`);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature.digest('base64')}`,
  };
  try {
    const { status } = await fetch(to, { method: 'POST', headers, body });
    return status;
  } catch {
    return 'no answer:';
  }
}
