import * as z from 'zod/mini';
import { Id } from '../../kernel/contracts/text.ts';
import { isClientId } from '../domain/client-id.ts';

/** The page's address carries the request's handle. Anything that can't be one is an unknown request. */
export const ConsentQuery = z.object({ request: z.optional(z.string()) });

const undecided = 'Choose whether to allow it';

/** A name that is not sent, sent once or sent several times, as a list without repetitions. */
export const ChosenEntities = z.pipe(
  z.transform((sent: unknown) => (sent === undefined ? [] : [...new Set([sent].flat())])),
  z
    .array(Id, { error: 'Choose from the list' })
    .check(z.maxLength(1_000, { error: 'Choose from the list' })),
);

export const ConsentForm = z.object({
  decision: z.enum(['approve', 'deny'], { error: undecided }),
  legalEntityId: ChosenEntities,
});

export const SharedEntities = z.object({ legalEntityId: ChosenEntities });

export const ConnectedClient = z.object({
  clientId: z.string().check(z.refine(isClientId, { error: 'Not a client' })),
});
