import * as z from 'zod/mini';
import { OutputInstant } from '../../kernel/contracts/text.ts';
import {
  type ClientSecret,
  liveSecrets,
  maxOverlapHours,
  secretId,
} from '../domain/client-secrets.ts';
import { ByClientId } from './admin-clients.ts';

/** Body of `POST …/secrets`: for how long the earlier secret goes on working; 0 ends it at once. */
export const RotateClientSecret = z.object({
  overlapHours: z._default(z.int().check(z.gte(0), z.lte(maxOverlapHours)), 24),
});

export const ClientSecretPath = z.object({
  ...ByClientId.shape,
  secretId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
});

/** What operators see of a client's secrets, newest first. `expiresAt` null: until it is replaced. */
export const ClientSecrets = z.object({
  clientId: z.string(),
  secrets: z.array(
    z.object({ id: z.string(), createdAt: OutputInstant, expiresAt: z.nullable(OutputInstant) }),
  ),
});
export type ClientSecrets = z.output<typeof ClientSecrets>;

export const ClientSecretsAnswer = z.object({ data: ClientSecrets });

/** The one answer that holds the new secret itself. */
export const NewClientSecretAnswer = z.object({
  data: z.object({ ...ClientSecrets.shape, clientSecret: z.string() }),
});

/** The secrets that work at `now`. */
export function presentSecrets(
  client: { readonly clientId: string; readonly secrets: readonly ClientSecret[] },
  now: string,
): ClientSecrets {
  const live = liveSecrets(client.secrets, now).toReversed();
  return {
    clientId: client.clientId,
    secrets: live.map((secret) => ({
      id: secretId(secret),
      createdAt: secret.createdAt,
      expiresAt: secret.expiresAt,
    })),
  };
}
