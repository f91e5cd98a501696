import type { SQSBatchResponse } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { functionHandler } from '../support/function-handler.ts';
import { aResident } from '../support/registry.ts';
import { visitor } from '../support/visitor.ts';
import { startWorld, type World } from '../support/world.ts';

type Noting = (event: {
  readonly Records: readonly { readonly messageId: string; readonly body: string }[];
}) => Promise<SQSBatchResponse>;

let world: World;
let noting: Noting;

beforeAll(async () => {
  world = await startWorld();
  noting = await functionHandler<Noting>('functions/mail/note-reports.ts', world.deps);
});
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.now += 86_400_000;
});

const instant = (offset = 0) => new Date(world.clock.now + offset).toISOString();

/** Reports as SES publishes them, with the fields that are read. */
const sent = (to: string, template = 'sign_in_code', timestamp = instant()) => ({
  timestamp,
  messageId: '0100017b2545c',
  source: 'no-reply@registry.example',
  destination: [to],
  tags: { 'ses:configuration-set': ['registry-test'], template: [template] },
});
const bounce = (
  to: string,
  { type = 'Permanent', cause = 'NoEmail', at = instant(), template = 'sign_in_code' } = {},
) => ({
  eventType: 'Bounce',
  mail: sent(to, template, at),
  bounce: {
    bounceType: type,
    bounceSubType: cause,
    // An email that was forwarded comes back from another address.
    bouncedRecipients: [{ emailAddress: 'elsewhere@forwarded.example' }],
    timestamp: at,
    feedbackId: '0100017b2545c-feedback',
  },
});
const complaint = (to: string, { type = 'abuse', subType = null as string | null } = {}) => ({
  eventType: 'Complaint',
  mail: sent(to, 'visitor_pass_received'),
  complaint: {
    complainedRecipients: [{ emailAddress: to }],
    timestamp: instant(),
    complaintSubType: subType,
    complaintFeedbackType: type,
  },
});

/** Ids of the messages that must be delivered again. */
async function report(...bodies: readonly (object | string)[]): Promise<readonly string[]> {
  const Records = bodies.map((body, index) => ({
    messageId: `message-${index + 1}`,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }));
  const { batchItemFailures } = await noting({ Records });
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

async function askForCode(email: string) {
  const browser = visitor(world.baseUrl);
  await browser.open('/portal/sign-in');
  const { status, text } = await browser.send('/portal/sign-in', { email });
  await world.settle();
  return { status, text: text.replaceAll(/value="[^"]{20,}"/g, 'value="…"') };
}

async function applyForPass(email: string) {
  const answer = await world.call('POST', '/api/v1/visitor_pass_applications', {
    body: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email,
      signature: 'Ada Lovelace',
      consentToBackgroundCheck: true,
      referralSource: `Conference ${world.clock.now}`,
      dateOfBirth: '1990-12-10',
    },
  });
  expect(answer.status).toBeLessThan(300);
  await world.settle();
}

const mailsTo = (email: string) => world.mails.filter(({ to }) => to === email).length;
const unsuppress = (body: object) => world.admin('POST', '/mail_addresses/unsuppress', body);

async function suppressed(email: string): Promise<unknown> {
  const { body } = await world.admin('GET', '/mail_addresses?limit=100');
  // The form of every list.
  const { data } = body as { data: readonly { readonly email: string }[] };
  return data.find((each) => each.email === email);
}

async function trail(id: unknown): Promise<unknown> {
  const { body } = await world.admin('GET', `/audit?subjectId=${id}`);
  const { data } = body as { data: readonly { action: string; details: unknown }[] };
  return data.map(({ action, details }) => [action, details]);
}

describe('an address whose email bounced', () => {
  it('gets no emails, including sign-in codes, until an operator unsuppresses it', async () => {
    const { email } = await aResident(world);
    await askForCode(email);
    const before = mailsTo(email);
    expect(await report(bounce(email))).toEqual([]);
    world.clock.now += 3_600_000;
    await askForCode(email);
    await applyForPass(email);
    expect(mailsTo(email)).toBe(before);
    const held = world.log.lines.filter(({ message }) => message === 'an email was not sent');
    expect(held.map(({ fields }) => [fields['template'], fields['status']])).toEqual([
      ['sign_in_code', 'bounced'],
      ['visitor_pass_received', 'bounced'],
    ]);

    const entry = await suppressed(email);
    const id = Object(entry).id;
    expect(entry).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      status: 'bounced',
      bouncedAt: instant(-3_600_000),
      bounceCause: 'NoEmail',
      complainedAt: null,
      complaintCause: null,
      suppressedAt: instant(-3_600_000),
    });
    world.clock.now += 60_000;
    // In any case, because other code also treats it as one mailbox.
    const lifted = await unsuppress({ email: email.toUpperCase() });
    expect([lifted.status, Object(lifted.body).data]).toEqual([
      200,
      { ...Object(entry), status: 'open', bouncedAt: null, bounceCause: null, suppressedAt: null },
    ]);
    expect(await suppressed(email)).toBeUndefined();
    await askForCode(email);
    expect(mailsTo(email)).toBe(before + 1);
    expect(await trail(id)).toEqual([
      ['mail_address.unsuppressed', { bounce: true, complaint: false }],
      ['mail_address.bounced', { cause: 'NoEmail', template: 'sign_in_code' }],
    ]);
  });

  it('gets the same sign-in page as any other address, even one without an account', async () => {
    const { email } = await aResident(world);
    const known = await askForCode(email);
    await report(bounce(email));
    const dead = await askForCode(email);
    const nobody = await askForCode('nobody@strangers.example');
    const without = ({ text }: { readonly text: string }, address: string) =>
      text.replaceAll(address, '…');
    expect([dead.status, nobody.status]).toEqual([known.status, known.status]);
    expect(without(dead, email)).toBe(without(known, email));
    expect(without(nobody, 'nobody@strangers.example')).toBe(without(known, email));
  });

  it('is suppressed by one report, even if repeated or late', async () => {
    const email = `often-${world.clock.now}@residents.example`;
    const one = bounce(email);
    expect(await report(one, one)).toEqual([]);
    await Promise.all([report(one), report(bounce(email)), report(one)]);
    const { id } = Object(await suppressed(email));
    expect(await trail(id)).toHaveLength(1);
    world.clock.now += 60_000;
    expect((await unsuppress({ email })).status).toBe(200);
    expect(await report(one, bounce(email, { at: instant(-1) }))).toEqual([]);
    expect(await suppressed(email)).toBeUndefined();
    // Sent after it was unsuppressed, so it is suppressed again.
    expect(await report(bounce(email, { at: instant(1) }))).toEqual([]);
    expect(await suppressed(email)).toMatchObject({ id, status: 'bounced' });
  });

  it('has one status if reports arrive in parallel', async () => {
    const email = `race-${world.clock.now}@residents.example`;
    const reports = [bounce(email), complaint(email), bounce(email), complaint(email)];
    expect(await Promise.all(reports.map((each) => report(each)))).toEqual([[], [], [], []]);
    const entry = await suppressed(email);
    expect(entry).toMatchObject({ status: 'bounced_and_complained' });
    expect(await trail(Object(entry).id)).toHaveLength(2);
  });

  it.each([
    [
      'bounces temporarily',
      (to: string) => bounce(to, { type: 'Transient', cause: 'MailboxFull' }),
    ],
    ['bounces for an unknown reason', (to: string) => bounce(to, { type: 'Undetermined' })],
    [
      'is withheld by an SES suppression list',
      (to: string) => bounce(to, { cause: 'OnAccountSuppressionList' }),
    ],
    [
      'is withheld by that list for a complaint',
      (to: string) => complaint(to, { subType: 'OnAccountSuppressionList' }),
    ],
    ['is reported as not spam', (to: string) => complaint(to, { type: 'not-spam' })],
    ['is rejected for its content', (to: string) => ({ eventType: 'Reject', mail: sent(to) })],
    ['was delivered', (to: string) => ({ eventType: 'Delivery', mail: sent(to) })],
  ])('is not suppressed if an email %s', async (_, of) => {
    const email = `open-${world.clock.now}@residents.example`;
    expect(await report(of(email))).toEqual([]);
    expect(await suppressed(email)).toBeUndefined();
  });
});

describe('an address whose unrequested email bounced', () => {
  const unrequested = { template: 'visitor_pass_received', cause: 'General' };

  it('gets sign-in codes, but no more unrequested emails', async () => {
    const { email } = await aResident(world);
    await applyForPass(email);
    const before = mailsTo(email);
    expect(await report(bounce(email, unrequested))).toEqual([]);
    expect(await suppressed(email)).toMatchObject({
      status: 'unrequested_bounced',
      bounceCause: 'General',
    });
    world.clock.now += 86_400_000;
    await applyForPass(email);
    expect(mailsTo(email)).toBe(before);
    await askForCode(email);
    expect(mailsTo(email)).toBe(before + 1);
  });

  it('gets no emails once a sign-in code bounced as well, in any order of reports', async () => {
    for (const order of ['asked last', 'asked first', 'at once']) {
      world.clock.now += 60_000;
      const { email } = await aResident(world);
      const reports = [bounce(email, unrequested), bounce(email, { at: instant(-1) })];
      if (order === 'asked first') reports.reverse();
      if (order === 'at once') {
        expect(await Promise.all(reports.map((each) => report(each)))).toEqual([[], []]);
      } else expect(await report(...reports)).toEqual([]);
      expect(await suppressed(email), order).toMatchObject({
        status: 'bounced',
        bouncedAt: instant(-1),
        bounceCause: 'NoEmail',
      });
    }
  });

  it('can be unsuppressed by an operator', async () => {
    const email = `unrequested-${world.clock.now}@residents.example`;
    await report(bounce(email, unrequested));
    world.clock.now += 60_000;
    expect((await unsuppress({ email })).body).toMatchObject({ data: { status: 'open' } });
    expect(await report(bounce(email, { ...unrequested, at: instant(-1) }))).toEqual([]);
    expect(await suppressed(email)).toBeUndefined();
  });
});

describe('a withheld email', () => {
  it('is measured if it was requested, and not otherwise', async () => {
    const { email } = await aResident(world);
    await world.settle();
    await report(bounce(email));
    world.log.measures.length = 0;
    await applyForPass(email);
    expect(withheld()).toEqual([]);
    await askForCode(email);
    expect(withheld()).toEqual([1]);
  });
});

const withheld = () =>
  world.log.measures.flatMap((line) =>
    Reflect.get(line, 'Outcome') === 'withheld_requested' ? [Reflect.get(line, 'Mails')] : [],
  );

describe('an address whose user complained', () => {
  it('gets sign-in codes, but no more unrequested emails', async () => {
    const { email } = await aResident(world);
    const former = mailsTo(email);
    await applyForPass(email);
    const before = mailsTo(email);
    expect(before).toBeGreaterThan(former);
    expect(await report(complaint(email))).toEqual([]);
    world.clock.now += 86_400_000;
    await applyForPass(email);
    expect(mailsTo(email)).toBe(before);
    await askForCode(email);
    expect(mailsTo(email)).toBe(before + 1);
    expect(await suppressed(email)).toMatchObject({
      status: 'complained',
      complaintCause: 'abuse',
      bouncedAt: null,
    });
  });

  it('is unsuppressed only if the operator includes the complaint', async () => {
    const email = `complained-${world.clock.now}@residents.example`;
    await report(complaint(email), bounce(email));
    const first = await unsuppress({ email });
    expect(first.body).toMatchObject({ data: { status: 'complained', bouncedAt: null } });
    const second = await unsuppress({ email });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      error:
        'The recipient reported an email as spam, so the address is blocked. To remove the block, send complaint: true.',
      code: 'mail_address.complaint_active',
    });
    const third = await unsuppress({ email, complaint: true });
    expect(third.body).toMatchObject({ data: { status: 'open', suppressedAt: null } });
    expect((await unsuppress({ email, complaint: true })).status).toBe(404);
  });
});

describe('operators who look into suppression', () => {
  it('get 404 for an unknown address, and 400 for an invalid one', async () => {
    const unknown = await unsuppress({ email: 'nobody@strangers.example' });
    expect(unknown.status).toBe(404);
    expect(unknown.body).toMatchObject({ error: 'Not found' });
    expect((await unsuppress({ email: 'nobody' })).status).toBe(400);
    expect((await unsuppress({})).status).toBe(400);
  });

  it('find a log line per report, with its kind and template and without the address', async () => {
    const email = `lines-${world.clock.now}@residents.example`;
    const before = world.log.lines.length;
    await report(bounce(email), complaint(email), { eventType: 'Reject', mail: sent(email) });
    const lines = world.log.lines.slice(before);
    expect(lines).toMatchObject([
      {
        message: 'mail to an address bounced permanently',
        fields: { template: 'sign_in_code', kind: 'requested', cause: 'NoEmail' },
      },
      {
        message: 'an email was reported as spam',
        fields: { template: 'visitor_pass_received', kind: 'unrequested', cause: 'abuse' },
      },
      { message: 'an email was rejected', fields: { template: 'sign_in_code', cause: 'Reject' } },
    ]);
    expect(JSON.stringify(lines)).not.toContain('residents.example');
  });
});

describe('the queue of SES reports', () => {
  it('ignores the message with which SES tests the topic, and unknown events', async () => {
    expect(
      await report('Successfully validated SNS topic for Amazon SES event publishing.', {
        eventType: 'Subscription',
      }),
    ).toEqual([]);
  });

  it('retries a report after the table failed, and records it once', async () => {
    const email = `fault-${world.clock.now}@residents.example`;
    const one = bounce(email);
    world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'internal', times: 3 });
    expect(await report(one, { eventType: 'Delivery' })).toEqual(['message-1']);
    expect(await suppressed(email)).toBeUndefined();
    // The write succeeds and its answer is lost; the second attempt has the same token.
    world.proxy.failNext({ operation: 'TransactWriteItems', kind: 'drop-response' });
    expect(await report(one)).toEqual([]);
    expect(await report(one)).toEqual([]);
    expect(await trail(Object(await suppressed(email)).id)).toHaveLength(1);
  });

  it('retries only failed messages', async () => {
    const email = `batch-${world.clock.now}@residents.example`;
    expect(await report('{"eventType":', { eventType: 'Bounce' }, bounce(email))).toEqual([
      'message-1',
      'message-2',
    ]);
    expect(await suppressed(email)).toMatchObject({ status: 'bounced' });
  });
});
