import * as z from 'zod/mini';
import { Id } from '../../kernel/contracts/text.ts';

/** Query of the page for uploads: the file that was sent last, to show its URL. */
export const TaxProofQuery = z.object({ uploaded: z.optional(Id) });
