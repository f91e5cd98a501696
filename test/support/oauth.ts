import { oauthScopes } from '../../shared/kernel/domain/scopes.ts';
import { deviceReference } from '../../shared/oauth/db/device-authorizations.ts';
import { authorizeClient } from '../../shared/oauth/usecases/answer-authorization.ts';
import { approveDevice } from '../../shared/oauth/usecases/authorize-device.ts';
import { findPerson } from '../../shared/people/db/people.ts';
import type { Client } from './clients.ts';
import type { Answer, World } from './world.ts';

/** A user's choices at a sign-in; everything by default. */
export interface Allowing {
  readonly personId: string;
  readonly client: Pick<Client, 'clientId' | 'redirectUri'>;
  readonly scope?: string;
  readonly scopes?: readonly string[];
  readonly legalEntityIds?: readonly string[];
  readonly codeChallenge?: string;
  readonly nonce?: string;
}

/** An authorization code, created without the pages. */
export async function aCode(world: World, allowing: Allowing): Promise<string> {
  const { personId, client, scopes = oauthScopes, scope = scopes.join(' ') } = allowing;
  const person = await findPerson(world.table, personId);
  if (person === null) throw new Error('set-up: no such person');
  const issued = await authorizeClient(
    {
      person,
      clientId: client.clientId,
      scopes,
      scope,
      legalEntityIds: allowing.legalEntityIds ?? [],
      redirectUri: client.redirectUri,
      codeChallenge: allowing.codeChallenge ?? null,
      nonce: allowing.nonce ?? null,
      authTime: new Date(world.clock.now).toISOString(),
      amr: ['otp'],
      sid: 'session',
    },
    {},
    world.deps,
  );
  if (issued.kind !== 'issued') throw new Error(`set-up: ${issued.kind}`);
  return issued.code;
}

type Fields = Readonly<Record<string, string>>;

/** A form to one of OAuth's endpoints; a text is sent unchanged. */
export async function postForm(
  world: World,
  endpoint: string,
  form: Fields | string,
  headers: Fields = {},
): Promise<Answer> {
  return world.call('POST', `/api/oauth/${endpoint}`, {
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

/** The client's credentials as fields of a form. */
export function inForm({ clientId, clientSecret }: Client): Fields {
  return { client_id: clientId, client_secret: clientSecret };
}

/** The client's credentials as a header. */
export function inHeader({ clientId, clientSecret }: Client): Fields {
  const pair = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  return { authorization: `Basic ${pair.toString('base64')}` };
}

/** The form that redeems a code. */
export function redemption(client: Client, code: string): Fields {
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirectUri,
    ...inForm(client),
  };
}

export function rotation(client: Client, refreshToken: string): Fields {
  return { grant_type: 'refresh_token', refresh_token: refreshToken, ...inForm(client) };
}

/**
 * The body of a successful response; throws for any other. Tests of the response itself compare it
 * whole.
 */
export function given({ status, body }: Answer): {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
  readonly scope: string;
} {
  if (status !== 200) throw new Error(`the token endpoint said ${status} ${JSON.stringify(body)}`);
  // The endpoint's schema. A token that was not issued is undefined, which tests notice.
  return body as ReturnType<typeof given>;
}

/** Status and error in one line. */
export function summaryOf({ status, body }: Answer): string {
  const error: unknown = Reflect.get(Object(body), 'error');
  return error === undefined ? String(status) : `${status} ${error}`;
}

/** Whether userinfo accepts the access token, and whether introspection shows the refresh token as active. */
export async function isLive(world: World, client: Client, token: string): Promise<boolean> {
  const { body } = await postForm(world, 'introspect', { token, ...inForm(client) });
  return Reflect.get(Object(body), 'active') === true;
}

/** The claims of a token, unverified. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

export function headerOf(token: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
}

/** The user allows a device its request. */
export async function approve(
  world: World,
  deviceCode: string,
  { personId, scopes }: { readonly personId: string; readonly scopes: readonly string[] },
): Promise<void> {
  const person = await findPerson(world.table, personId);
  if (person === null) throw new Error('set-up: no such person');
  const outcome = await approveDevice(
    { reference: deviceReference(deviceCode), person },
    {
      scopes,
      scope: scopes.join(' '),
      legalEntityIds: [],
      authTime: new Date(world.clock.now).toISOString(),
      amr: ['otp'],
    },
    world.deps,
  );
  if (outcome.kind !== 'decided') throw new Error(`set-up: ${outcome.kind}`);
}
