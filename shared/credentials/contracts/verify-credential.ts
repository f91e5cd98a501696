import * as z from 'zod/mini';

/** The form of the page: whatever was pasted, for the page to explain. */
export const VerifyCredential = z.object({ credential: z.optional(z.string()) });

/** The content type of a signed status list. */
export const statusListType = 'application/statuslist+jwt';

/** Path of a status list; one that there is not is answered as every address where nothing is. */
export const StatusListPath = z.object({ list: z.string() });

/** `time`: how the list was at another moment, which is not kept. */
export const StatusListQuery = z.object({ time: z.optional(z.string()) });
