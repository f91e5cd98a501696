import { randomBytes } from 'node:crypto';
import { connect } from 'node:tls';
import { composeKey } from '../../shared/access/auth/api-key.ts';
import { type Check, field, must, mustBe200, mustRefuse, NotTried, summaryOf } from './check.ts';
import { type Answer, patience, type Service, Unreachable } from './service.ts';

/** Does not exist: its random part is new. */
const unknownKey = () => composeKey('sk-', randomBytes(32));

/** The limit for clock differences, in seconds: well below the five minutes in which AWS accepts a signature. */
const skewLimit = 60;

const milliseconds = ({ asked, answered }: Answer) => `${Math.round(answered - asked)} ms`;

async function health(service: Service) {
  const answer = await service.call('GET', '/health');
  mustBe200(answer);
  must(field(answer.body, 'status') === 'ok', 'the response is not "ok"');
  const head = await service.call('HEAD', '/health');
  must(
    head.status === 200 && head.text === '',
    `HEAD: ${head.status} with ${head.text.length} characters`,
  );
  return `ok, ${milliseconds(answer)}; HEAD goes the same way`;
}

async function clock(service: Service) {
  const { headers, asked, answered } = await service.call('GET', '/health');
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return 'the answer has no date';
  const seconds = Math.round((date - (asked + answered) / 2) / 1000);
  must(
    Math.abs(seconds) <= skewLimit,
    `the service's clock is ${seconds} s from that of this machine: one of them makes signatures and tokens fail`,
  );
  return `${seconds} s from this machine's`;
}

/** Suites of TLS 1.2 that FAPI 2.0 forbids (section 5.2.1, BCP 195): those with CBC, and with RSA key exchange. */
const weakSuites = [
  ...['ECDHE-ECDSA-AES128-SHA256', 'ECDHE-ECDSA-AES256-SHA384', 'ECDHE-ECDSA-AES128-SHA'],
  ...['ECDHE-RSA-AES128-SHA256', 'ECDHE-RSA-AES256-SHA384', 'ECDHE-RSA-AES128-SHA'],
  ...['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'AES128-SHA256', 'AES128-SHA'],
].join(':');

async function tlsSuites({ url, isDirect }: Service) {
  if (!isDirect) throw new NotTried('the address can’t be reached from here');
  const { protocol, hostname, port } = new URL(url);
  if (protocol !== 'https:') throw new NotTried('the address is not https');
  const chosen = await chosenSuite(hostname.replace(/^\[|\]$/g, ''), Number(port || 443));
  must(chosen === null, `the service accepts ${chosen}: FAPI 2.0 forbids that suite`);
  return 'suites with CBC or RSA key exchange are refused';
}

/** The weak suite that a server accepts; null if it refuses all. */
function chosenSuite(host: string, port: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...{ host, port, ciphers: weakSuites, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' },
      ...(/[a-z]/i.test(host) && !host.includes(':') && { servername: host }),
      // Nothing is sent: only the handshake is tested, whichever server answers.
      rejectUnauthorized: false,
    });
    socket.setTimeout(patience, () => socket.destroy(new Unreachable('no answer in time')));
    socket.once('secureConnect', () => {
      resolve(socket.getCipher().name);
      socket.destroy();
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const isRefusal = error.code === 'ECONNRESET' || error.code?.startsWith('ERR_SSL_');
      if (isRefusal) resolve(null);
      else reject(error);
    });
  });
}

/** Headers of every answer; a gateway's own answers write the policy differently. */
const headersOfAll: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /^default-src\b/,
  'cross-origin-resource-policy': /^same-origin$/,
  'referrer-policy': /^no-referrer$/,
  'strict-transport-security': /^max-age=\d{7,}/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
};

async function securityHeaders(service: Service) {
  for (const path of ['/health', '/portal/sign-in', '/no/such/path']) {
    const { headers } = await service.call('GET', path);
    for (const [name, form] of Object.entries(headersOfAll)) {
      const value = headers.get(name);
      must(value !== null && form.test(value), `${path}: ${name} is ${value ?? 'missing'}`);
    }
  }
  return `${Object.keys(headersOfAll).length} headers, on an answer, a page and an error`;
}

async function docs(service: Service) {
  mustBe200(await service.call('GET', '/docs'));
  const page = await service.call('GET', '/docs/reference');
  mustBe200(page);
  must((page.headers.get('content-type') ?? '').startsWith('text/html'), 'the page is not HTML');
  const group = await service.call('GET', '/docs/reference/registry');
  must(group.status === 200 && group.text !== '', `its operations: ${summaryOf(group)}`);
  return `the start page, the reference and its operations`;
}

async function description(service: Service) {
  const answer = await service.call('GET', '/api/v1/openapi.json');
  mustBe200(answer);
  const version = field(answer.body, 'openapi');
  must(/^3\./.test(String(version)), 'it is not an OpenAPI description');
  const server = field((field(answer.body, 'servers') as unknown[] | undefined)?.[0], 'url');
  must(server === service.url, `it has the wrong server: ${String(server)}`);
  const paths = Object.keys(Object(field(answer.body, 'paths'))).length;
  must(paths > 0, 'it has no paths');
  return `OpenAPI ${String(version)}, ${paths} paths`;
}

async function discovery(service: Service) {
  const answer = await service.call('GET', '/.well-known/openid-configuration');
  mustBe200(answer);
  const issuer = field(answer.body, 'issuer');
  must(issuer === service.url, `the issuer is ${String(issuer)}: applications look for it there`);
  const places = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'];
  for (const name of places) {
    const place = field(answer.body, name);
    must(String(place).startsWith(`${service.url}/`), `${name} is ${String(place)}`);
  }
  return `issuer and ${places.length} endpoints at this address`;
}

async function keySet(service: Service) {
  const { body } = await service.call('GET', '/.well-known/openid-configuration');
  const place = String(field(body, 'jwks_uri'));
  const answer = await service.call('GET', place.replace(service.url, ''));
  mustBe200(answer);
  const keys = field(answer.body, 'keys');
  must(Array.isArray(keys) && keys.length > 0, 'no key is published: no token can be verified');
  for (const key of keys) {
    must(typeof field(key, 'kid') === 'string', 'a key has no kid');
    const secret = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'].filter(
      (name) => field(key, name) !== undefined,
    );
    must(secret.length === 0, `a PRIVATE key is published (${secret.join(', ')})`);
  }
  must(
    new Set(keys.map((key) => field(key, 'kid'))).size === keys.length,
    'two keys have the same kid',
  );
  return `${keys.length} public keys`;
}

async function token(service: Service) {
  const answer = await service.call('POST', '/api/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=refresh_token&refresh_token=none&client_id=${crypto.randomUUID()}&client_secret=none`,
  });
  must(
    answer.status === 401 && field(answer.body, 'error') === 'invalid_client',
    `an unknown client gets ${summaryOf(answer)} instead of 401 "invalid_client"`,
  );
  return 'an unknown client gets 401 "invalid_client"';
}

async function preflight(service: Service) {
  const answer = await service.call('OPTIONS', '/api/oauth/token', {
    headers: { origin: 'https://application.example', 'access-control-request-method': 'POST' },
  });
  must(answer.status === 204, `expected 204, got ${summaryOf(answer)}`);
  must(
    answer.headers.get('access-control-allow-origin') === '*',
    'scripts of other origins are refused',
  );
  return 'scripts of other origins may ask for tokens';
}

async function signIn(service: Service) {
  const answer = await service.call('GET', '/portal/sign-in');
  mustBe200(answer);
  must(answer.text.includes('method="post"'), 'the page has no form');
  return `the page with its form, ${milliseconds(answer)}`;
}

const verify = { rpn: '99999999999999' };

async function missingKey(service: Service) {
  const answer = await service.call('POST', '/api/v1/verify_rpn', { body: verify });
  mustRefuse(answer, 401, 'Missing API key');
  return '401 "Missing API key"';
}

async function wrongKey(service: Service) {
  for (const [method, path] of [
    ['POST', '/api/v1/verify_rpn'],
    ['GET', '/api/v1/whoami'],
  ] as const) {
    const call = { bearer: unknownKey(), ...(method === 'POST' && { body: verify }) };
    mustRefuse(await service.call(method, path, call), 401, 'Invalid API key');
  }
  return '401 "Invalid API key", behind the authorizer and without it';
}

/** Unless configured otherwise, API Gateway treats a Bearer on an unknown path as an invalid signature. */
async function unknownPath(service: Service) {
  for (const [method, path] of [
    ['GET', '/no/such/path'],
    ['GET', '/api/v1/verify_rpn'],
    ['DELETE', '/api/v1/whoami'],
    ['POST', '/'],
  ] as const) {
    const answer = await service.call(method, path, { bearer: unknownKey() });
    must(
      answer.status === 404,
      `${method} ${path} with a Bearer: wanted 404, got ${summaryOf(answer)}`,
    );
    mustRefuse(answer, 404, 'Not found');
  }
  return '404 "Not found" with a Bearer, for a path and for a method';
}

async function operators(service: Service) {
  const answer = await service.call('GET', '/admin/v1/persons');
  // API Gateway has one name for a call without a signature and one for an unknown path.
  must(answer.status === 403 || answer.status === 404, `without a signature: ${summaryOf(answer)}`);
  return `without a signature ${answer.status}`;
}

/** Checks that need no credential. The first one shows whether anything answers at all. */
export const strangerChecks: readonly Check[] = [
  { name: 'health', run: health },
  { name: 'clock', run: clock },
  { name: 'security headers', run: securityHeaders },
  { name: 'TLS suites', run: tlsSuites },
  { name: 'docs', run: docs },
  { name: 'description', run: description },
  { name: 'OpenID discovery', run: discovery },
  { name: 'key set', run: keySet },
  { name: 'token endpoint', run: token },
  { name: 'CORS preflight', run: preflight },
  { name: 'sign-in page', run: signIn },
  { name: 'no key', run: missingKey },
  { name: 'unknown key', run: wrongKey },
  { name: 'unknown path', run: unknownPath },
  { name: "operators' interface", run: operators },
];
