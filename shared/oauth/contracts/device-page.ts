import * as z from 'zod/mini';
import { userCodeKey } from '../domain/device-authorization.ts';
import { ConsentForm } from './consent.ts';

/** `user_code` fills the field in; it is still the user who sends it. */
export const DeviceQuery = z.object({ user_code: z.optional(z.string()) });

const codeError = 'Enter the eight letters of the code';

/** Case, hyphens and spaces are ignored. */
const UserCode = z.pipe(
  z.string({ error: codeError }).check(
    z.maxLength(100, { error: codeError }),
    z.refine((text) => userCodeKey(text) !== null, { error: codeError }),
  ),
  z.transform((text: string) => userCodeKey(text) ?? ''),
);

export const EnterUserCode = z.object({ user_code: UserCode });

/** `proof` shows that the code was entered in this very session. */
export const DeviceConsentQuery = z.object({
  user_code: z.optional(z.string()),
  proof: z.optional(z.string()),
});

export const DeviceConsentForm = ConsentForm;

export const DeviceDoneQuery = z.object({ decision: z.optional(z.string()) });
