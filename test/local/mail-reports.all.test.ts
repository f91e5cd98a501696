import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localAws } from '../../local/engines/engine.ts';
import { startSes } from '../../local/engines/ses.ts';
import { type SqsHandler, startSqs } from '../../local/engines/sqs.ts';
import { connectMailReports, mailReportQueues } from '../../local/mail-reports.ts';
import { readSesReport } from '../../shared/mail/aws/ses-report.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { type Laptop, startLaptop } from '../support/laptop.ts';
import { ofType, synthesize } from '../support/synthesized.ts';

describe('SES on the laptop', () => {
  const reports: object[] = [];
  let client: SESv2Client;
  let engine: Awaited<ReturnType<typeof startSes>>;

  beforeAll(async () => {
    engine = await startSes({
      now: () => new Date('2026-03-01T12:00:00Z'),
      onReport: (report) => reports.push(report),
    });
    client = new SESv2Client({ ...localAws, endpoint: engine.endpoint, maxAttempts: 1 });
  });
  afterAll(() => engine.stop());

  const send = (to: string) =>
    client.send(
      new SendEmailCommand({
        FromEmailAddress: 'registry@example.com',
        ConfigurationSetName: 'registry-test',
        EmailTags: [{ Name: 'template', Value: 'claim_link' }],
        Destination: { ToAddresses: [to] },
        Content: { Simple: { Subject: { Data: 'x' }, Body: { Text: { Data: 'x' } } } },
      }),
    );

  it.each([
    ['bounce@simulator.amazonses.com', { kind: 'bounced', cause: 'General' }],
    ['Bounce+Ada@simulator.amazonses.com', { kind: 'bounced', cause: 'General' }],
    ['suppressionlist@simulator.amazonses.com', { kind: 'bounced', cause: 'Suppressed' }],
    ['complaint+2@simulator.amazonses.com', { kind: 'complained', cause: 'abuse' }],
  ])('reports for %s what the mailbox simulator reports', async (to, expected) => {
    await send(to);
    expect(reports.splice(0).map((each) => readSesReport(JSON.stringify(each)))).toEqual([
      {
        ...expected,
        recipients: [to],
        sentAt: '2026-03-01T12:00:00.000Z',
        at: '2026-03-01T12:00:00.000Z',
        template: 'claim_link',
      },
    ]);
  });

  it.each(['success@simulator.amazonses.com', 'ooto@simulator.amazonses.com', 'ada@example.com'])(
    'reports nothing for %s',
    async (to) => {
      await send(to);
      expect(reports).toEqual([]);
    },
  );
});

describe('the local queue of email reports', () => {
  const failing: SqsHandler = async ({ Records }) => ({
    batchItemFailures: Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
  });
  const noting =
    (heard: string[]): SqsHandler =>
    async ({ Records }) => {
      heard.push(...Records.map(({ body }) => body));
      return { batchItemFailures: [] };
    };
  const start = (dataDirectory?: string) =>
    startSqs({ queues: mailReportQueues, timeScale: 0.00001, dataDirectory });

  it('tries a report five times, without delaying others', async () => {
    const heard: string[] = [];
    const sqs = await start();
    const { take } = connectMailReports(sqs, {
      handler: async (event, context) => {
        const { Records } = event;
        heard.push(...Records.map(({ body }) => body));
        return failing({ Records: Records.filter(({ body }) => body.includes('bad')) }, context);
      },
    });
    take({ report: 'bad' });
    take({ report: 'good' });
    await sqs.idle();
    const bad = '{"report":"bad"}';
    expect(heard.toSorted()).toEqual([bad, bad, bad, bad, bad, '{"report":"good"}']);
    expect(sqs.bodies('mail-reports-dead')).toEqual([bad]);
    await sqs.stop();
  });

  it('keeps undelivered reports for the next start', async () => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'mail-reports-'));
    try {
      const first = await start(dataDirectory);
      const { take } = connectMailReports(first, { handler: failing });
      take({ report: 1 });
      await first.idle();
      await first.stop();
      const heard: string[] = [];
      for (let again = 1; again <= 2; again += 1) {
        const next = await start(dataDirectory);
        connectMailReports(next, { handler: noting(heard) });
        await next.idle();
        await next.stop();
      }
      expect(heard).toEqual(['{"report":1}']);
    } finally {
      rmSync(dataDirectory, { recursive: true });
    }
  });

  it('has the same settings as a deployment', () => {
    const { service } = synthesize(routes);
    const queues = Object.entries(ofType(service, 'AWS::SQS::Queue'))
      .filter(([id]) => id.startsWith('MailReports'))
      .map(([, { Properties }]) => Properties);
    const queue = queues.find(({ RedrivePolicy }) => RedrivePolicy !== undefined);
    expect({
      visibilityTimeout: queue?.VisibilityTimeout,
      maxReceptions: queue?.RedrivePolicy.maxReceiveCount,
    }).toEqual({
      visibilityTimeout: mailReportQueues['mail-reports']?.visibilityTimeout,
      maxReceptions: mailReportQueues['mail-reports']?.redrive?.maxReceptions,
    });
  });
});

describe('an email on the local service', () => {
  let directory: string;
  let laptop: Laptop;
  let baseUrl: string;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'mail-reports-'));
    // In its own process: functions keep using the engines of the first service that starts in their process.
    laptop = startLaptop(directory);
    ({ baseUrl } = await laptop.ready());
  });
  afterAll(async () => {
    await laptop.end();
    rmSync(directory, { recursive: true });
  });

  const authorization =
    'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00';
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    // The shape of every answer.
    return (await response.json()) as { readonly data: readonly Record<string, unknown>[] };
  };

  it("bounces at the simulator's address, and an operator can lift the block", async () => {
    const email = 'bounce+grace@simulator.amazonses.com';
    await call('POST', '/api/v1/visitor_pass_applications', {
      firstName: 'Grace',
      lastName: 'Hopper',
      email,
      signature: 'Grace Hopper',
      consentToBackgroundCheck: true,
      referralSource: 'Spring Conference',
    });
    await expect
      .poll(async () => (await call('GET', '/admin/v1/mail_addresses')).data)
      .toMatchObject([{ email, status: 'unrequested_bounced', bounceCause: 'General' }]);
    const lifted = await call('POST', '/admin/v1/mail_addresses/unsuppress', { email });
    expect(lifted.data).toMatchObject({ email, status: 'open' });
    expect((await call('GET', '/admin/v1/mail_addresses')).data).toEqual([]);
  });
});
