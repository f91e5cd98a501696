import * as z from 'zod/mini';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';

/** What a key says of itself. `lastFour` helps its owner to tell it from others. */
export const WhoAmI = z.object({
  data: z.object({
    kind: z.enum(['standard', 'agent', 'partner']),
    scopes: z.array(z.string()),
    ownerId: Id,
    label: z.nullable(z.string()),
    createdAt: OutputInstant,
    lastFour: z.string().check(z.length(4)),
  }),
});

const Window = z.object({
  window: z.enum(['minute', 'day']),
  limit: z.int(),
  remaining: z.int(),
  resetAt: OutputInstant,
});

/** Use of the limits on verify_rpn and registry search, counted per UTC minute and UTC day. */
export const RateLimitStatus = z.object({ data: z.object({ limits: z.array(Window) }) });
