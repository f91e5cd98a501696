import * as z from 'zod/mini';
import { FormId } from '../../kernel/contracts/form-fields.ts';
import { Id } from '../../kernel/contracts/text.ts';

/** Path of the page of the owner's application. */
export const OwnApplication = z.object({ applicationId: Id });

/** The path of the page that lists the owner's applications. */
export const applicationsPath = '/portal/applications';

/** The path of an application's page for its owner. */
export function applicationPath(applicationId: string): `/${string}` {
  return `${applicationsPath}/${applicationId}`;
}

/** The form with which an owner deletes or withdraws an application. */
export const EndApplication = z.object({ act: z.enum(['delete', 'withdraw']) });

/** The page on which an owner starts an application or edits a draft. */
export const newApplicationPath = '/portal/applications/new';

/** The lines of an address, as suffixes of field names. */
export const addressParts = ['Line1', 'Line2', 'City', 'State', 'PostalCode', 'Country'] as const;
export type AddressPart = (typeof addressParts)[number];

/** The addresses of the form. */
export const addressNames = ['office', 'agentOffice', 'agentMailing'] as const;
export type AddressName = (typeof addressNames)[number];

/** The optional business details, under their API names. */
export const businessQuestions = [
  'industry',
  'whatIsYourBusinessIntendingToDo',
  'website',
] as const;

/** The fields of the form, in display order; each is sent as text. */
export const applicationFields = [
  'name',
  'extension',
  'residencyType',
  'contactEmail',
  ...addressFields('office'),
  'agent',
  'agentAttn',
  'agentNumber',
  ...addressFields('agentOffice'),
  ...addressFields('agentMailing'),
  ...businessQuestions,
  'referralCode',
] as const;
export type ApplicationField = (typeof applicationFields)[number];

export type ApplicationText = Readonly<Record<ApplicationField, string>>;

type AddressField<Name extends AddressName> = `${Name}${AddressPart}`;

function addressFields<Name extends AddressName>(name: Name): readonly AddressField<Name>[] {
  return addressParts.map((part): AddressField<Name> => `${name}${part}`);
}

const Text = z._default(z.string(), '');
// The entries are exactly the fields.
const texts = Object.fromEntries(applicationFields.map((field) => [field, Text])) as Readonly<
  Record<ApplicationField, typeof Text>
>;

/**
 * The form as sent; `readApplicationForm` reads it. `step`: `check` shows the answers, `create` creates or changes the
 * draft, `change` returns to the fields.
 */
export const ApplicationForm = z.object({
  step: z._default(z.enum(['check', 'create', 'change']), 'check'),
  formId: FormId,
  /** The draft to change, and the version shown to the owner. */
  draft: z.optional(Id),
  version: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,8}$/))),
  ...texts,
});
export type ApplicationForm = z.output<typeof ApplicationForm>;

/** The source of the form's initial values: `from`, a rejected application, or `draft`, the draft to change. */
export const NewApplicationQuery = z.object({ from: z.optional(Id), draft: z.optional(Id) });

/** Query of the list. `deleted`: a draft was just deleted, or (`paid`) a checkout led back to one that is gone. */
export const DeletedQuery = z.object({ deleted: z.optional(z.string()) });
