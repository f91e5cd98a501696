import * as z from 'zod/mini';

/** The service answers. It says nothing of the table, which other routes would report. */
export const Health = z.object({ status: z.literal('ok') });
