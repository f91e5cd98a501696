import * as z from 'zod/mini';
import { Repeated } from '../../kernel/contracts/form-fields.ts';
import { Id } from '../../kernel/contracts/text.ts';
import { agentScopes } from '../../kernel/domain/scopes.ts';
import { isClientId } from '../domain/client-metadata.ts';
import { userCodeKey } from '../domain/device-authorization.ts';

/** The page's URL contains the request's handle. A malformed handle is an unknown request. */
export const ConsentQuery = z.object({ request: z.optional(z.string()) });

const undecided = 'Choose whether to allow access';

/** A form field that is absent, sent once or sent several times, as a list without duplicates. */
const ChosenEntities = z.pipe(
  z.transform((sent: unknown) => (sent === undefined ? [] : [...new Set([sent].flat())])),
  z
    .array(Id, { error: 'Choose from the list' })
    .check(z.maxLength(1_000, { error: 'Choose from the list' })),
);

export const ConsentForm = z.object({
  decision: z.enum(['approve', 'deny'], { error: undecided }),
  legalEntityId: ChosenEntities,
  /** Scopes of Agent Keys. */
  scope: Repeated(agentScopes, 'Choose from the list'),
  approval: z.optional(z.string()),
});

export const SharedEntities = z.object({ legalEntityId: ChosenEntities });

export const ConnectedClient = z.object({
  clientId: z.string().check(z.refine(isClientId, { error: 'Not a client' })),
});

/** `user_code` prefills the field; the user still has to submit it. */
export const DeviceQuery = z.object({ user_code: z.optional(z.string()) });

const codeError = 'Enter the eight letters of the code';

/** A user code; case, hyphens and spaces are ignored. */
const UserCode = z.pipe(
  z.string({ error: codeError }).check(
    z.maxLength(100, { error: codeError }),
    z.refine((text) => userCodeKey(text) !== null, { error: codeError }),
  ),
  z.transform((text: string) => userCodeKey(text) ?? ''),
);

export const EnterUserCode = z.object({ user_code: UserCode });

/** `proof` shows that the code was entered in this session. */
export const DeviceConsentQuery = z.object({
  user_code: z.optional(z.string()),
  proof: z.optional(z.string()),
});

export const DeviceConsentForm = ConsentForm;

export const DeviceDoneQuery = z.object({ decision: z.optional(z.string()) });
