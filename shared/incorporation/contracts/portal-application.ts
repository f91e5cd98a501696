import * as z from 'zod/mini';
import { FormId } from '../../kernel/contracts/form-fields.ts';
import { Id } from '../../kernel/contracts/text.ts';

/** Path of the page of your own application. */
export const OwnApplication = z.object({ applicationId: Id });

/** The page of your own applications. */
export const applicationsPath = '/portal/applications';

/** Where an owner sees an application, from the origin on. */
export function applicationPath(applicationId: string): `/${string}` {
  return `${applicationsPath}/${applicationId}`;
}

/** How its owner ends an application. */
export const EndApplication = z.object({ act: z.enum(['delete', 'withdraw']) });

/** The page on which an application is begun, or a draft changed. */
export const newApplicationPath = '/portal/applications/new';

/** The lines of an address, as a form names them behind the name of the address. */
export const addressParts = ['Line1', 'Line2', 'City', 'State', 'PostalCode', 'Country'] as const;
export type AddressPart = (typeof addressParts)[number];

/** The addresses of the form. */
export const addressNames = ['office', 'agentOffice', 'agentMailing'] as const;
export type AddressName = (typeof addressNames)[number];

/** The optional details of the business, under their API names. */
export const businessQuestions = [
  'industry',
  'whatIsYourBusinessIntendingToDo',
  'website',
] as const;

/** The fields of the form, in its order; each is sent as text. */
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

/** The entered values. */
export type ApplicationText = Readonly<Record<ApplicationField, string>>;

type AddressField<Name extends AddressName> = `${Name}${AddressPart}`;

function addressFields<Name extends AddressName>(name: Name): readonly AddressField<Name>[] {
  return addressParts.map((part): AddressField<Name> => `${name}${part}`);
}

const Text = z._default(z.string(), '');
// Each of the fields, and no other name.
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
  /** The draft that is changed, and its version that was shown. */
  draft: z.optional(Id),
  version: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,8}$/))),
  ...texts,
});
export type ApplicationForm = z.output<typeof ApplicationForm>;

/** The initial values of the form: a rejected application, to start again, or a draft, to change it. */
export const NewApplicationQuery = z.object({ from: z.optional(Id), draft: z.optional(Id) });

/** Query of the list: a draft was just deleted, to say so. */
export const DeletedQuery = z.object({ deleted: z.optional(z.string()) });
