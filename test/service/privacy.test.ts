import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { composeKey } from '../../shared/access/auth/api-key.ts';
import type { LogLine } from '../support/log.ts';
import { openPrivacyWatch, type Traces } from '../support/privacy.ts';
import { startWorld } from '../support/world.ts';

// At its end, every test file that runs the service checks all log lines and audit entries of its world
// (test/support/world.ts). These tests show that personal data in the wrong place is found.

const nothing: Traces = { lines: [], entries: [], events: [], mails: [] };
const key = composeKey('sk-', new Uint8Array(32).fill(7));

interface Call {
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly answer?: Partial<APIGatewayProxyResult>;
}

/** The complaints of the check about a call and the traces that it left. */
async function complaints({ body, form, answer = {} }: Call, traces: Partial<Traces>) {
  const watch = openPrivacyWatch();
  const handler = watch.watched('applyForIt', async () => ({
    statusCode: 200,
    headers: {},
    body: '',
    ...answer,
  }));
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json; charset=utf-8';
  const text = form ? String(new URLSearchParams(form)) : JSON.stringify(body ?? {});
  const event = {
    headers: { 'Content-Type': type },
    body: Buffer.from(text).toString('base64'),
    isBase64Encoded: true,
  };
  // The check reads nothing else of the two.
  await handler(event as unknown as APIGatewayProxyEvent, {} as Context);
  return watch.complaints({ ...nothing, ...traces });
}

function line(fields: LogLine['fields'], cause?: unknown): Pick<Traces, 'lines'> {
  return { lines: [{ level: 'error', message: 'failed', fields, cause }] };
}

const json = { 'content-type': 'application/json' };
const grace = { personalDetails: { givenName: 'Grace Brewster', phoneNumber: '+504 5550 0100' } };

describe('the privacy check of a test world finds', () => {
  it.each<[string, Call, Partial<Traces>, string]>([
    [
      'a name in a log line',
      { body: grace },
      line({ a: 'of Grace Brewster' }),
      'givenName of a request',
    ],
    [
      'a name of a form in a log line',
      { form: { signerName: 'Grace Hopper' } },
      line({ a: 'Grace Hopper' }),
      'signerName of a request',
    ],
    ['an address in a failure', {}, line({}, new Error('for a.b@c.example')), 'an email address'],
    ['a key in a failure', {}, line({}, new Error(`of ${key}`)), 'an API key'],
    ['a JWT in a log line', {}, line({ a: `eyJ${'x'.repeat(20)}.eyJzdWIi.sig` }), 'a JWT'],
    ['a refresh token', {}, line({ a: `rt_${'x'.repeat(43)}` }), 'a refresh token'],
    [
      'a cookie in a log line',
      { answer: { multiValueHeaders: { 'set-cookie': [`session=${'c'.repeat(43)}; Path=/`] } } },
      line({ a: 'c'.repeat(43) }),
      'a cookie',
    ],
    [
      'a secret link in a log line',
      { answer: { body: `{"url":"https://a.example/sign/${'t'.repeat(43)}"}` } },
      line({ path: `/sign/${'t'.repeat(43)}` }),
      'a secret link',
    ],
  ])('%s', async (_, call, traces, what) => {
    expect(await complaints(call, traces)).toEqual([`log line “failed” has ${what}`]);
  });

  it('a phone number in an audit entry', async () => {
    const entries = [{ action: 'person.created', details: { changed: '+504 5550 0100' } }];
    expect(await complaints({ body: grace }, { entries })).toEqual([
      'audit entry person.created has phoneNumber of a request',
      'audit entry person.created has changed, which is no id, word, time or count',
    ]);
  });

  it('a name in an event of the outbox', async () => {
    const events = [{ dynamodb: { NewImage: { event: { S: 'for Grace Brewster' } } } }];
    expect(await complaints({ body: grace }, { events })).toEqual([
      'an event has givenName of a request',
    ]);
  });

  it('submitted personal data in an error answer', async () => {
    const body = JSON.stringify({ error: 'Unknown Grace Brewster' });
    const call = { body: grace, answer: { statusCode: 400, headers: json, body } };
    expect(await complaints(call, {})).toEqual([
      'an error of applyForIt has givenName of a request',
    ]);
    expect(await complaints({ ...call, answer: { ...call.answer, statusCode: 200 } }, {})).toEqual(
      [],
    );
  });

  it('an email address in a redirect, or in a link in an email', async () => {
    const headers = { location: '/portal?email=grace%40people.example' };
    const mail = { to: 'grace@people.example', subject: 'Hello', html: '' };
    expect(await complaints({ answer: { statusCode: 303, headers } }, {})).toEqual([
      'the Location of applyForIt has an email address',
    ]);
    expect(
      await complaints({}, { mails: [{ ...mail, text: 'https://a.example/?to=a@b.example' }] }),
    ).toEqual(['a link in the mail “Hello” has an email address']);
  });

  it('nothing in ids, codes and personal data that is where it belongs', async () => {
    const traces = line({ requestId: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11', kind: 'Resident' });
    const mails = [{ to: 'grace@people.example', subject: 'Hi', text: 'Grace Brewster', html: '' }];
    const body = { ...grace, surname: 'Resident' };
    const answer = { headers: json, body: JSON.stringify(grace) };
    expect(await complaints({ body, answer }, { ...traces, mails })).toEqual([]);
  });

  it('nothing in a random code that has the start of a key or of a refresh token in it', async () => {
    const request = `Zq-sk-${'a1B2'.repeat(15)}-rt_${'x'.repeat(43)}-Zq`;
    const headers = { location: `/portal/sign-in?next=%2Foauth%3Frequest%3D${request}` };
    expect(await complaints({ answer: { statusCode: 303, headers } }, {})).toEqual([]);
  });
});

it('a leak at the end of every test world, which then fails', async () => {
  const clean = await startWorld();
  await clean.call('POST', '/api/v1/verify_rpn', { body: { rpn: '80000000000012' } });
  expect(clean.log.lines).not.toEqual([]);
  await clean.stop();
  const leaky = await startWorld();
  await leaky.admin('POST', '/persons', {
    email: 'grace@people.example',
    surname: 'Hopper Murray',
  });
  leaky.log.info('request', { of: 'Hopper Murray' });
  await expect(leaky.stop()).rejects.toThrow(
    'not private: log line “request” has surname of a request',
  );
});
