import * as z from 'zod/mini';
import { Email } from '../../kernel/contracts/email.ts';
import { presented } from '../../kernel/contracts/presented.ts';
import { Id, OutputInstant } from '../../kernel/contracts/text.ts';
import {
  mailAddressStatus,
  mailAddressStatuses,
  type Suppression,
} from '../domain/mail-address.ts';

/** Body of `POST /admin/v1/mail_addresses/unsuppress`. `complaint`: also lifts a spam complaint. */
export const UnsuppressAddress = z.object({ email: Email(), complaint: z.optional(z.boolean()) });
export type UnsuppressAddress = z.output<typeof UnsuppressAddress>;

export const SuppressedAddress = z.object({
  id: Id,
  email: z.string(),
  status: z.enum(mailAddressStatuses),
  bouncedAt: z.nullable(OutputInstant),
  bounceCause: z.nullable(z.string()),
  complainedAt: z.nullable(OutputInstant),
  complaintCause: z.nullable(z.string()),
  suppressedAt: z.nullable(OutputInstant),
});
export type SuppressedAddress = z.output<typeof SuppressedAddress>;

export const SuppressedAddressAnswer = z.object({ data: SuppressedAddress });

/** An address with its suppression, as operators see it. */
export function presentSuppressedAddress(
  address: Omit<SuppressedAddress, 'status'> & Suppression,
): SuppressedAddress {
  return presented(SuppressedAddress, { ...address, status: mailAddressStatus(address) });
}
