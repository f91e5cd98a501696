import { created } from './registry.ts';
import type { PageAnswer } from './visitor.ts';
import type { World } from './world.ts';

export interface Client {
  readonly clientId: string;
  readonly redirectUri: string;
}

let clients = 0;

/** An OAuth client that may request the scopes; `fields` override those of the registration. */
export async function anAskingClient(
  world: World,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Client> {
  clients += 1;
  const redirectUri = 'https://client.example/callback';
  const requested = {
    clientId: `test-client-${clients}`,
    name: 'Test Bookkeeping',
    public: false,
    redirectUris: [redirectUri],
    scopes: ['openid', 'profile', 'email', 'offline_access', 'service:entity.read'],
    ...fields,
  };
  await created(world, '/oauth_clients', requested);
  const { clientId, redirectUris } = requested;
  return { clientId, redirectUri: redirectUris[0] ?? redirectUri };
}

/** The path of an authorization request; a parameter that is null is left out, a list is repeated. */
export function authorizePath(
  { clientId, redirectUri }: Client,
  parameters: Readonly<Record<string, string | readonly string[] | null>> = {},
): string {
  const all = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 'abc',
    ...parameters,
  };
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(all)) {
    for (const value of values === null ? [] : [values].flat()) query.append(name, value);
  }
  return `/api/oauth/authorize?${query}`;
}

/** What a client receives from an answer that redirects to it: the address and the parameters. */
export function clientAnswer({ status, headers }: PageAnswer) {
  const url = new URL(headers.get('location') ?? 'about:blank', 'https://registry.invalid');
  const { origin, pathname, searchParams, hash } = url;
  const inFragment = new URLSearchParams(hash.slice(1));
  const parameters = hash === '' ? searchParams : inFragment;
  return { status, to: origin + pathname, ...Object.fromEntries(parameters) };
}

/** The address of the page that an answer redirects to, as a path. */
export function pathTo({ headers }: PageAnswer): string {
  return headers.get('location') ?? '';
}
