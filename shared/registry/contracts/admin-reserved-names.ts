import * as z from 'zod/mini';
import { FreeLine, Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { EntityName, OptionId } from './admin-entities.ts';

/** Body of `POST /admin/v1/reserved_names`. `optionId` absent or null: for every option. */
export const ReserveName = z.object({
  name: EntityName,
  optionId: z.optional(z.nullable(OptionId)),
  reason: z.optional(z.nullable(FreeLine(500))),
});
export type ReserveName = z.output<typeof ReserveName>;

export const ReservedName = z.object({
  id: Id,
  name: z.string(),
  optionId: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  createdAt: OutputInstant,
});
export type ReservedName = z.output<typeof ReservedName>;

export const ReservedNameAnswer = z.object({ data: ReservedName });

/** A reserved name as operators see it (admin 3). */
export function presentReservedName(reserved: ReservedName): ReservedName {
  const { id, name, optionId, reason, createdAt } = reserved;
  return { id, name, optionId, reason, createdAt };
}
