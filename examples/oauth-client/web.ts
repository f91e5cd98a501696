// A web application that signs people in with the registry, and reads the data that they allowed, until they
// end the access. Usage: ISSUER=… CLIENT_ID=… CLIENT_SECRET=… node web.ts
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as oauth from 'openid-client';

const {
  ISSUER = 'http://localhost:3000',
  CLIENT_ID = '',
  CLIENT_SECRET = '',
  PORT = '4455',
} = process.env;
const origin = `http://localhost:${PORT}`;
const redirectUri = `${origin}/callback`; // exactly as registered
const scope =
  'openid profile email offline_access service:person.details.read service:person.residency.read service:entity.read service:entity.documents.read';

// The library finds endpoints, algorithms and keys from the issuer's address. Use plain http only for a
// service on this machine.
const config = await oauth.discovery(
  new URL(ISSUER),
  CLIENT_ID,
  undefined,
  oauth.ClientSecretBasic(CLIENT_SECRET),
  ISSUER.startsWith('http:') ? { execute: [oauth.allowInsecureRequests] } : {},
);

interface Checks {
  readonly pkceCodeVerifier: string;
  readonly expectedState: string;
  readonly expectedNonce: string;
}

interface Kept {
  accessToken: string;
  refreshToken: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

interface Session extends Kept {
  readonly subject: string;
  refreshing?: Promise<unknown> | undefined;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
type Tokens = Awaited<ReturnType<typeof oauth.authorizationCodeGrant>>;

// Started sign-ins and signed-in people, by the value of the browser's cookie. In production, use a store
// with entries that expire.
const begun = new Map<string, Checks>();
const sessions = new Map<string, Session>();

/** Sends the browser to the registry, and remembers what the answer must match. */
async function signIn(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  const checks = {
    pkceCodeVerifier: oauth.randomPKCECodeVerifier(),
    expectedState: oauth.randomState(),
    expectedNonce: oauth.randomNonce(),
  };
  const id = newId();
  begun.set(id, checks);
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  redirect(response, url.href, `sign-in=${id}`);
}

/** After the browser returns: checks state and issuer, exchanges the code for tokens, and checks the ID token. */
async function callback(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = cookie(request, 'sign-in');
  const checks = begun.get(id);
  begun.delete(id); // a sign-in can end only once
  if (checks === undefined) return send(response, 400, 'This sign-in did not begin here.');
  const tokens = await oauth.authorizationCodeGrant(
    config,
    new URL(request.url ?? '', origin),
    checks,
  );
  const session = newId();
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('no ID token');
  sessions.set(session, { subject: claims.sub, ...kept(tokens) });
  redirect(response, '/', `session=${session}`);
}

/** The data that the person allowed, read with their access token. */
async function home(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = cookie(request, 'session');
  const session = sessions.get(id);
  const token = session && (await accessToken(session));
  if (session === undefined || token === undefined) {
    sessions.delete(id);
    return send(response, 200, '<a href="/sign-in">Sign in</a>');
  }
  const read = async (path: string): Promise<unknown> => {
    const answer = await oauth.fetchProtectedResource(config, token, new URL(path, ISSUER), 'GET');
    return answer.json();
  };
  const userinfo = await oauth.fetchUserInfo(config, token, session.subject);
  const person = await read('/api/v1/me/natural-person'); // null until the profile is complete
  const residency = await read('/api/v1/me/natural-person/residency');
  const entities = await read('/api/v1/me/legal-entities');
  send(
    response,
    200,
    JSON.stringify({ userinfo, person, residency, entities }, null, 2),
    'application/json',
  );
}

/** Revokes the refresh token and, with it, its access tokens. */
async function signOut(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = cookie(request, 'session');
  const session = sessions.get(id);
  sessions.delete(id);
  if (session !== undefined) await oauth.tokenRevocation(config, session.refreshToken);
  redirect(response, '/', 'session=');
}

/**
 * Returns an access token that is valid for at least another minute, or undefined if the person ended the
 * connection. A refresh token works once, so the new one is stored first. Simultaneous requests share one
 * refresh: a second use of the same refresh token would end the sign-in.
 */
async function accessToken(session: Session): Promise<string | undefined> {
  if (Date.now() > session.expiresAt - 60_000) {
    session.refreshing ??= oauth
      .refreshTokenGrant(config, session.refreshToken)
      .then((tokens) => Object.assign(session, kept(tokens)))
      .finally(() => {
        session.refreshing = undefined;
      });
    try {
      await session.refreshing;
    } catch (error) {
      if (wordOf(error) === 'invalid_grant') return undefined;
      throw error;
    }
  }
  return session.accessToken;
}

function kept(tokens: Tokens): Kept {
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? '',
    expiresAt: Date.now() + (tokens.expires_in ?? 0) * 1000,
  };
}

const newId = () => randomBytes(32).toString('base64url');

function cookie(request: IncomingMessage, name: string): string {
  const pairs = (request.headers.cookie ?? '').split('; ').map((pair) => pair.split('='));
  return pairs.find(([each]) => each === name)?.[1] ?? '';
}

function redirect(response: ServerResponse, location: string, newCookie: string): void {
  // In production: https, and the cookies `Secure` with the prefix `__Host-`.
  const headers = { location, 'set-cookie': `${newCookie}; HttpOnly; SameSite=Lax; Path=/` };
  response.writeHead(303, headers).end();
}

function send(response: ServerResponse, status: number, body: string, type = 'text/html'): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

/** What OAuth calls the error: `access_denied`, `invalid_grant` and so on. */
function wordOf(error: unknown): string {
  const { error: word, code } = Object(error);
  return String(word ?? code ?? '');
}

const routes: Readonly<Record<string, Handler>> = {
  'GET /': home,
  'GET /sign-in': signIn,
  'GET /callback': callback,
  'POST /sign-out': signOut,
};

createServer(async (request, response) => {
  try {
    const { pathname } = new URL(request.url ?? '', origin); // throws for `//`
    const route = routes[`${request.method} ${pathname}`];
    await (route ? route(request, response) : send(response, 404, 'Not found'));
  } catch (error) {
    // The text is for the log, not for the page.
    process.stderr.write(`${wordOf(error)} ${error instanceof Error ? error.message : ''}\n`);
    send(response, 502, 'Signing in did not work. <a href="/sign-in">Try again</a>');
  }
}).listen(Number(PORT), 'localhost', () => process.stdout.write(`Open ${origin}\n`));
