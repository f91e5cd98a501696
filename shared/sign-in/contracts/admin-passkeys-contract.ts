import * as z from 'zod/mini';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';

export const ByPasskey = z.object({ id: Id, passkeyId: Id });

/** A passkey as operators see it, without its name and its key. */
export const PasskeySummary = z.object({
  id: Id,
  synced: z.boolean(),
  validForDecisions: z.boolean(),
  createdAt: OutputInstant,
  lastUsedAt: z.nullable(OutputInstant),
  suspendedAt: z.nullable(OutputInstant),
});
export const PasskeyAnswer = z.object({ data: PasskeySummary });
export const PasskeyList = z.object({ data: z.array(PasskeySummary) });

/** A passkey as operators see it. `validForDecisions`: it can be used for staff decisions. */
export function presentPasskey(passkey: {
  readonly id: string;
  readonly synced: boolean;
  readonly trustedBy?: string | undefined;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly suspendedAt: string | null;
}): z.output<typeof PasskeySummary> {
  const { id, synced, trustedBy, createdAt, lastUsedAt, suspendedAt } = passkey;
  const validForDecisions = trustedBy !== undefined && suspendedAt === null;
  return { id, synced, validForDecisions, createdAt, lastUsedAt, suspendedAt };
}
