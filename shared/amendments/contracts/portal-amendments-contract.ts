import * as z from 'zod/mini';
import {
  type AddressLineName,
  addressFormFields,
  addressTyped,
  countryCodeOf,
  typedAddress,
} from '../../kernel/contracts/address.ts';
import { FormId, PageLanguage, Paragraph } from '../../kernel/contracts/form-fields.ts';
import { endsInLegalEnding } from '../../kernel/contracts/legal-ending.ts';
import { Id, Name } from '../../kernel/contracts/text.ts';
import { isCountryCode } from '../../kernel/domain/country.ts';
import { picked } from '../../kernel/domain/fields.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import { noChanges, type ProposedChanges } from '../domain/proposed-changes.ts';
import { CreateAmendment } from './amendment.ts';

/** Path of an entity's amendments, for its representatives. */
export const OwnAmendments = z.object({ entityId: Id });

/** Path of one amendment. */
export const OwnFiling = z.object({ entityId: Id, filingId: Id });

/** The form that submits a paid amendment again. */
export const SubmitForm = z.object({});

/** The form with which a representative objects to an amendment; the note may be empty. */
export const ObjectionForm = z.object({
  note: z.pipe(
    Paragraph('note', 2000),
    z.transform((note: string) => note || null),
  ),
});

export function newAmendmentPath(entityId: string) {
  return `/portal/legal-entities/${entityId}/amendments/new` as const;
}

export function amendmentPath(entityId: string, filingId: string) {
  return `/portal/legal-entities/${entityId}/amendments/${filingId}` as const;
}

const Typed = z._default(z.string().check(z.maxLength(1000)), '');

/** Fields that are stored as entered. */
const textFields = { name: Typed, extension: Typed };
const textNames = Object.keys(textFields) as readonly (keyof typeof textFields)[]; // the keys of the literal above

/** The fields of a proposal: the desired state of the entity. The API's schema validates the values. */
export const ProposalForm = z.object({
  formId: FormId,
  /** The version of the draft that was shown; absent for a new draft. */
  version: z.optional(z.string().check(z.regex(/^[1-9][0-9]{0,8}$/))),
  ...textFields,
  order: z._default(z.enum(['name-first', 'extension-first']), 'name-first'),
  ...addressFormFields,
});
export type ProposalForm = z.output<typeof ProposalForm>;

export type TypedProposal = Omit<ProposalForm, 'formId' | 'version'>;

/** The form filled with the current values. */
export function typedProposal(entity: AmendableEntity): TypedProposal {
  return {
    name: entity.name,
    extension: entity.extension,
    order: entity.nameStartsWithExtension ? 'extension-first' : 'name-first',
    ...typedAddress(entity.principalOfficeAddress),
  };
}

/** The fields that can have an error. */
export type ProposalField = keyof typeof textFields | AddressLineName;

/** A field's problem: empty, too long (`most` characters), or with characters that are not allowed. */
export type ProposalComplaint =
  | { readonly kind: 'missing' | 'characters' | 'ending' | 'country' }
  | { readonly kind: 'long'; readonly most: number };

export type ReadProposal =
  | { readonly ok: true; readonly changes: ProposedChanges }
  /** The form contains no changes. */
  | { readonly ok: false; readonly unchanged: true }
  | {
      readonly ok: false;
      readonly unchanged: false;
      readonly complaints: Readonly<Partial<Record<ProposalField, ProposalComplaint>>>;
    };

/** The changes that a form proposes: the fields that differ from the entity, validated by the API's schema. */
export function readProposal(form: ProposalForm, entity: AmendableEntity): ReadProposal {
  const office = addressTyped(form);
  const extensionFirst = form.order === 'extension-first';
  const before = typedProposal(entity);
  const changed = textNames.filter((name) => form[name] !== before[name]);
  const sent = {
    ...noChanges,
    ...picked(form, changed),
    nameStartsWithExtension:
      extensionFirst === entity.nameStartsWithExtension ? null : extensionFirst,
    principalOfficeAddress: isSameOffice(office, entity) ? null : office,
  };
  if (Object.values(sent).every((value) => value === null)) return { ok: false, unchanged: true };
  const result = z.safeParse(CreateAmendment, sent);
  const country = sent.principalOfficeAddress?.country ?? '';
  // The form has a list of countries, while the API accepts any text.
  const isListed = country === '' || isCountryCode(country);
  if (result.success && isListed) return { ok: true, changes: result.data };
  const complaints: Partial<Record<ProposalField, ProposalComplaint>> = isListed
    ? {}
    : { country: { kind: 'country' } };
  for (const issue of result.error?.issues ?? []) {
    const field = fieldOf(issue.path);
    complaints[field] ??= complaintOf(issue, field, form[field]);
  }
  return { ok: false, unchanged: false, complaints };
}

/** Whether the address is unchanged. An empty form does not remove an office. */
function isSameOffice(
  office: AmendableEntity['principalOfficeAddress'],
  { principalOfficeAddress: before }: AmendableEntity,
): boolean {
  if (office === null) return true;
  // The form contains the country's code, while the register may contain its name.
  const country = before === null ? null : countryCodeOf(before.country);
  return isSameValue(office, before && { ...before, country });
}

const fields: readonly string[] = [...textNames, ...Object.keys(addressFormFields)];

/** The form field for a path in the request body. */
function fieldOf(path: readonly PropertyKey[]): ProposalField {
  const name = String(path.at(-1));
  // `includes` has just checked it.
  return fields.includes(name) ? (name as ProposalField) : 'name';
}

function complaintOf(
  issue: z.core.$ZodIssue,
  field: ProposalField,
  typed: string,
): ProposalComplaint {
  if (typed.trim() === '') return { kind: 'missing' };
  if (issue.code === 'too_big') return { kind: 'long', most: Number(issue.maximum) };
  if (field === 'name' && endsInLegalEnding(typed.trim())) return { kind: 'ending' };
  return { kind: 'characters' };
}

const nameError = 'Enter your full name';
const agreeError = 'Tick the box to sign the amendment';
const versionError = 'Open the page again';
const notAgreed: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off']);

/** The form that signs a filing. `version` is the filing's version shown on the page. */
export const SignAmendment = z.object({
  signerName: z.pipe(
    z
      .string({ error: nameError })
      .check(
        z.trim(),
        z.minLength(1, { error: nameError }),
        z.maxLength(200, { error: 'The name must have at most 200 characters' }),
      ),
    Name(200),
  ),
  agree: z
    .string({ error: agreeError })
    .check(z.refine((value) => !notAgreed.has(value.trim().toLowerCase()), { error: agreeError })),
  version: z.pipe(
    z.string({ error: versionError }).check(z.regex(/^[1-9]\d{0,8}$/, { error: versionError })),
    z.transform(Number),
  ),
  language: PageLanguage,
});
export type SignAmendment = z.output<typeof SignAmendment>;
