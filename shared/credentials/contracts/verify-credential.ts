import * as z from 'zod/mini';

/** The page's form: any text. The page explains an invalid one. */
export const VerifyCredential = z.object({ credential: z.optional(z.string()) });

/** The content type of a signed status list. */
export const statusListType = 'application/statuslist+jwt';

/** Path of a status list; one that there is not is answered as every address where nothing is. */
export const StatusListPath = z.object({ list: z.string() });

/** `time`: how the list was at another moment, which is not kept. */
export const StatusListQuery = z.object({ time: z.optional(z.string()) });

/** How many credentials one network can have checked. */
export const credentialChecks = { kind: 'credential_page', max: 30, window: 60_000 };
