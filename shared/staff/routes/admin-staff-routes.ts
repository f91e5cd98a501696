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

const rolesApart = [staffErrors.staffAuditorExclusive, staffErrors.staffOperatorExclusive] as const;

export const adminListStaff = defineRoute({
  ...shared,
  operationId: 'adminListStaff',
  method: 'GET',
  path: '/admin/v1/staff',
  summary: 'List staff, including removed members',
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
  summary: 'Read a staff member',
  description:
    '`id` is the id of the person. Includes removed members. For the name and the address, read the person.',
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
    'Takes effect with the person’s next request. From then on, the setting REVIEWERS no longer applies to them or their address. Without `subjectTypes`, a reviewer can decide all types of cases.',
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
    { ...apiErrors.notFound, when: 'The person does not exist.' },
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
  summary: 'Change a staff member’s roles',
  description:
    'Fields that you leave out stay as they are. Takes effect with the next request; a decision in progress is refused. Send the `version` that you read, so that you do not overwrite another change.',
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
    { ...apiErrors.notFound, when: 'The person is not a staff member.' },
    ...rolesApart,
    staffErrors.staffOutdated,
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
    'Takes effect with the next request; a decision in progress is refused. The person stays removed until they are added again, even if the setting REVIEWERS names them. You can also remove reviewers who are named only in the setting. A repeat changes nothing.',
  params: ById,
  response: StaffAnswer,
  example: { response: { data: { ...example, status: 'removed', version: 2 } } },
  errors: [
    ...apiErrors.operatorErrors,
    { ...apiErrors.notFound, when: 'The person does not exist.' },
  ],
  writes: { ...writes, delete: ['passkeyCode'] },
});

export const adminMakePasskeyCode = defineApprovedRoute({
  ...shared,
  operationId: 'adminMakePasskeyCode',
  method: 'POST',
  path: '/admin/v1/staff/{id}/passkey_code',
  summary: 'Create a code for adding a staff passkey',
  description:
    'Only this response contains the code. Give it to a person you know, in person or by telephone, never by email. It works once, within 24 hours and ten attempts, and replaces any previous code. The passkey added with it can be used for decisions. You can also create a code for a reviewer who is named only in the setting REVIEWERS. The person is notified by email that a code exists.',
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
    { ...apiErrors.notFound, when: 'The person does not exist, or is not a staff member.' },
  ],
  writes: { put: ['audit', 'event', 'passkeyCode'], check: ['staffMember'] },
  reviewers: true,
});
