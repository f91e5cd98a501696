import * as z from 'zod/mini';
import {
  type AddressLineName,
  addressTyped,
  countryCodeOf,
} from '../../kernel/contracts/address.ts';
import { endsInLegalEnding } from '../../kernel/contracts/legal-ending.ts';
import { isCountryCode } from '../../kernel/domain/country.ts';
import { isSameValue } from '../../kernel/domain/same-value.ts';
import type { AmendableEntity, ProposedChanges } from '../domain/proposed-changes.ts';
import { CreateAmendment } from './amendment.ts';
import type { ProposalForm } from './portal-amendments-contract.ts';

/** Fields of the form that something can be wrong with. */
export type ProposalField = 'name' | 'extension' | AddressLineName;

/** What is wrong with a field: it is empty, too long (`most` characters), or has what does not belong there. */
export type ProposalComplaint =
  | { readonly kind: 'missing' | 'characters' | 'ending' | 'country' }
  | { readonly kind: 'long'; readonly most: number };

export type ReadProposal =
  | { readonly ok: true; readonly changes: ProposedChanges }
  /** The form says what the register says already. */
  | { readonly ok: false; readonly unchanged: true }
  | {
      readonly ok: false;
      readonly unchanged: false;
      readonly complaints: Readonly<Partial<Record<ProposalField, ProposalComplaint>>>;
    };

/** What a form proposes: where it differs from the entity. The API's own schema judges it. */
export function readProposal(form: ProposalForm, entity: AmendableEntity): ReadProposal {
  const office = addressTyped(form);
  const extensionFirst = form.order === 'extension-first';
  const sent = {
    name: form.name === entity.name ? null : form.name,
    extension: form.extension === entity.extension ? null : form.extension,
    nameStartsWithExtension:
      extensionFirst === entity.nameStartsWithExtension ? null : extensionFirst,
    principalOfficeAddress: isSameOffice(office, entity) ? null : office,
  };
  if (Object.values(sent).every((value) => value === null)) return { ok: false, unchanged: true };
  const result = z.safeParse(CreateAmendment, sent);
  const country = sent.principalOfficeAddress?.country ?? '';
  // The form has a list of countries; the API takes any text.
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

/** An address that was left as it stands; an office is not given up by an empty form. */
function isSameOffice(
  office: AmendableEntity['principalOfficeAddress'],
  { principalOfficeAddress: before }: AmendableEntity,
): boolean {
  if (office === null) return true;
  // The form has the country's code, which the register may know by its name.
  const country = before === null ? null : countryCodeOf(before.country);
  return isSameValue(office, before && { ...before, country });
}

const fields: readonly string[] = [
  'name',
  'extension',
  'line1',
  'line2',
  'city',
  'state',
  'postalCode',
  'country',
] satisfies readonly ProposalField[];

/** The field from which came what stands at this place. */
function fieldOf(path: readonly PropertyKey[]): ProposalField {
  const name = String(path.at(-1));
  // Just looked up.
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
