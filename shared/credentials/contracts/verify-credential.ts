import * as z from 'zod/mini';

/** The page's form accepts any text. The page explains an invalid one. */
export const VerifyCredential = z.object({ credential: z.optional(z.string()) });

/** The content type of a signed status list. */
export const statusListType = 'application/statuslist+jwt';

/** The path of a status list; an unknown list gets the same 404 as any unknown path. */
export const StatusListPath = z.object({ list: z.string() });

/** `time` requests an earlier version of the list, which is not supported. */
export const StatusListQuery = z.object({ time: z.optional(z.string()) });

/** How many credentials can be verified from one network. */
export const credentialChecks = { kind: 'credential_page', max: 30, window: 60_000 };
