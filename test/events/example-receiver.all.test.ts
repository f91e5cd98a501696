import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const key = randomBytes(32);
let folder: string;
let port: number;
let receiver: ChildProcess;
let written = '';
const waiting = new Set<() => void>();

/** Returns an unused port. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => void server.listen(0, 'localhost', listening));
  const { port: found } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return found;
}

/** Resolves when the receiver has printed the text. Rejects if it exits first. */
function wrote(words: string): Promise<void> {
  return new Promise((done, failed) => {
    const look = () => {
      if (written.includes(words)) done();
      else if (receiver.exitCode !== null) failed(new Error(`the receiver ended: ${written}`));
    };
    waiting.add(look);
    look();
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receiver-'));
  // Links the client from its source, as if it were installed.
  const installed = join(folder, 'node_modules/@resident-registry/client');
  await mkdir(installed, { recursive: true });
  await symlink(resolve('packages/client/src'), join(installed, 'src'));
  const client = { name: '@resident-registry/client', type: 'module', exports: './src/index.ts' };
  await writeFile(join(installed, 'package.json'), JSON.stringify(client));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await copyFile('examples/webhooks/receiver.ts', join(folder, 'receiver.ts'));
  for (;;) {
    start(await freePort());
    try {
      return await wrote('listening');
    } catch (error) {
      // Another program can take a free port before the receiver listens on it.
      if (!written.includes('EADDRINUSE')) throw error;
    }
  }
});

function start(chosen: number): void {
  port = chosen;
  written = '';
  waiting.clear();
  const env = {
    ...process.env,
    WEBHOOK_SECRET: `whsec_${key.toString('base64')}`,
    PORT: String(port),
  };
  receiver = spawn(process.execPath, [join(folder, 'receiver.ts')], { env });
  for (const stream of [receiver.stdout, receiver.stderr]) {
    stream?.on('data', (chunk) => {
      written += chunk;
      for (const look of waiting) look();
    });
  }
  receiver.on('close', () => {
    for (const look of waiting) look();
  });
}
afterAll(async () => {
  receiver.kill();
  await rm(folder, { recursive: true });
});

async function send(id: string, body: string): Promise<number> {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
  return (await fetch(`http://localhost:${port}/`, { method: 'POST', headers, body })).status;
}

const event = (type: string) => JSON.stringify({ type, timestamp: '', data: { id: 'one' } });

describe('the example receiver', () => {
  it('accepts signed messages and refuses unsigned ones', async () => {
    expect(await send('msg_1', event('legal_entity.created'))).toBe(204);
    await wrote('verified legal_entity.created one');
    const { status } = await fetch(`http://localhost:${port}/`, { method: 'POST', body: '{}' });
    expect(status).toBe(400);
  });

  it('keeps running if a sender disconnects in the middle of a body', async () => {
    const socket = connect(port, 'localhost');
    const head = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nhalf';
    await new Promise<void>((sent) => void socket.write(head, () => sent()));
    socket.destroy();
    await wrote('refused: aborted');
    expect(await send('msg_2', event('legal_entity.dissolved'))).toBe(204);
  });

  it('refuses bodies of more than 256 KB', async () => {
    await expect(send('msg_3', 'x'.repeat(262_145))).rejects.toThrow();
    await wrote('refused: a body of more than 256 KB');
    expect(await send('msg_4', event('legal_entity.amended'))).toBe(204);
  });
});
