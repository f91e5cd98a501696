import { afterAll, beforeAll, expect, it } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { startHttpServer } from '../../local/engines/http-server.ts';
import { startSes } from '../../local/engines/ses.ts';
import { describeCause } from '../../shared/kernel/aws/log.ts';
import { openMailer } from '../../shared/mail/aws/mailer.ts';
import { sender } from '../../shared/mail/mail/message.ts';

let ses: Awaited<ReturnType<typeof startSes>>;

beforeAll(async () => {
  ses = await startSes({ now: () => new Date('2026-03-01T12:00:00Z') });
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_SESV2: ses.endpoint,
  });
});
afterAll(() => ses.stop());

const message = {
  to: 'ada@residents.example',
  subject: 'Hello',
  text: 'Hello ✓',
  html: '<p>Hello ✓</p>',
  reference: '17b2545c-4548-4ae0-8357-5e73812f6a99',
  kind: 'requested',
  template: 'sign_in_code',
} as const;
const sets = { requested: 'registry-test', unrequested: 'registry-test-unrequested' };

it('an email has a sender name, headers for programs, its kind’s configuration set and its template', async () => {
  const mailer = openMailer(sender('no-reply@registry.example', 'Registry “One”'), sets);
  expect(await mailer.send(message)).toBe('sent');
  expect(ses.list()).toEqual([
    {
      id: expect.any(String),
      from: '=?UTF-8?B?UmVnaXN0cnkg4oCcT25l4oCd?= <no-reply@registry.example>',
      to: ['ada@residents.example'],
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Entity-Ref-ID': '17b2545c-4548-4ae0-8357-5e73812f6a99',
      },
      configurationSet: 'registry-test',
      tags: { template: 'sign_in_code' },
      subject: 'Hello',
      text: 'Hello ✓',
      html: '<p>Hello ✓</p>',
      sentAt: '2026-03-01T12:00:00.000Z',
    },
  ]);
  await mailer.send({ ...message, kind: 'unrequested', template: 'claim_link' });
  expect(ses.list().at(-1)).toMatchObject({
    configurationSet: 'registry-test-unrequested',
    tags: { template: 'claim_link' },
  });
});

it.each([
  ['a part before the @ that is too long', `${'a'.repeat(65)}@residents.example`],
  ['a space', 'ada lovelace@residents.example'],
  ['no @', 'ada.residents.example'],
  ['letters beyond ASCII', 'ädä@residents.example'],
  ['a rejection by SES', 'ada@rejected.example'],
])('an email to an address that SES refuses is rejected, not retried: %s', async (_, to) => {
  const before = ses.list().length;
  const mailer = openMailer('no-reply@registry.example', sets);
  expect(await mailer.send({ ...message, to })).toBe('rejected');
  expect(ses.list()).toHaveLength(before);
});

it.each([
  [
    'the sender',
    { from: 'no-reply@unverified.example', to: 'ada@residents.example' },
    'SES has not verified the sender',
  ],
  [
    'the sender and a recipient, in its sandbox',
    { from: 'Registry <no-reply@unverified.example>', to: 'ada@unverified.example' },
    'SES has not verified the sender',
  ],
  [
    'a recipient, in its sandbox',
    { from: 'no-reply@registry.example', to: 'Ada@unverified.example' },
    'SES has not verified the recipient, which is required while the account is in the SES sandbox',
  ],
])('sending fails, and is retried, if SES has not verified %s', async (_, { from, to }, reason) => {
  const failure = await openMailer(from, sets)
    .send({ ...message, to })
    .catch((error: unknown) => error);
  expect(describeCause(failure)).toMatchObject({ cause: 'Error', reason });
});

it('a verification error without an address is reported as the sender’s', async () => {
  const words = 'Email address is not verified.';
  await withAnswer(400, 'MessageRejected', words, async () => {
    const sending = openMailer('no-reply@registry.example', sets).send(message);
    await expect(sending).rejects.toThrow('SES has not verified the sender');
  });
});

it('a failure is logged without the email address, whatever SES answers', async () => {
  const words = `User is not authorized to perform ses:SendEmail on identity/${message.to}`;
  await withAnswer(403, 'AccessDeniedException', words, async () => {
    const mailer = openMailer('no-reply@registry.example', sets);
    const failure = await mailer.send(message).catch((error: unknown) => error);
    expect(describeCause(failure)).toMatchObject({
      cause: 'Error',
      reason: 'SES answered AccessDeniedException',
    });
    expect(JSON.stringify(describeCause(failure))).not.toContain(message.to);
  });
});

/** SES answers every request like this while `act` runs. */
async function withAnswer(status: number, name: string, words: string, act: () => Promise<void>) {
  const server = await startHttpServer(async (request, response) => {
    request.resume();
    response
      .writeHead(status, { 'x-amzn-errortype': name })
      .end(JSON.stringify({ message: words }));
  });
  process.env['AWS_ENDPOINT_URL_SESV2'] = server.endpoint;
  try {
    await act();
  } finally {
    process.env['AWS_ENDPOINT_URL_SESV2'] = ses.endpoint;
    await server.stop();
  }
}

it.each([
  ['Resident Registry', '"Resident Registry" <a@b.example>'],
  [' Registry\r\nBcc: x@y.example ', '"Registry Bcc: x@y.example" <a@b.example>'],
  ['The "Registry" \\ Co., Ltd.', '"The \\"Registry\\" \\\\ Co., Ltd." <a@b.example>'],
  ['Próspera', '=?UTF-8?B?UHLDs3NwZXJh?= <a@b.example>'],
])('the sender name %o is encoded for a header', (name, header) => {
  expect(sender('a@b.example', name)).toBe(header);
});

it('a long sender name is split into header words between characters', () => {
  const name = 'Регистр резидентов и юридических лиц 🏛️'.repeat(3);
  const header = sender('a@b.example', name);
  const words = header.slice(0, -' <a@b.example>'.length).split(' ');
  expect(words.every((word) => word.length <= 75)).toBe(true);
  const decoded = words.map((word) => {
    const [, encoded = ''] = /^=\?UTF-8\?B\?([\w+/=]+)\?=$/.exec(word) ?? [];
    return Buffer.from(encoded, 'base64').toString();
  });
  expect(decoded.join('')).toBe(name);
  expect(decoded.join('')).not.toContain('\ufffd');
});

it('a sender that already has a name stays unchanged', () => {
  expect(sender('Registry <a@b.example>', 'Other')).toBe('Registry <a@b.example>');
});
