import { PageQuery } from '../../kernel/contracts/pagination.ts';
import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineApprovedRoute } from '../../kernel/http/approved-route.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  AddStaff,
  PasskeyCodeAnswer,
  ReviseStaff,
  StaffAnswer,
  StaffPage,
} from '../contracts/admin-staff-contract.ts';
import * as staffErrors from '../errors/staff-errors.ts';

const shared = {
  entry: 'functions/admin/staff.ts',
  tag: 'Operators: staff',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 10',
} as const;
const writes = { put: ['audit', 'staffMember', 'staffSeeds'] } as const;

const example = {
  id: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  status: 'active',
  roles: ['reviewer'],
  subjectTypes: ['residency_application'],
  addedAt: '2026-01-16T09:30:00.000Z',
  changedAt: '2026-01-16T09:30:00.000Z',
  version: 1,
} as const;

const rolesApart = [staffErrors.staffAuditorAlone, staffErrors.staffOperatorDecides] as const;

export const adminListStaff = defineRoute({
  ...shared,
  operationId: 'adminListStaff',
  method: 'GET',
  path: '/admin/v1/staff',
  summary: 'List the staff, also those who were removed',
  description:
    'In no particular order. Reviewers who are named only in the setting REVIEWERS are not listed.',
  query: PageQuery,
  response: StaffPage,
  example: { response: { data: [example], pagination: { limit: 50, nextCursor: null } } },
  errors: apiErrors.operatorErrors,
});

export const adminGetStaff = defineRoute({
  ...shared,
  operationId: 'adminGetStaff',
  method: 'GET',
  path: '/admin/v1/staff/{id}',
  summary: 'Read a staff member, by the id of the person',
  description: 'Also one who was removed. The person has the name and the address.',
  params: ById,
  response: StaffAnswer,
  example: { response: { data: example } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminAddStaff = defineApprovedRoute({
  ...shared,
  operationId: 'adminAddStaff',
  method: 'POST',
  path: '/admin/v1/staff',
  summary: 'Give a person roles in the portal',
  description:
    'Takes effect with their next request. From then on the setting REVIEWERS no longer applies to this person or to their address. Without `subjectTypes` a reviewer decides on everything.',
  body: AddStaff,
  response: StaffAnswer,
  example: {
    request: {
      personId: example.id,
      roles: ['reviewer'],
      subjectTypes: ['residency_application'],
    },
    response: { data: example },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    { ...apiErrors.notFound, when: 'there is no such person' },
    staffErrors.staffMember,
    ...rolesApart,
  ],
  writes,
});

export const adminReviseStaff = defineApprovedRoute({
  ...shared,
  operationId: 'adminReviseStaff',
  method: 'PATCH',
  path: '/admin/v1/staff/{id}',
  summary: 'Change what a staff member may do',
  description:
    'An absent key stays as it is. It takes effect with their next request, and a decision that is under way is refused. Send the `version` that you read, so that you overwrite no other change.',
  params: ById,
  body: ReviseStaff,
  response: StaffAnswer,
  example: {
    request: { roles: ['senior_reviewer'], version: 1 },
    response: { data: { ...example, roles: ['senior_reviewer'], version: 2 } },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    { ...apiErrors.notFound, when: 'they are not of the staff' },
    ...rolesApart,
    staffErrors.staffVersion,
  ],
  writes,
});

export const adminRemoveStaff = defineRoute({
  ...shared,
  operationId: 'adminRemoveStaff',
  method: 'DELETE',
  path: '/admin/v1/staff/{id}',
  summary: 'Remove a person from the staff',
  description:
    'Takes effect with their next request; a decision that is under way is refused. They stay removed until they are added again, even if the setting REVIEWERS names them. This also removes reviewers who are named only in the setting. A repeat changes nothing.',
  params: ById,
  response: StaffAnswer,
  example: { response: { data: { ...example, status: 'removed', version: 2 } } },
  errors: [...apiErrors.operatorErrors, { ...apiErrors.notFound, when: 'there is no such person' }],
  writes: { ...writes, delete: ['passkeyCode'] },
});

export const adminMakePasskeyCode = defineApprovedRoute({
  ...shared,
  operationId: 'adminMakePasskeyCode',
  method: 'POST',
  path: '/admin/v1/staff/{id}/passkey_code',
  summary: 'Make the code with which a staff member adds a passkey',
  description:
    'The only answer that has the code: hand it over in person or by telephone, to someone whom you know, and not by email. It works once, for 24 hours, for ten entries, and takes the place of one that was made before. The passkey that is added with it is good for decisions. Also for whom the setting REVIEWERS alone makes a reviewer. They are notified by email that there is a code.',
  params: ById,
  response: PasskeyCodeAnswer,
  example: {
    response: {
      data: {
        personId: example.id,
        code: 'K7QM-2R9X-PD4H',
        expiresAt: '2026-01-17T09:30:00.000Z',
      },
    },
  },
  errors: [
    ...apiErrors.operatorErrors,
    { ...apiErrors.notFound, when: 'there is no such person, or they are not of the staff' },
  ],
  writes: { put: ['audit', 'event', 'passkeyCode'], check: ['staffMember'] },
  reviewers: true,
});
