import * as z from 'zod/mini';

/** What somebody wants verified, as they typed it; without it, the page asks for it. */
export const FrontDoorQuery = z.object({ code: z.optional(z.string()) });
