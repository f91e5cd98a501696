import * as z from 'zod/mini';
import { FormId, Repeated } from '../../kernel/contracts/form-fields.ts';
import { Name } from '../../kernel/contracts/text.ts';
import { oauthScopes } from '../../kernel/domain/scopes.ts';
import { isClientId } from '../domain/client-metadata.ts';
import { HttpsUri, Uri } from './admin-clients.ts';

/** The maximum number of redirect URIs of a resident's application. */
const mostRedirectUris = 10;

/** One URI on each line; empty lines are ignored. */
const Lines = z.transform((sent: unknown) =>
  typeof sent !== 'string'
    ? []
    : [
        ...new Set(
          sent
            .split(/\r?\n/)
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        ),
      ],
);

/** The settings of a resident's application. */
export const OwnClientForm = z.object({
  name: Name(100),
  redirectUris: z.pipe(
    Lines,
    z
      .array(Uri)
      .check(
        z.minLength(1, { error: 'Enter at least one redirect URI' }),
        z.maxLength(mostRedirectUris, { error: 'Enter at most ten redirect URIs' }),
      ),
  ),
  privacyUri: z.pipe(
    z.transform((sent: unknown) => (typeof sent === 'string' && sent.trim() ? sent.trim() : null)),
    z.nullable(HttpsUri),
  ),
  scope: Repeated(oauthScopes, 'Choose from the list').check(
    z.minLength(1, { error: 'Choose at least one thing that the application can ask for' }),
  ),
});

export const NewOwnClientForm = z.object({
  ...OwnClientForm.shape,
  kind: z.enum(['confidential', 'public']),
  formId: FormId,
});

/** The current settings of the application, for the form. */
export interface OwnClientFields {
  readonly name: string;
  readonly redirectUris: string[];
  readonly privacyUri: string | null;
  readonly scopes: z.output<typeof OwnClientForm>['scope'];
}

export const OwnClient = z.object({
  clientId: z.string().check(z.refine(isClientId, { error: 'Not a client' })),
});

export const OwnClientSecret = z.object({
  ...OwnClient.shape,
  secretId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
});

/** How long the previous secret stays valid, in hours. */
export const overlaps = ['0', '24', '168', '720'] as const;

export const RotateOwnSecretForm = z.object({
  formId: FormId,
  overlap: z.enum(overlaps, { error: 'Choose from the list' }),
});
