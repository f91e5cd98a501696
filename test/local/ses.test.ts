import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListContactsCommand, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import type { MailboxLimits } from '../../local/engines/mailbox.ts';
import { startSes } from '../../local/engines/ses.ts';

let dataDirectory: string;
let engine: Awaited<ReturnType<typeof startSes>>;
let client: SESv2Client;

const start = async (limits?: MailboxLimits) => {
  const now = () => new Date('2026-03-01T12:00:00Z');
  engine = await startSes({ dataDirectory, now, ...(limits && { limits }) });
  client = new SESv2Client({ ...localAws, endpoint: engine.endpoint, maxAttempts: 1 });
};
const send = (to: string, subject: string, html?: string) =>
  client.send(
    new SendEmailCommand({
      FromEmailAddress: 'registry@example.com',
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: subject },
          Body: { Text: { Data: 'Hello ✓' }, ...(html && { Html: { Data: html } }) },
        },
      },
    }),
  );

beforeEach(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'ses-test-'));
  await start();
});

afterEach(async () => {
  await engine.stop();
  rmSync(dataDirectory, { recursive: true });
});

test('emails are stored completely, oldest first, and found by recipient in any form', async () => {
  const first = await send('Ada <ada@example.com>', 'One', '<p>Hello ✓</p>');
  const second = await send('grace@example.com', 'Two');
  const kept = { from: 'registry@example.com', headers: {}, configurationSet: null, tags: {} };
  const ada = {
    id: first.MessageId,
    ...kept,
    to: ['Ada <ada@example.com>'],
    subject: 'One',
    text: 'Hello ✓',
    html: '<p>Hello ✓</p>',
    sentAt: '2026-03-01T12:00:00.000Z',
  };
  const grace = {
    id: second.MessageId,
    ...kept,
    to: ['grace@example.com'],
    subject: 'Two',
    text: 'Hello ✓',
    html: null,
    sentAt: '2026-03-01T12:00:00.000Z',
  };
  expect(engine.list()).toEqual([ada, grace]);
  expect(engine.list('ADA@example.com')).toEqual([ada]);
});

test('a recipient under @rejected.example is refused and nothing is stored', async () => {
  await expect(send('someone@rejected.example', 'No')).rejects.toMatchObject({
    name: 'MessageRejected',
    $metadata: { httpStatusCode: 400 },
  });
  expect(engine.list()).toEqual([]);
});

test('an email without a recipient and an unknown operation get clear errors', async () => {
  await expect(
    client.send(
      new SendEmailCommand({
        FromEmailAddress: 'registry@example.com',
        Destination: {},
        Content: { Simple: { Subject: { Data: 'x' }, Body: { Text: { Data: 'x' } } } },
      }),
    ),
  ).rejects.toMatchObject({ name: 'BadRequestException' });
  await expect(
    client.send(new ListContactsCommand({ ContactListName: 'x' })),
  ).rejects.toMatchObject({ name: 'NotFoundException' });
});

test('emails survive a restart, and a line that was cut off by a crash is dropped', async () => {
  await send('ada@example.com', 'Before');
  await engine.stop();
  appendFileSync(join(dataDirectory, 'mail.jsonl'), '{"id":"cut o');
  await start();
  await send('ada@example.com', 'After');
  await engine.stop();
  await start();
  expect(engine.list().map(({ subject }) => subject)).toEqual(['Before', 'After']);
});

test('only the newest emails are kept, in memory and on disk', async () => {
  const subjects = () => engine.list().map(({ subject }) => subject);
  const lines = () =>
    readFileSync(join(dataDirectory, 'mail.jsonl'), 'utf8').split('\n').length - 1;
  await engine.stop();
  const limits = { mails: 3, characters: 2_000 };
  await start(limits);
  for (let index = 1; index <= 8; index += 1) {
    await send('ada@example.com', `Mail ${index}`);
    expect(lines()).toBeLessThanOrEqual(2 * limits.mails);
  }
  expect(subjects()).toEqual(['Mail 6', 'Mail 7', 'Mail 8']);
  await engine.stop();
  await start(limits);
  expect(subjects()).toEqual(['Mail 6', 'Mail 7', 'Mail 8']);

  await send('ada@example.com', 'Long', 'x'.repeat(1_500));
  expect(subjects()).toEqual(['Mail 8', 'Long']);
  await send('ada@example.com', 'Too long for all', 'x'.repeat(3_000));
  expect(subjects()).toEqual(['Too long for all']);
});
