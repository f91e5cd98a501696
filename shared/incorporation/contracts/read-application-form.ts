import * as z from 'zod/mini';
import { countryCodeOf } from '../../kernel/contracts/address.ts';
import { endsInLegalEnding } from '../../kernel/contracts/legal-ending.ts';
import { bareCode } from '../../kernel/domain/code.ts';
import { isCountryCode } from '../../kernel/domain/country.ts';
import { isResidentPermitNumber } from '../../people/domain/rpn.ts';
import type { SentParticulars } from '../domain/application-data.ts';
import { CreateApplication } from './application.ts';
import {
  type AddressName,
  type AddressPart,
  type ApplicationField,
  type ApplicationText,
  addressParts,
  applicationFields,
  businessQuestions,
} from './portal-application.ts';

/** A field's problem: empty, too long (`most` characters), or with characters that are not allowed. */
export type Complaint =
  | { readonly kind: 'missing' | 'characters' | 'email' | 'number' | 'choice' | 'ending' }
  | { readonly kind: 'long'; readonly most: number };

export type Complaints = Readonly<Partial<Record<ApplicationField, Complaint>>>;

/** The built-in registered agent, as the form and the API name it. */
export const builtInAgent = 'registry_employment_solutions';
/** The value in the form for a registered agent who is another resident. */
export const ownAgent = 'own';

/** The API request for a form, or the first violation of each field in display order. */
export function readApplicationForm(
  text: ApplicationText,
):
  | { readonly ok: true; readonly command: CreateApplication }
  | { readonly ok: false; readonly complaints: Complaints } {
  const body = bodyOf(text);
  const result = z.safeParse(CreateApplication, body);
  const complaints = countryComplaints(body);
  if (result.success && Object.keys(complaints).length === 0) {
    return { ok: true, command: result.data };
  }
  for (const issue of result.error?.issues ?? []) {
    const field = fieldOf(issue.path);
    // The mailing address is the agent's office, whose violations are reported separately.
    if (field.startsWith('agentMailing') && hasNoMailing(text)) continue;
    complaints[field] ??= complaintOf(issue, field, text[field]);
  }
  return { ok: false, complaints };
}

/** The form has a list of countries, while the API accepts any text. A missing country is reported separately. */
function countryComplaints({
  applicationData: { principalOffice, registeredAgentDetails: agent },
}: ReturnType<typeof bodyOf>): Partial<Record<ApplicationField, Complaint>> {
  const addresses = [
    ['officeCountry', principalOffice],
    ['agentOfficeCountry', agent?.officeAddress],
    ['agentMailingCountry', agent?.mailingAddress],
  ] as const;
  const wrong = addresses.filter(([, address]) => {
    const country = address?.['country'];
    return country !== undefined && country !== '' && !isCountryCode(country);
  });
  return Object.fromEntries(wrong.map(([field]) => [field, { kind: 'choice' as const }]));
}

/** The form values of an existing application. */
export function applicationText(sent: SentParticulars): ApplicationText {
  const { registeredAgentDetails: agent, analytics = {} } = sent;
  const [industry, purpose, website] = businessQuestions.map((name) => analytics[name] ?? '');
  return {
    name: sent.name,
    extension: sent.extension,
    residencyType: sent.residencyType,
    contactEmail: sent.contactEmail,
    ...addressText('office', sent.principalOffice),
    agent: agent === null ? builtInAgent : ownAgent,
    agentAttn: agent?.attn ?? '',
    agentNumber: agent?.residentPermitNumber ?? '',
    ...addressText('agentOffice', agent?.officeAddress),
    ...addressText('agentMailing', agent?.mailingAddress),
    industry: industry ?? '',
    whatIsYourBusinessIntendingToDo: purpose ?? '',
    website: website ?? '',
    referralCode: '',
  };
}

/** The values of an empty form. */
export function emptyText(): ApplicationText {
  return applicationText({
    name: '',
    extension: 'LLC',
    residencyType: '',
    contactEmail: '',
    principalOffice: noAddress,
    registeredAgentProvider: builtInAgent,
    registeredAgentDetails: null,
  });
}

const noAddress = { line1: '', city: '', postalCode: '', country: '' };

/** The API name of each address line. */
export const lineOf = {
  Line1: 'line1',
  Line2: 'line2',
  City: 'city',
  State: 'state',
  PostalCode: 'postalCode',
  Country: 'country',
} as const satisfies Readonly<Record<AddressPart, string>>;

type Address = SentParticulars['principalOffice'];
type AddressText<Name extends AddressName> = Readonly<Record<`${Name}${AddressPart}`, string>>;

function addressText<Name extends AddressName>(name: Name, address: Address = noAddress) {
  const entries = addressParts.map((part) => {
    const line = address[lineOf[part]] ?? '';
    return [`${name}${part}`, part === 'Country' ? countryCodeOf(line) : line];
  });
  // The entries cover each part.
  return Object.fromEntries(entries) as AddressText<Name>;
}

function bodyOf(text: ApplicationText) {
  const isOwn = text.agent === ownAgent;
  const office = addressOf('agentOffice', text);
  const mailing = addressOf('agentMailing', text);
  const analytics = businessQuestions.map((question) => [question, text[question].trim()]);
  return {
    applicationData: {
      residencyType: text.residencyType,
      entityType: 'llc',
      name: text.name,
      extension: text.extension,
      principalOffice: addressOf('office', text),
      contactEmail: text.contactEmail.trim(),
      registeredAgentProvider: isOwn ? null : text.agent,
      registeredAgentDetails: isOwn
        ? {
            attn: text.agentAttn,
            residentPermitNumber: bareCode(text.agentNumber),
            officeAddress: office,
            mailingAddress: hasNoMailing(text) ? office : mailing,
          }
        : null,
      analytics: Object.fromEntries(analytics),
    },
    ...(text.referralCode.trim() !== '' && { referralCode: text.referralCode }),
  };
}

/** Whether the mailing address is empty, so the office is used. */
function hasNoMailing(text: ApplicationText): boolean {
  return addressParts.every((part) => text[`agentMailing${part}`].trim() === '');
}

function addressOf(name: AddressName, text: ApplicationText) {
  const lines = addressParts.map((part) => {
    const typed = text[`${name}${part}`];
    return [lineOf[part], part === 'Country' ? countryCodeOf(typed) : typed] as const;
  });
  // Optional lines are omitted when empty.
  const filled = lines.filter(
    ([line, content]) => content.trim() !== '' || (line !== 'line2' && line !== 'state'),
  );
  const address: Readonly<Record<string, string>> = Object.fromEntries(filled);
  return address;
}

const places: Readonly<Record<string, ApplicationField>> = {
  registeredAgentProvider: 'agent',
  'registeredAgentDetails.attn': 'agentAttn',
  'registeredAgentDetails.residentPermitNumber': 'agentNumber',
  analytics: 'whatIsYourBusinessIntendingToDo',
};
const addresses: Readonly<Record<string, AddressName>> = {
  principalOffice: 'office',
  'registeredAgentDetails.officeAddress': 'agentOffice',
  'registeredAgentDetails.mailingAddress': 'agentMailing',
};

/** The form field for a path in the request body. */
function fieldOf(path: readonly PropertyKey[]): ApplicationField {
  const steps = path.map(String).filter((step) => step !== 'applicationData');
  const address = addresses[steps.slice(0, -1).join('.')];
  const part = addressParts.find((each) => lineOf[each] === steps.at(-1));
  if (address !== undefined && part !== undefined) return `${address}${part}`;
  const name = steps.at(-1) ?? '';
  // All other fields have their API name.
  return places[steps.join('.')] ?? (isField(name) ? name : 'name');
}

function isField(name: string): name is ApplicationField {
  return applicationFields.some((field) => field === name);
}

function complaintOf(issue: z.core.$ZodIssue, field: ApplicationField, content: string): Complaint {
  if (content.trim() === '') return { kind: field === 'residencyType' ? 'choice' : 'missing' };
  if (issue.code === 'too_big') return { kind: 'long', most: Number(issue.maximum) };
  if (field === 'name' && endsInLegalEnding(content.trim())) return { kind: 'ending' };
  if (field === 'contactEmail') return { kind: 'email' };
  if (field === 'agentNumber') {
    return isResidentPermitNumber(content) ? { kind: 'characters' } : { kind: 'number' };
  }
  return { kind: issue.code === 'invalid_value' ? 'choice' : 'characters' };
}
