import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { operatorArn } from '../../local/iam.ts';
import { keyKind } from '../../shared/access/auth/api-key.ts';
import { bearerCredential, whyUnread } from '../../shared/access/auth/authenticate.ts';
import { readVerificationCode } from '../../shared/certificates/domain/verification-code.ts';
import { readProof } from '../../shared/documents/domain/proof-file.ts';
import { openSeal } from '../../shared/kernel/auth/seal.ts';
import { endsInLegalEnding } from '../../shared/kernel/contracts/legal-ending.ts';
import { RedirectUrl } from '../../shared/kernel/contracts/redirect-url.ts';
import { keys } from '../../shared/kernel/db/keys.ts';
import { clientNetwork } from '../../shared/kernel/domain/client-network.ts';
import { codeKey, isReferralCode } from '../../shared/kernel/domain/code.ts';
import { displayName, fullName } from '../../shared/kernel/domain/legal-entity.ts';
import { redirectOrigin } from '../../shared/kernel/domain/redirect-destination.ts';
import {
  refusedCharacter,
  showsLetterOrDigit,
  spelledOut,
} from '../../shared/kernel/domain/refused-character.ts';
import { routeMatcher } from '../../shared/kernel/http/page-paths.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { readIdTokenHint } from '../../shared/oauth/auth/issued-tokens.ts';
import {
  AuthorizationParameters,
  readAddress,
  readAuthorizationInput,
} from '../../shared/oauth/contracts/authorization.ts';
import { parseScope } from '../../shared/oauth/contracts/oauth-scope.ts';
import { isClientId, isRedirectUri } from '../../shared/oauth/domain/client-metadata.ts';
import { userCodeKey } from '../../shared/oauth/domain/device-authorization.ts';
import { clientCredentials } from '../../shared/oauth/http/client-credentials.ts';
import { isSignedBy } from '../../shared/payments/providers/signed-webhook.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { sessionTokenOf } from '../../shared/sign-in/auth/session.ts';
import { returnPath } from '../../shared/sign-in/domain/sign-in-reason.ts';
import { csrfTokenOf, readCookie } from '../../shared/web/http/cookies.ts';
import { readMultipart } from '../../shared/web/http/multipart.ts';
import { violations } from '../../shared/web/http/violations.ts';
import { growsTooFast, hostileTexts, plainHostileTexts } from '../support/cpu-cost.ts';

const base = 'https://registry.example';
const seal = openSeal(
  async () => ['secret'],
  () => new Date(0),
);
const noKeys = { find: async () => null, all: async () => [] };
const match = routeMatcher(routes);
const bytes = (text: string) => Buffer.from(text);
/** Refusals are expected here. */
const tried = (run: () => unknown) => {
  try {
    return run();
  } catch {
    return null;
  }
};
const parameters = (text: string) =>
  new URLSearchParams({
    client_id: text,
    redirect_uri: text,
    scope: text,
    state: text,
    prompt: text,
  });
const client = {
  clientId: 'x',
  scopes: ['openid'],
  public: false,
  requirePushedAuthorizationRequests: false,
  grantTypes: null,
};

/** A request with only this header. */
const only = (name: string, value: string) => (asked: string) =>
  asked === name ? value : undefined;

/** Everything that reads data from strangers before they are identified. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a bearer credential': (text) => bearerCredential(`Bearer ${text}`),
  'an Authorization header': (text) => bearerCredential(text),
  'an Authorization header without a credential': (text) => [
    whyUnread(text),
    whyUnread(`Bearer ${text}`),
  ],
  'a key': (text) => keyKind(`sk-${text}`),
  'an operator’s signature': (text) =>
    operatorArn({ authorization: `AWS4-HMAC-SHA256 ${text}Credential=${text}` }),
  'HTTP Basic': (text) => [
    tried(() => clientCredentials(only('authorization', `Basic ${text}`), {})),
    tried(() =>
      clientCredentials(only('authorization', `Basic ${bytes(text).toString('base64')}`), {}),
    ),
  ],
  'a cookie header': (text) => [
    readCookie(text, base, 'registry_session'),
    readCookie(`__Host-registry_session=${text}`, base, 'registry_session'),
  ],
  'a session’s cookie': (text) => sessionTokenOf(text),
  'a form’s token': (text) => csrfTokenOf(text),
  'a path': (text) => match('GET', `/api/v1/legal_entities/${text}/documents`),
  'where to go after signing in': (text) => tried(() => returnPath(`/${text}`)),
  'a redirect URI': (text) => [isRedirectUri(`https://${text}`), redirectOrigin(`https://${text}`)],
  'where a payer goes': (text) => z.safeParse(RedirectUrl, `https://${text}`).success,
  'an authorization request': (text) => [
    readAddress(parameters(text)),
    tried(() => readAuthorizationInput(parameters(text), base, client, base)),
    z.safeParse(AuthorizationParameters, Object.fromEntries(parameters(text))).success,
  ],
  scopes: (text) => parseScope(text),
  'a client’s id': (text) => isClientId(text),
  'a handle': (text) => seal.open('device', text),
  'a token that hints at somebody': (text) => readIdTokenHint(text, { issuer: base, keys: noKeys }),
  'a device’s code': (text) => userCodeKey(text),
  'a network address': (text) => tried(() => clientNetwork(text)),
  'legal endings': (text) => endsInLegalEnding(text),
  codes: (text) => [codeKey(text), isReferralCode(text), readVerificationCode(text)],
  'a webhook’s signature': (text) => isSignedBy(['secret'], `t=0,${text}`, bytes(''), new Date(0)),
  'a form with files': (text) =>
    Promise.all([
      readMultipart(bytes(text), `multipart/form-data; boundary=${text.slice(0, 60)}`),
      readMultipart(bytes(text), `multipart/form-data${text}`),
      readMultipart(bytes(`--b\r\n${text}`), 'multipart/form-data; boundary=b'),
    ]),
  'a file': (text) =>
    ['%PDF-', '\xff\xd8\xff', '\x89PNG\r\n\x1a\n'].map((begin) => readProof(bytes(begin + text))),
  'a text': (text) => [refusedCharacter(text), showsLetterOrDigit(text), spelledOut(text)],
  'a name': (text) => [
    displayName(text),
    fullName({ name: text, extension: text, nameStartsWithExtension: true }),
  ],
  'a key of the table': (text) => [keys.signatureLink(text), keys.claimLink(text)],
};

describe('the CPU time of reading grows linearly with the input', () => {
  it.each(Object.entries(readers))('%s', async (_, read) => {
    const slow: string[] = [];
    for (const [name, textOf] of hostileTexts) {
      if (await growsTooFast(textOf, read)) slow.push(name);
    }
    expect(slow).toEqual([]);
  });
});

type Path = readonly (string | number)[];

function textsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]));
}

function withText(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text;
  const copy: object = Array.isArray(value) ? [...value] : { ...Object(value) };
  Reflect.set(copy, key, withText(Reflect.get(Object(value), key), rest, text));
  return copy;
}

/**
 * The schema of one text in a body; undefined if something other than this text decides, such as
 * which of several bodies it is.
 */
function schemaAt(schema: unknown, [key, ...rest]: Path): unknown {
  const { def } = Object(Object(schema)._zod);
  if (['optional', 'nullable', 'default', 'readonly'].includes(def?.type))
    return schemaAt(def.innerType, key === undefined ? [] : [key, ...rest]);
  if (key === undefined) return schema;
  if (def?.checks?.length > 0) return undefined;
  if (def?.type === 'object') return schemaAt(def.shape[key], rest);
  return def?.type === 'array' ? schemaAt(def.element, rest) : undefined;
}

/**
 * Rows whose bodies have a schema with texts, and those texts; each text schema once, even if
 * several bodies have it.
 */
const seen = new Set<unknown>();
const bodied = routes.flatMap((route): [string, Route, readonly Path[]][] => {
  if (route.body === undefined) return [];
  const paths = textsIn(route.example?.request).filter((path) => {
    const schema = schemaAt(route.body, path);
    // A closed list of values is looked up and not parsed.
    if (['enum', 'literal'].includes(Object(Object(schema)._zod).def?.type)) return false;
    if (schema !== undefined && seen.has(schema)) return false;
    seen.add(schema);
    return true;
  });
  return paths.length === 0 ? [] : [[route.operationId, route, paths]];
});

describe('the CPU time of validating a body grows linearly with its texts', () => {
  it.each(bodied)('%s', async (_, { body, example }, paths) => {
    const judge = (path: Path) => (text: string) => {
      const input = withText(example?.request, path, text);
      const { error } = z.safeParse(body ?? z.never(), input);
      return violations(error?.issues ?? [], input);
    };
    const slow: string[] = [];
    for (const path of paths) {
      for (const [name, textOf] of plainHostileTexts) {
        if (await growsTooFast(textOf, judge(path))) slow.push(`${path.join('.')}: ${name}`);
      }
    }
    expect(slow).toEqual([]);
  });
});

it('the measurement distinguishes quadratic from linear', async () => {
  // Two thirds of the blanks take 90 ms on a fast machine, three times the harmless cost.
  const blanks = (length: number) => `Bearer x${' '.repeat(length / 1.5)}\n`;
  expect(await growsTooFast(blanks, (text) => /^bearer +(\S.*?) *$/i.exec(text))).toBe(true);
  const digest = (text: string) => createHash('sha256').update(text.repeat(3000)).digest();
  expect(await growsTooFast(blanks, digest)).toBe(false);
});
