import * as z from 'zod/mini';
import { PageOf } from '../../kernel/contracts/pagination.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import { type Product, products } from '../../kernel/domain/product.ts';
import { type StaffMember, type StaffRole, staffRoles } from '../domain/staff-rights.ts';

const roles = z.array(z.enum(staffRoles)).check(z.minLength(1), z.maxLength(staffRoles.length));
const subjectTypes = z.nullable(
  z.array(z.enum(products)).check(z.minLength(1), z.maxLength(products.length)),
);

/**
 * Body of `POST /admin/v1/staff`. `subjectTypes` are the types that a reviewer decides; null or
 * absent: all.
 */
export const AddStaff = z.object({ personId: Id, roles, subjectTypes: z.optional(subjectTypes) });

/**
 * Body of `PATCH /admin/v1/staff/{id}`: an absent field does not change; `version` is the one that
 * was read.
 */
export const ReviseStaff = z.object({
  roles: z.optional(roles),
  subjectTypes: z.optional(subjectTypes),
  version: z.optional(z.int().check(z.gte(1))),
});

/** A current or previous staff member; `id` is the person's. */
export const Staff = z.object({
  id: Id,
  status: z.enum(['active', 'removed']),
  roles: z.array(z.enum(staffRoles)),
  subjectTypes: z.nullable(z.array(z.enum(products))),
  addedAt: OutputInstant,
  changedAt: OutputInstant,
  version: z.int(),
});
export const StaffAnswer = z.object({ data: Staff });
export const StaffPage = PageOf(Staff);

/** A staff member as operators see them: without name and address, which are at `/persons/{id}`. */
export function presentStaff(
  member: StaffMember & { readonly version: number },
): z.output<typeof Staff> {
  return presented(Staff, { ...member, id: member.personId });
}

/** The lists of a body, without duplicates. */
export function staffLists({
  roles: given,
  subjectTypes: types,
}: {
  readonly roles?: readonly StaffRole[] | undefined;
  readonly subjectTypes?: readonly Product[] | null | undefined;
}) {
  return {
    roles: given && [...new Set(given)],
    subjectTypes: types && [...new Set(types)],
  };
}

/** A new code: the only response that contains it. */
export const PasskeyCodeAnswer = z.object({
  data: z.object({ personId: Id, code: z.string(), expiresAt: OutputInstant }),
});
