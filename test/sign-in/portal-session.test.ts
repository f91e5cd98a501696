import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../shared/service/routes/route-table.ts';
import { resolveSession } from '../../shared/sign-in/auth/session.ts';
import { functionHandler } from '../support/function-handler.ts';
import {
  anAskingVisitor,
  mailedCode,
  outcomeOf,
  shownText,
  signedIn,
  type Visitor,
} from '../support/portal.ts';
import { anEntity, aResident, type Person } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

let ada: Person;

const world = await useWorld();
beforeEach(async () => {
  world.clock.now += 3_600_000 - (world.clock.now % 3_600_000);
  ada = await aResident(world);
});

const minutes = (count: number) => {
  world.clock.now += count * 60_000;
};
const toSignIn = (next: string) => ({
  status: 303,
  location: `/portal/sign-in?${new URLSearchParams({ next })}`,
});
const cookiesOf = (browser: Visitor) =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const sessionOf = (browser: Visitor) =>
  resolveSession(browser.cookies.get('registry_session'), world.deps);

async function actionsOf(person: Person) {
  const { body } = await world.admin('GET', `/audit?subjectId=${person.id}`);
  // Operators get the entries in `data`.
  return (body as { data: { action: string }[] }).data.map(({ action }) => action);
}

const signedInPages = [
  '/portal',
  '/portal/developer',
  '/portal/developer?after=x%20y',
  '/portal/developer/keys/new',
  '/portal/developer/keys/00000000-0000-4000-8000-000000000000/revoke',
  '/portal/developer/keys/00000000-0000-4000-8000-000000000000/rotate',
  '/portal/developer/manifestation',
  '/portal/developer/manifestation/revoke',
];

describe('without a session,', () => {
  it.each(signedInPages)('%s leads to the sign-in and back afterwards', async (path) => {
    const { location } = outcomeOf(await visitor(world.baseUrl).open(path));
    const next = new URL(String(location), world.baseUrl).searchParams.get('next');
    expect(new URL(String(next), world.baseUrl).href).toBe(
      new URL(path.replace('%20', '+'), world.baseUrl).href,
    );
  });

  it.each([
    ['/portal/developer/keys/new', '/portal/developer/keys/new'],
    ['/portal/sign-out', '/portal'],
  ])('a form that is sent to %s leads to the sign-in', async (path, next) => {
    const browser = visitor(world.baseUrl);
    await browser.open('/portal/sign-in');
    expect(outcomeOf(await browser.send(path, {}))).toEqual(toSignIn(next));
  });

  it.each([
    ['made up', `${'A'.repeat(43)}.00000000-0000-4000-8000-000000000000`],
    ['malformed', 'hello'],
    ['empty', ''],
    ['hostile', `${'A'.repeat(43)}.PERSON#x`],
  ])('a %s cookie is invalid', async (_, cookie) => {
    const browser = visitor(world.baseUrl);
    browser.cookies.set('registry_session', cookie);
    expect(outcomeOf(await browser.open('/portal'))).toEqual(toSignIn('/portal'));
  });

  it('a cookie with another person’s id is invalid', async () => {
    const browser = await signedIn(world, ada.email);
    const bob = await aResident(world);
    const [token] = String(browser.cookies.get('registry_session')).split('.');
    browser.cookies.set('registry_session', `${token}.${bob.id}`);
    expect(outcomeOf(await browser.open('/portal')).status).toBe(303);
  });
});

describe('a session', () => {
  it('is read together with the person, in one round trip', async () => {
    const browser = await signedIn(world, ada.email);
    world.proxy.calls.reset();
    await browser.open('/portal/developer/keys/new');
    expect(world.proxy.calls.roundTrips()).toBe(2);
    expect(world.proxy.calls.count('BatchGetItem')).toBe(1);
    expect(world.proxy.calls.list().every(({ consistentRead }) => consistentRead)).toBe(true);
  });

  it('records its use at most every five minutes, with one write', async () => {
    const browser = await signedIn(world, ada.email);
    const writes: number[] = [];
    for (const pause of [4, 1, 0, 4, 1]) {
      minutes(pause);
      world.proxy.calls.reset();
      await browser.open('/portal/developer/keys/new');
      writes.push(world.proxy.calls.count('UpdateItem'));
    }
    expect(writes).toEqual([0, 1, 0, 0, 1]);
  });

  it('ends after two idle hours, or twelve hours in use', async () => {
    const idle = await signedIn(world, ada.email);
    minutes(119);
    expect((await idle.open('/portal')).status).toBe(200);
    minutes(120);
    expect((await idle.open('/portal')).status).toBe(303);
    const busy = await signedIn(world, ada.email);
    for (let hour = 0; hour < 11; hour += 1) {
      minutes(60);
      expect((await busy.open('/portal')).status).toBe(200);
    }
    minutes(59);
    expect((await busy.open('/portal')).status).toBe(200);
    minutes(1);
    expect((await busy.open('/portal')).status).toBe(303);
  });

  it('ends immediately when the account is deactivated, even if it is reactivated', async () => {
    const browser = await signedIn(world, ada.email);
    await world.admin('POST', `/persons/${ada.id}/deactivate`);
    expect((await browser.open('/portal')).status).toBe(303);
    await world.admin('POST', `/persons/${ada.id}/reactivate`);
    expect((await browser.open('/portal')).status).toBe(303);
    expect(await sessionOf(browser)).toBeNull();
  });

  it('ends when its owner signs out, also for copies of the cookie', async () => {
    const browser = await signedIn(world, ada.email);
    const copy = visitor(world.baseUrl);
    copy.cookies.set('registry_session', String(browser.cookies.get('registry_session')));
    minutes(1);
    const answer = await browser.send('/portal/sign-out', {});
    expect({ ...outcomeOf(answer), cookies: answer.headers.getSetCookie() }).toEqual({
      status: 303,
      location: '/portal/sign-in',
      cookies: ['registry_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
    });
    expect((await copy.open('/portal')).status).toBe(303);
    expect((await actionsOf(ada))[0]).toBe('person.signed_out');
  });

  it('is ended once if its owner signs out five times at the same time', async () => {
    const browser = await signedIn(world, ada.email);
    await Promise.all(Array.from({ length: 5 }, () => browser.send('/portal/sign-out', {})));
    const ended = (await actionsOf(ada)).filter((action) => action === 'person.signed_out');
    expect(ended).toHaveLength(1);
  });

  it('is not restored by a page that loads while its owner signs out', async () => {
    const browser = await signedIn(world, ada.email);
    const cookie = cookiesOf(browser);
    minutes(6);
    world.proxy.beforeNext(
      (body, operation) => operation === 'UpdateItem' && JSON.stringify(body).includes('SESSION#'),
      () => browser.send('/portal/sign-out', {}, { cookie }),
    );
    // Signing out records its own use first: the hook matches only the open page's write.
    await browser.open('/portal');
    expect(world.proxy.pending()).toBe(0);
    browser.cookies.set('registry_session', cookie.split('registry_session=')[1] ?? '');
    expect(await sessionOf(browser)).toBeNull();
  });

  it('is new after each sign-in, and the browser’s previous one ends', async () => {
    const browser = await signedIn(world, ada.email);
    const former = visitor(world.baseUrl);
    former.cookies.set('registry_session', String(browser.cookies.get('registry_session')));
    await browser.open('/portal/sign-in');
    await browser.send('/portal/sign-in', { email: ada.email });
    await browser.open('/portal/sign-in/code');
    const code = await mailedCode(world, ada.email);
    await browser.send('/portal/sign-in/code', { code });
    expect(browser.cookies.get('registry_session')).not.toBe(
      former.cookies.get('registry_session'),
    );
    expect((await browser.open('/portal')).status).toBe(200);
    expect((await former.open('/portal')).status).toBe(303);
  });

  it('is never one that an attacker planted in the browser', async () => {
    const planted = `${'P'.repeat(43)}.${ada.id}`;
    const browser = await anAskingVisitor(world, ada.email);
    browser.cookies.set('registry_session', planted);
    const code = await mailedCode(world, ada.email);
    await browser.send('/portal/sign-in/code', { code });
    expect(browser.cookies.get('registry_session')).not.toBe(planted);
    const attacker = visitor(world.baseUrl);
    attacker.cookies.set('registry_session', planted);
    expect((await attacker.open('/portal')).status).toBe(303);
  });

  it('does not end when another browser signs out', async () => {
    const [one, other] = [await signedIn(world, ada.email), await signedIn(world, ada.email)];
    await one.send('/portal/sign-out', {});
    expect((await other.open('/portal')).status).toBe(200);
  });
});

describe('forms on signed-in pages', () => {
  it.each([
    ['without the field', { csrf: null }],
    ['with another value', { csrf: 'A'.repeat(22) }],
    ['from another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['from another origin', { headers: { origin: 'https://evil.example' } }],
  ])('are refused %s', async (_, options) => {
    const browser = await signedIn(world, ada.email);
    expect((await browser.send('/portal/sign-out', {}, options)).status).toBe(403);
    expect((await browser.open('/portal')).status).toBe(200);
  });

  it('are refused with another session’s CSRF token or an anonymous one', async () => {
    const browser = await signedIn(world, ada.email);
    const bob = await signedIn(world, (await aResident(world)).email);
    const anonymous = browser.cookies.get('registry_form') ?? '';
    for (const csrf of [String(bob.token()), anonymous]) {
      const answer = await browser.send('/portal/sign-out', {}, { csrf });
      expect(answer.status).toBe(403);
    }
    expect(browser.token()).not.toBe(anonymous);
  });

  it('have the same CSRF token in all tabs of a session', async () => {
    const browser = await signedIn(world, ada.email);
    const first = browser.token();
    await browser.open('/portal/developer');
    expect(browser.token()).toBe(first);
  });
});

describe('GET /portal', () => {
  it('shows the person’s details and the entities they represent', async () => {
    const entity = await anEntity(world, { name: 'Zebra & Co' });
    const other = await anEntity(world, { name: 'Aardvark' });
    for (const { id } of [entity, other]) {
      await world.admin('PUT', `/legal_entities/${id}/representatives/${ada.id}`);
    }
    const answer = await (await signedIn(world, ada.email)).open('/portal');
    const text = shownText(answer);
    for (const shown of [
      'Test Resident',
      ada.email,
      `Resident permit number ${ada.rpn}`,
      'Residency Resident',
      'Status Active Show a QR code',
      `Aardvark LLC ${other['residentPermitNumber']} In good standing Zebra & Co LLC ${entity['residentPermitNumber']}`,
    ]) {
      expect(text).toContain(shown);
    }
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.text).toMatch(/<button class="link" type="submit">Sign out<\/button>/);
  });

  it('shows if a residency has ended or not begun', async () => {
    const gone = await aResident(world, { terminationDate: '2025-01-01T00:00:00.000Z' });
    expect(shownText(await (await signedIn(world, gone.email)).open('/portal'))).toContain(
      'Status Ended on 1 January 2025',
    );
    const future = await aResident(world, { effectiveDate: '2999-01-01T00:00:00.000Z' });
    expect(shownText(await (await signedIn(world, future.email)).open('/portal'))).toContain(
      'Status Starts on 1 January 2999',
    );
  });

  it('works for a person with only an email address', async () => {
    const email = 'only-mail@people.example';
    await world.admin('POST', '/persons', { email });
    const text = shownText(await (await signedIn(world, email)).open('/portal'));
    expect(text).toContain(
      'You do not have a residency Ask a partner of the registry to apply for a residency with your email address, or contact the registry.',
    );
    expect(text).toContain(email);
  });
});

describe('over https, under a path,', () => {
  const baseUrl = 'https://registry.example/prod';

  /** Calls a row as API Gateway does. */
  async function call(operationId: string, cookie: string, fields?: Record<string, string>) {
    const route = routes.find((candidate) => candidate.operationId === operationId);
    if (route === undefined) throw new Error(`no ${operationId}`);
    const handler = await functionHandler(route.entry, { ...world.deps, baseUrl });
    const event = {
      httpMethod: route.method,
      resource: route.path,
      path: route.path,
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      pathParameters: null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      body: fields === undefined ? null : String(new URLSearchParams(fields)),
      isBase64Encoded: false,
      requestContext: { requestId: 'test', identity: { sourceIp: '203.0.113.9' } },
      // Handlers read no more of an event than this.
    } as unknown as APIGatewayProxyEvent;
    const answer = await handler(event, {} as Context);
    return {
      status: answer.statusCode,
      location: answer.headers?.['location'],
      cookies: (answer.multiValueHeaders?.['set-cookie'] ?? []).map(String),
    };
  }

  it('cookies are bound to this host and https, and redirects include the path', async () => {
    const csrf = 'A'.repeat(22);
    const form = `__Host-registry_form=${csrf}`;
    const started = await call('startSignIn', form, { csrf, email: ada.email });
    expect(started).toEqual({
      status: 303,
      location: '/prod/portal/sign-in/code',
      cookies: [
        expect.stringMatching(
          /^__Host-registry_sign_in=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
      ],
    });
    const challenge = /=([\w-]{43});/.exec(started.cookies[0] ?? '')?.[1] ?? '';
    const code = await mailedCode(world, ada.email);
    const cookies = `${form}; __Host-registry_sign_in=${challenge}`;
    const entered = await call('enterCode', cookies, { csrf, code });
    expect(entered).toEqual({
      status: 303,
      location: '/prod/portal',
      cookies: [
        expect.stringMatching(
          /^__Host-registry_session=[\w.-]{80}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
        expect.stringMatching(
          /^__Host-registry_device=[\w.-]+; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        ),
        '__Host-registry_sign_in=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
      ],
    });
    const session = entered.cookies[0]?.split(';')[0] ?? '';
    expect((await call('showPortal', session)).status).toBe(200);
    expect(await call('showPortal', session.replace('__Host-', ''))).toEqual({
      status: 303,
      location: '/prod/portal/sign-in?next=%2Fportal',
      cookies: [],
    });
  });
});
