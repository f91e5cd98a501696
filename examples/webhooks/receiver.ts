// Receives webhooks: verifies each, answers at once, and works on it afterwards, once.
// Usage: WEBHOOK_SECRET=whsec_… [PORT=4456] node receiver.ts
import { createServer, type IncomingMessage } from 'node:http';
import { verifyWebhook, WebhookError } from '@resident-registry/client';

interface RegistryEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly id: string; readonly subject?: string };
}

const { WEBHOOK_SECRET: secret = '', PORT = '4456' } = process.env;

// What was received already: the same `webhook-id` is the same event. In production: where it outlives the process.
const received = new Set<string>();

createServer(async (request, response) => {
  try {
    // The bytes as they came: parsed and written again they would not fit the signature.
    const body = await bytesOf(request);
    const { headers } = request;
    const { id, payload } = await verifyWebhook<RegistryEvent>({ body, headers, secret });
    response.writeHead(204).end();
    if (received.has(id)) return;
    received.add(id);
    work(payload);
  } catch (error) {
    if (!(error instanceof WebhookError)) response.destroy();
    else response.writeHead(400).end();
    process.stderr.write(`refused: ${error instanceof Error ? error.message : error}\n`);
  }
}).listen(Number(PORT), 'localhost', () => process.stdout.write(`listening on ${PORT}\n`));

/** An event has ids only: a program reads the thing at its `subject` now. A test is about none. */
function work({ type, data }: RegistryEvent): void {
  process.stdout.write(`verified ${type} ${data.subject ?? data.id}\n`);
}

/** Throws beyond 256 KB: anybody can send something, and its signature can't be looked at before its end. */
async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > 262_144) throw new Error('a body of more than 256 KB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
