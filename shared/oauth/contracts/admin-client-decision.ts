import * as z from 'zod/mini';
import { FreeText } from '../../kernel/contracts/text.ts';
import type { ReviewedClient, ReviewedFields } from '../domain/owned-client.ts';

const looked = z.int().check(z.gte(0));

/** Body of `POST …/decision`: `revision` is the reviewed version; the owner sees the reason. */
export const ClientDecision = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('approve'), revision: looked }),
  z.object({ decision: z.literal('reject'), revision: looked, reason: FreeText(1000) }),
  z.object({ decision: z.literal('suspend'), reason: FreeText(1000) }),
  z.object({ decision: z.literal('reinstate') }),
  z.object({ decision: z.literal('remove_logo'), reason: FreeText(1000) }),
]);
export type ClientDecision = z.output<typeof ClientDecision>;

/** The part of a client that users see. */
const ShownOfClient = z.object({
  name: z.string(),
  privacyUri: z.nullable(z.string()),
  redirectUris: z.readonly(z.array(z.string())),
  scopes: z.readonly(z.array(z.string())),
  logo: z.nullable(
    z.object({
      sha256: z.string(),
      side: z.int(),
      contentType: z.literal('image/png'),
      contentBase64: z.string(),
    }),
  ),
});

/**
 * Response of `GET …/decision`: what users see now, and what they would see after an approval of
 * `proposed`.
 */
export const ClientAppearance = z.object({
  clientId: z.string(),
  publisher: z.nullable(z.string()),
  revision: z.int(),
  current: ShownOfClient,
  proposed: z.nullable(ShownOfClient),
});
export const ClientAppearanceAnswer = z.object({ data: ClientAppearance });

/** A client's data for a decision, with its logos. */
export function presentClientAppearance(
  client: ReviewedClient &
    Pick<z.output<typeof ClientAppearance>, 'clientId' | 'publisher' | 'revision'>,
  logos: ReadonlyMap<string, { readonly content: string; readonly side: number }>,
): z.output<typeof ClientAppearance> {
  const shown = ({ name, privacyUri, redirectUris, scopes, logo }: ReviewedFields) => {
    const found = logo === null ? undefined : logos.get(logo);
    return {
      ...{ name, privacyUri, redirectUris, scopes },
      logo:
        logo === null || found === undefined
          ? null
          : {
              sha256: logo,
              side: found.side,
              contentType: 'image/png' as const,
              contentBase64: found.content,
            },
    };
  };
  const { clientId, publisher, revision, proposed } = client;
  return {
    ...{ clientId, publisher, revision },
    current: shown(client),
    proposed: proposed && shown(proposed),
  };
}
