import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineApprovedRoute } from '../../kernel/http/approved-route.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  ByResidency,
  CreatePerson,
  GrantResidency,
  PersonAnswer,
  PersonPage,
  PersonQuery,
  ResidencyAnswer,
  RevisePerson,
  TerminateResidency,
} from '../contracts/admin-people-contract.ts';
import * as peopleErrors from '../errors/people-errors.ts';

const person = {
  id: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  email: 'ada@example.com',
  emailVerified: false,
  givenName: 'Ada',
  surname: 'Lovelace',
  dateOfBirth: '1985-12-10',
  sex: 'female',
  countryOfBirth: 'GB',
  citizenships: ['GB'],
  address: null,
  phoneNumber: null,
  residentPermitNumber: null,
  residency: null,
  status: 'active',
  createdAt: '2026-01-16T09:30:00.000Z',
};

const residency = {
  id: '5c8a5a8e-8f6c-4d7a-b2f5-0c1d2e3f4a5b',
  residencyType: 'e-Resident',
  effectiveDate: '2026-01-16T09:30:00.000Z',
  terminationDate: null,
  active: true,
  residentPermitNumber: '90000000000019',
};

/** What most of these rows have in common. */
const shared = {
  entry: 'functions/admin/people.ts',
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 2',
} as const;

export const adminCreatePerson = defineRoute({
  ...shared,
  operationId: 'adminCreatePerson',
  method: 'POST',
  path: '/admin/v1/persons',
  summary: 'Register a person',
  description: 'The account exists immediately, even before the person has entered a name.',
  body: CreatePerson,
  response: PersonAnswer,
  example: {
    request: { email: 'ada@example.com', givenName: 'Ada', surname: 'Lovelace' },
    response: { data: person },
  },
  errors: [
    ...apiErrors.operatorErrors,
    apiErrors.invalidBody,
    apiErrors.unknownReferralCode,
    peopleErrors.emailTaken,
  ],
  writes: {
    put: ['audit', 'email', 'listed', 'person', 'referredPerson'],
    check: ['referralCode'],
  },
});

export const adminListPersons = defineRoute({
  ...shared,
  operationId: 'adminListPersons',
  method: 'GET',
  path: '/admin/v1/persons',
  summary: 'List people, or find them by address, number or name',
  description:
    'Newest first. `email` and `residentPermitNumber` must match in full. `name` and `emailPart` find people by the first letters of words in the name or the address. One of these words must be the first word of the given names, the surname, the address or the domain. Case and accents are ignored; words of one or two letters must match in full. These pages can be shorter than `limit`, and results can be a second old.',
  query: PersonQuery,
  response: PersonPage,
  example: { response: { data: [person], pagination: { limit: 50, nextCursor: null } } },
  errors: apiErrors.operatorErrors,
  indexes: ['gsi1', 'gsi2'],
});

export const adminGetPerson = defineRoute({
  ...shared,
  operationId: 'adminGetPerson',
  method: 'GET',
  path: '/admin/v1/persons/{id}',
  summary: 'Read a person',
  description: 'Returns the person, the account and the most recently granted residency.',
  params: ById,
  response: PersonAnswer,
  example: { response: { data: person } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminRevisePerson = defineApprovedRoute({
  ...shared,
  operationId: 'adminRevisePerson',
  method: 'PATCH',
  path: '/admin/v1/persons/{id}',
  summary: 'Change a person’s details',
  description:
    'Fields that you leave out stay as they are, null clears a field, and a list replaces the previous one. A new email address is unverified and ends all sessions and authorizations. Both addresses get an email that lists the account’s keys; `revokeKeys` revokes these keys as well. With `correction`, the audit trail records that the old value was wrong. Old values are not kept.',
  params: ById,
  body: RevisePerson,
  response: PersonAnswer,
  example: { request: { givenName: 'Augusta' }, response: { data: person } },
  errors: [
    ...apiErrors.operatorErrors,
    apiErrors.invalidBody,
    apiErrors.notFound,
    peopleErrors.emailTaken,
    apiErrors.personErased,
  ],
  writes: {
    put: ['actReason', 'audit', 'email', 'emailChange', 'event', 'permitHolder', 'person'],
    update: ['apiKey', 'ownedKey', 'permitsFiled'],
    delete: ['email', 'permitHolder'],
  },
});

export const adminGrantResidency = defineApprovedRoute({
  ...shared,
  operationId: 'adminGrantResidency',
  method: 'POST',
  path: '/admin/v1/persons/{id}/residencies',
  summary: 'Grant a residency',
  description:
    'The first grant allocates the resident permit number, which never changes. A previous residency ends at the latest when this one begins. If someone with a permit number has the same date of birth and a similar name, the first grant needs a `samePersonReason`. The audit trail stores it.',
  params: ById,
  body: GrantResidency,
  response: ResidencyAnswer,
  example: { request: { residencyType: 'e-Resident' }, response: { data: residency } },
  errors: [
    ...apiErrors.operatorErrors,
    apiErrors.invalidBody,
    apiErrors.notFound,
    apiErrors.personErased,
    peopleErrors.mayHavePermit,
  ],
  writes: {
    put: ['actReason', 'audit', 'permitHolder', 'person', 'residency', 'residentPermitNumber'],
    update: ['permitsFiled'],
  },
});

export const adminTerminateResidency = defineRoute({
  ...shared,
  operationId: 'adminTerminateResidency',
  method: 'POST',
  path: '/admin/v1/persons/{id}/residencies/{residencyId}/terminate',
  summary: 'End a residency, now or on a given date',
  description:
    'If you send no date and the residency has already ended, it is returned unchanged. You can’t postpone an end date: grant another residency instead.',
  params: ByResidency,
  body: TerminateResidency,
  bodyPresence: 'optional',
  response: ResidencyAnswer,
  example: {
    request: { terminationDate: '2026-06-30T00:00:00.000Z' },
    response: { data: { ...residency, terminationDate: '2026-06-30T00:00:00.000Z' } },
  },
  errors: [
    ...apiErrors.operatorErrors,
    apiErrors.invalidBody,
    apiErrors.notFound,
    peopleErrors.residencyEndsEarlier,
  ],
  writes: { put: ['audit', 'person', 'residency', 'residentPermitNumber'] },
});

export const adminDeactivatePerson = defineRoute({
  ...shared,
  operationId: 'adminDeactivatePerson',
  method: 'POST',
  path: '/admin/v1/persons/{id}/deactivate',
  summary: 'Deactivate an account',
  description: 'Immediately and permanently revokes the person’s keys and OAuth authorizations.',
  params: ById,
  response: PersonAnswer,
  example: { response: { data: { ...person, status: 'deactivated' } } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
  writes: { put: ['audit', 'event', 'person'], update: ['apiKey', 'ownedKey'] },
});

export const adminReactivatePerson = defineRoute({
  ...shared,
  operationId: 'adminReactivatePerson',
  method: 'POST',
  path: '/admin/v1/persons/{id}/reactivate',
  summary: 'Reactivate an account',
  description:
    'Keys and authorizations stay revoked. Passkeys work again, but staff passkeys can no longer be used for decisions.',
  params: ById,
  response: PersonAnswer,
  example: { response: { data: person } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound, apiErrors.personErased],
  writes: { put: ['audit', 'person'], update: ['passkey'] },
});
