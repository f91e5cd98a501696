import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inMaintenance } from '../../shared/kernel/http/data-needs.ts';
import { pageType, type Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import {
  admittedBy,
  type Credentials,
  concretePath,
  issueCredentials,
  operatorHeaders,
} from '../support/credentials.ts';
import { applicationPayload } from '../support/drafts.ts';
import { signedIn } from '../support/portal.ts';
import { aResident, type Person } from '../support/registry.ts';
import { oneOfEachKind } from '../support/route-kinds.ts';
import { visitor } from '../support/visitor.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let credentials: Credentials;

let ada: Person;

beforeAll(async () => {
  world = await startWorld();
  ada = await aResident(world);
  credentials = await issueCredentials(world);
  await world.settle();
});
afterAll(() => world.stop());
afterEach(() => {
  world.stage.variables = {};
  world.proxy.disarm();
});

const on = { maintenance: '120' };
const message = 'The service is under maintenance and accepts no changes. Try again later.';

async function ask({ method, path, headers = {}, body }: Request) {
  const response = await fetch(world.baseUrl + path, {
    method,
    redirect: 'manual',
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

/** What pages show above everything else during maintenance. */
const notice = /<p class="sandbox">Maintenance:[^<]*<\/p>/g;

/** An answer without the notice of maintenance and what differs each time: request ids, form tokens, challenges, the order of a map's fields. */
function readable(text: string): unknown {
  const lasting = text
    .replaceAll(/"requestId":"[^"]+"/g, '"requestId":""')
    .replaceAll(/"c_nonce":"[^"]+"/g, '"c_nonce":""')
    .replaceAll(/<span class="exact">[^<]+/g, '')
    .replaceAll(notice, '')
    .replaceAll(/name="(csrf|handle)" value="[^"]+"/g, '')
    .replaceAll(/&quot;challenge&quot;:&quot;[\w-]+&quot;/g, '');
  return /^[{[]/.test(lasting) ? JSON.parse(lasting) : lasting;
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const requestFor = (route: Route): Request => ({
  method: route.method,
  path: concretePath(route),
  headers: {
    'content-type': 'application/json',
    ...(route.produces === pageType && { accept: 'text/html' }),
    ...admittedBy(route.auth, credentials),
  },
  ...(route.method !== 'GET' && { body: '{}' }),
});

const refused = routes.filter((route) => inMaintenance(route) === 'refused');
const served = routes.filter((route) => inMaintenance(route) === 'served');
const named = (rows: readonly Route[]) =>
  rows.map((route): [string, Route] => [`${route.method} ${route.path}`, route]);

describe('routes that maintenance refuses', () => {
  it('are all methods but GET, except for routes that only look something up', () => {
    const exceptions = served.filter(({ method }) => method !== 'GET');
    expect(exceptions.map(({ operationId }) => operationId).toSorted()).toEqual([
      'adminBeginMaintenance',
      'adminEndMaintenance',
      // The endpoint is served, but tools that write are refused.
      'callMcp',
      'checkLegalEntityName',
      'endMcpSession',
      'endSessionByForm',
      'introspectToken',
      'makeCredentialNonce',
      'postUserinfo',
      'pushAuthorization',
      'searchLegalEntities',
      'verifyCredential',
      'verifyRpn',
    ]);
  });

  it('include each GET that may issue a code to a client or record access to personal data', () => {
    const exceptions = refused.filter(({ method }) => method === 'GET');
    expect(exceptions.map(({ operationId }) => operationId).toSorted()).toEqual([
      'authorize',
      'endSessionByClient',
      'showConsent',
      'showConsoleEntity',
      'showContact',
      'showMailboxCase',
      'showMailboxCases',
      'showMailboxEvidence',
      'showNewMailboxCase',
      'showPeople',
      'showProof',
      'showReview',
      'showReviews',
      'showTrail',
    ]);
  });
});

describe('under maintenance', () => {
  it.each(named(oneOfEachKind(refused)))(
    '%s answers 503 in its own format, without a request to the table',
    async (_, route) => {
      world.stage.variables = on;
      world.proxy.calls.reset();
      const { status, headers, text } = await ask(requestFor(route));
      expect({
        status,
        retryAfter: headers.get('retry-after'),
        calls: world.proxy.calls.list(),
      }).toEqual({ status: 503, retryAfter: '120', calls: [] });
      if (route.produces === pageType) {
        expect(headers.get('content-type')).toBe(pageType);
        expect(text).toContain('Under maintenance');
        expect(text).toContain('nothing was changed');
      } else if (/^\/api\/(?:oauth|credentials)\//.test(route.path)) {
        expect(JSON.parse(text)).toEqual({ error: 'temporarily_unavailable' });
      } else {
        const envelope = {
          error: message,
          code: 'service.maintenance',
          documentation: `${world.baseUrl}/docs/errors#servicemaintenance`,
          requestId: expect.any(String),
        };
        expect(JSON.parse(text)).toEqual(envelope);
      }
    },
  );

  /** All served routes except the maintenance switch, whose answer changes. */
  const others = oneOfEachKind(served.filter(({ path }) => path !== '/admin/v1/maintenance'));
  it.each(named(others))('%s answers as usual', async (_, route) => {
    const comparable = async () => {
      const { status, text } = await ask(requestFor(route));
      return { status, body: readable(text) };
    };
    const before = await comparable();
    world.stage.variables = on;
    expect(await comparable()).toEqual(before);
  });

  it.each(['/portal', '/portal/applications/new', '/portal/sign-in', '/help'])(
    '%s says before a person types anything that it accepts no changes, and no longer afterwards',
    async (path) => {
      const reader =
        path === '/portal/sign-in' ? visitor(world.baseUrl) : await signedIn(world, ada.email);
      const page = async () => (await reader.open(path)).text.match(notice);
      world.stage.variables = on;
      expect(await page()).toEqual([
        expect.stringContaining('you cannot sign in, sign out, sign documents'),
      ]);
      world.stage.variables = { maintenance: 'off' };
      expect(await page()).toBeNull();
    },
  );

  it('a page that caches keep has no notice, which would outlast the maintenance', async () => {
    world.stage.variables = on;
    const { headers, text } = await ask({ method: 'GET', path: '/docs' });
    expect({ cached: headers.get('cache-control'), notices: text.match(notice) }).toEqual({
      cached: 'public, max-age=300',
      notices: null,
    });
  });

  it('a page that can’t be read does not say that something was sent', async () => {
    world.stage.variables = on;
    const { status, text } = await ask({ method: 'GET', path: '/portal/reviews' });
    expect({ status, says: text.includes('If you sent something, we did not accept it') }).toEqual({
      status: 503,
      says: true,
    });
  });

  it('a write is refused, and the same request succeeds afterwards', async () => {
    const key = credentials.standard;
    const path = '/api/v1/legal_entity_applications';
    const body = { applicationData: applicationPayload() };
    const headers = { 'idempotency-key': 'before-and-after' };
    world.stage.variables = on;
    expect((await world.call('POST', path, { key, body, headers })).status).toBe(503);
    const list = await world.call('GET', path, { key });
    expect(list).toMatchObject({ status: 200, body: { data: [] } });
    world.stage.variables = { maintenance: 'off' };
    expect((await world.call('POST', path, { key, body, headers })).status).toBe(200);
  });

  it('a payment notification gets 503 with Retry-After, so the provider repeats it', async () => {
    world.stage.variables = on;
    const { status, headers } = await world.call('POST', '/webhooks/payments/cardpay', {
      body: {},
    });
    expect({ status, retryAfter: headers.get('retry-after') }).toEqual({
      status: 503,
      retryAfter: '120',
    });
  });

  it('only an operator who sends X-During-Maintenance can write', async () => {
    world.stage.variables = on;
    const insists = { 'x-during-maintenance': 'true' };
    const body = { name: 'Reserved Holdings' };
    const path = '/admin/v1/reserved_names';
    const create = (headers: Readonly<Record<string, string>>) =>
      world.call('POST', path, { body, headers: { ...operatorHeaders, ...headers } });
    expect((await create({})).status).toBe(503);
    expect((await create({ 'x-during-maintenance': 'false' })).status).toBe(503);
    expect((await create(insists)).status).toBe(200);
    const stranger = await world.call('POST', '/api/v1/visitor_pass_applications', {
      body: {},
      headers: insists,
    });
    expect(stranger.status).toBe(503);
  });

  it.each(['', 'off', '0', 'on', '-5', '1.5', '600s', '1234567'])(
    'a stage variable of %j does not switch maintenance on',
    async (maintenance) => {
      world.stage.variables = { maintenance };
      const { status } = await world.call('POST', '/api/v1/visitor_pass_applications', {
        body: {},
      });
      expect(status).toBe(400);
    },
  );
});
