import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { pathTo } from '../support/authorization.ts';
import { signedIn, type Visitor } from '../support/portal.ts';
import { aResident } from '../support/registry.ts';
import { useWorld } from '../support/use-world.ts';
import { visitor } from '../support/visitor.ts';

/** The parts used here of two packages without types. */
type Handler = (request: object, response: { json(body: unknown): void }) => void;
interface App {
  use(handler: unknown): void;
  get(path: string, handler: Handler): void;
  (request: unknown, response: unknown): void;
}
const load = createRequire(import.meta.url);
const express: () => App = load('express');
const { auth }: { auth(settings: object): unknown } = load('express-openid-connect');

const world = await useWorld();
// The library looks at the machine's clock.
world.clock.now = Date.now();
await world.deps.signer.nonces();

/** An application whose sessions the library stores, and ends after a back-channel logout. */
async function anApplication(sessionRequired: boolean) {
  const server = createServer((request, response) => void app(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { body } = await world.admin('POST', '/oauth_clients', {
    name: 'Express',
    redirectUris: [`${baseURL}/callback`],
    scopes: ['openid'],
    backchannelLogoutUri: `${baseURL}/backchannel-logout`,
    backchannelLogoutSessionRequired: sessionRequired,
  });
  // The answer's schema.
  const { data } = body as { data: { clientId: string; clientSecret: string } };
  const kept = new Map<string, unknown>();
  const done = (callback?: (error: null, value?: unknown) => void, value?: unknown) =>
    callback?.(null, value);
  const app = express();
  app.use(
    auth({
      issuerBaseURL: world.baseUrl,
      baseURL,
      clientID: data.clientId,
      clientSecret: data.clientSecret,
      secret: 'a secret of the application alone',
      idTokenSigningAlg: 'RS256',
      authRequired: false,
      authorizationParams: { response_type: 'code', scope: 'openid', response_mode: 'query' },
      backchannelLogout: {
        store: {
          get: (id: string, callback: () => void) => done(callback, kept.get(id)),
          set: (id: string, value: unknown, callback: () => void) => {
            kept.set(id, value);
            done(callback);
          },
          destroy: (id: string, callback: () => void) => {
            kept.delete(id);
            done(callback);
          },
        },
      },
    }),
  );
  app.get('/who', (request, response) => {
    const { oidc } = request as { oidc: { user?: { sub: string } } };
    response.json(oidc.user?.sub ?? null);
  });
  return { clientId: data.clientId, baseURL };
}

type Application = Awaited<ReturnType<typeof anApplication>>;

/** Signs in to the application through the pages; returns the browser's session there. */
async function signInTo({ baseURL }: Application, browser: Visitor): Promise<Visitor> {
  const there = visitor(baseURL);
  const asked = await there.open('/login');
  const { pathname, search } = new URL(asked.headers.get('location') ?? '');
  const page = pathTo(await browser.open(pathname + search));
  await browser.open(page);
  const answer = await browser.send(page, { decision: 'approve' });
  const back = new URL(answer.headers.get('location') ?? '');
  await there.open(back.pathname + back.search);
  return there;
}

const who = async (there: Visitor): Promise<unknown> => JSON.parse((await there.open('/who')).text);

it('the session of express-openid-connect ends when the resident ends the connection', async () => {
  const application = await anApplication(false);
  const ada = await aResident(world);
  const browser = await signedIn(world, ada.email);
  const there = await signInTo(application, browser);
  expect(await who(there)).toBe(ada.id);
  const path = `/portal/connections/${application.clientId}/revoke`;
  await browser.open(path);
  await browser.send(path, {});
  await world.settle();
  expect(await who(there)).toBeNull();
});

it('the session of express-openid-connect ends with its browser’s session only, if sessions are named', async () => {
  const application = await anApplication(true);
  const grace = await aResident(world);
  const one = await signedIn(world, grace.email);
  const other = await signedIn(world, grace.email);
  const there = await signInTo(application, one);
  const elsewhere = visitor(application.baseURL);
  const asked = await elsewhere.open('/login');
  const { pathname, search } = new URL(asked.headers.get('location') ?? '');
  // The connection exists already: there is no question.
  const back = new URL((await other.open(pathname + search)).headers.get('location') ?? '');
  await elsewhere.open(back.pathname + back.search);
  expect([await who(there), await who(elsewhere)]).toEqual([grace.id, grace.id]);
  await one.open('/portal');
  await one.send('/portal/sign-out', {});
  await world.settle();
  expect([await who(there), await who(elsewhere)]).toEqual([null, grace.id]);
});
