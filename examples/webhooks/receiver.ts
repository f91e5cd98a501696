// Receives webhooks: verifies each message, answers immediately, then handles each event once.
// Usage: WEBHOOK_SECRET=whsec_… [PORT=4456] node receiver.ts
import { createServer, type IncomingMessage } from 'node:http';
import { verifyWebhook, WebhookError } from '@resident-registry/client';

interface RegistryEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly id: string; readonly subject?: string };
}

const { WEBHOOK_SECRET: secret = '', PORT = '4456' } = process.env;

// Ids of received events: messages with the same `webhook-id` are the same event. In production, use a database.
const received = new Set<string>();

createServer(async (request, response) => {
  try {
    // Verify the bytes as received. If you parse the body and serialize it again, the signature no longer matches.
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

/** Events carry ids only: a real program now fetches the resource at `subject`. Test messages have no `subject`. */
function work({ type, data }: RegistryEvent): void {
  process.stdout.write(`verified ${type} ${data.subject ?? data.id}\n`);
}

/** Throws if the body is larger than 256 KB: anyone can send data, and the signature can be verified only at the end. */
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
