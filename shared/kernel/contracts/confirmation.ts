import * as z from 'zod/mini';

/** A form that only says yes by being sent. */
export const Confirmation = z.object({});
