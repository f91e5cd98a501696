import { oauthScopes } from '../../shared/kernel/domain/scopes.ts';
import { aCode, given, postForm, redemption } from './oauth.ts';
import { created } from './registry.ts';
import type { World } from './world.ts';

/** A client as its developers know it. */
export interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly id: string;
}

const redirectUri = 'https://client.example/callback';

/** A confidential client that may have every scope by default. */
export async function aClient(
  world: World,
  scopes: readonly string[] = oauthScopes,
): Promise<Client> {
  const client = await created(world, '/oauth_clients', {
    name: 'Test client',
    redirectUris: [redirectUri],
    scopes,
  });
  return {
    clientId: String(client['clientId']),
    clientSecret: String(client['clientSecret']),
    redirectUri,
  };
}

export interface Allowed {
  readonly personId: string;
  readonly client: Client;
  readonly scopes?: readonly string[];
  readonly legalEntityIds?: readonly string[];
}

/** Tokens of a sign-in at which the person allowed this, without its pages. */
export async function tokensFor(world: World, allowed: Allowed): Promise<Tokens> {
  const form = redemption(allowed.client, await aCode(world, allowed));
  const { access_token, refresh_token, id_token } = given(await postForm(world, 'token', form));
  return { access: access_token, refresh: refresh_token, id: id_token };
}
