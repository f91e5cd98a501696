import * as z from 'zod/mini';
import { amendmentPath } from '../../amendments/contracts/portal-amendments-contract.ts';
import { certificatePath } from '../../certificates/contracts/portal-certificates-contract.ts';
import { FormId, Repeated } from '../../kernel/contracts/form-fields.ts';
import { pageParameters, sortParameters } from '../../kernel/contracts/pagination.ts';
import { ById, CalendarDate, Id, OptionalFreeLine } from '../../kernel/contracts/text.ts';
import { products } from '../../kernel/domain/product.ts';
import { partnerScopes } from '../../kernel/domain/scopes.ts';
import { paymentCaseStatuses } from '../../payments/domain/payment-case.ts';
import { voucherKinds } from '../../payments/domain/voucher.ts';
import { approvalStatuses } from '../../staff/domain/operator-approval.ts';
import { staffRoles } from '../../staff/domain/staff-rights.ts';

/** The entered code to verify. Without it, the page asks for one. */
export const StartPageQuery = z.object({ code: z.optional(z.string()) });

/** The chosen language and the page to return to. Invalid values are ignored. */
export const LanguageChoice = z.object({
  to: z.optional(z.string()),
  next: z.optional(z.string()),
});

/** `entity`: the legal entity whose invoices are shown. If absent, your own. */
export const OwnInvoicesQuery = z.object({ entity: z.optional(Id) });

export const OwnInvoicePath = z.object({ invoiceId: Id });

/** The path of your own invoices, or of those of a legal entity. */
export function invoicesPath(entityId?: string) {
  return entityId === undefined
    ? '/portal/invoices'
    : (`/portal/invoices?entity=${entityId}` as const);
}

/** The invoice as a PDF, which another function makes: see decision 85. */
export function invoicePaperPath(invoiceId: string) {
  return `/portal/files/invoices/${invoiceId}` as const;
}

/** The page of an entity's filing; null for other subjects. */
export function filingPath(type: unknown, entityId: string, id: string) {
  if (type === 'amendment') return amendmentPath(entityId, id);
  return type === 'certificate_request' ? certificatePath(entityId, id) : null;
}

/** Query of the search for people: a full email address, a permit number, or the first letters of names. */
export const PeopleQuery = z.object({ q: z.optional(OptionalFreeLine(200)) });

/** `sent`: the email that was just sent again. */
export const ContactQuery = z.object({ sent: z.optional(z.string().check(z.maxLength(200))) });

export const ContactOf = ById;

/** Which email to send again, by its key on the page. */
export const ResendForm = z.object({ mail: z.string().check(z.maxLength(200)) });

const Filter = z.optional(OptionalFreeLine(200));

/** A UTC day. A form with an empty field sends an empty text. */
const Day = z.optional(z.union([z.literal(''), CalendarDate]));

/** Query of the audit trail. An empty filter does not filter. */
export const TrailQuery = z.object({
  subject: Filter,
  actor: Filter,
  action: Filter,
  from: Day,
  until: Day,
  ...sortParameters('time'),
  /** If absent, the page. */
  format: z.optional(z.literal('csv')),
  after: pageParameters.cursor,
});

/** Query of the console's search for legal entities: a permit number, or the first letters of words of a name. */
export const EntitiesQuery = z.object({ q: z.optional(OptionalFreeLine(200)) });

/** `done`: what was just done. `restored`: the form is only shown again. */
export const DoneQuery = z.object({
  done: z.optional(z.enum(['tax', 'dissolve', 'add', 'remove'])),
  restored: z.optional(z.literal('nothing')),
});

const Typed = z._default(OptionalFreeLine(300), '');

/** An operator's action on a legal entity. Until it is `confirmed`, the page shows its effect. */
export const ConsoleEntityForm = z.object({
  act: z.enum(['tax', 'dissolve', 'add', 'remove', 'back']),
  taxState: Typed,
  /** A UTC day. */
  dissolutionDate: Typed,
  /** The person to add: a full email address or a permit number. */
  person: Typed,
  /** The person to add or remove. */
  personId: z._default(z.union([z.literal(''), Id]), ''),
  confirmed: z.optional(z.literal('yes')),
});

/** Query of the approvals. If absent, open ones. */
export const ApprovalsQuery = z.object({
  status: z.optional(z.enum(approvalStatuses)),
  after: pageParameters.cursor,
});

/** `asked`: the reader has just asked for it. */
export const ApprovalPageQuery = z.object({
  asked: z.optional(z.literal('yes')),
  restored: z.optional(z.literal('nothing')),
});

export const ConsoleApprovalForm = z.object({ act: z.enum(['approve', 'refuse', 'withdraw']) });

/** `restored`: the form is only shown again. */
export const NewThingQuery = z.object({ restored: z.optional(z.literal('nothing')) });

const confirmed = z.optional(z.literal('yes'));

/** Query of the vouchers. `code`: the full code of one. */
export const VouchersQuery = z.object({ code: Filter, after: pageParameters.cursor });

export const ConsoleVoucherForm = z.object({
  formId: FormId,
  act: z.literal('voucher'),
  kind: z.enum(voucherKinds, { error: 'Choose what the voucher pays' }),
  percent: Typed,
  /** In whole units of the currency, with cents after a point. */
  amount: Typed,
  currency: Typed,
  product: Repeated(products, 'Choose from the list'),
  /** A UTC day. */
  expiresAt: Typed,
  code: Typed,
});

/** Query of the partners, by the days of their registration. */
export const PartnersQuery = z.object({ from: Day, until: Day, after: pageParameters.cursor });

export const ConsolePartnerForm = z.object({
  formId: FormId,
  act: z.literal('partner'),
  name: Typed,
  /** One per line. */
  origins: z._default(z.string().check(z.maxLength(10_000)), ''),
  claimMails: Typed,
});

/** `done`: what was just done. `after`: where this page of keys begins. */
export const PartnerQuery = z.object({
  done: z.optional(z.enum(['partner', 'revoke', 'suspend', 'resume'])),
  restored: z.optional(z.literal('nothing')),
  after: pageParameters.cursor,
});

/** An operator's action on a partner. Until it is `confirmed`, the page shows its effect. */
export const ConsolePartnerActForm = z.object({
  act: z.enum(['key', 'revoke', 'suspend', 'resume', 'back']),
  formId: z.optional(FormId),
  label: Typed,
  scope: Repeated(partnerScopes, 'Choose from the list'),
  /** The key that is revoked. */
  keyId: z._default(z.union([z.literal(''), Id]), ''),
  confirmed,
});

/** Query of the payment cases. If absent, all. */
export const PaymentCasesQuery = z.object({
  ...sortParameters('found'),
  status: z.optional(z.union([z.literal(''), z.enum(paymentCaseStatuses)])),
  after: pageParameters.cursor,
});

export const PaymentCasePageQuery = z.object({
  done: z.optional(z.enum(['take', 'close'])),
  restored: z.optional(z.literal('nothing')),
});

export const ConsolePaymentCaseForm = z.object({
  act: z.enum(['take', 'close']),
  reason: z._default(OptionalFreeLine(1_000), ''),
});

/** Query of staff. If absent, all roles, and everyone who has one. */
export const StaffQuery = z.object({
  role: z.optional(z.union([z.literal(''), z.enum(staffRoles)])),
  status: z.optional(z.enum(['active', 'removed'])),
  after: pageParameters.cursor,
});

const rolesAndTypes = {
  role: Repeated(staffRoles, 'Choose from the list'),
  /** Empty: all types of cases. */
  type: Repeated(products, 'Choose from the list'),
};

/** The person to add, found as for representatives. */
export const ConsoleStaffForm = z.object({
  act: z.enum(['staff', 'back']),
  person: Typed,
  personId: z._default(z.union([z.literal(''), Id]), ''),
  ...rolesAndTypes,
  confirmed,
});

export const StaffMemberQuery = z.object({
  done: z.optional(z.enum(['staff', 'roles', 'leave'])),
  restored: z.optional(z.literal('nothing')),
});

export const ConsoleStaffActForm = z.object({
  act: z.enum(['roles', 'leave', 'code', 'back']),
  ...rolesAndTypes,
  /** The version that the page showed. */
  version: z._default(z.union([z.literal(''), z.string().check(z.regex(/^\d{1,9}$/))]), ''),
  formId: z.optional(FormId),
  confirmed,
});
