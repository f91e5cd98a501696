import { PageOf, PageQuery } from '../../kernel/contracts/pagination.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  SuppressedAddress,
  SuppressedAddressAnswer,
  UnsuppressAddress,
} from '../contracts/admin-mail.ts';

const shared = {
  entry: 'functions/admin/mail.ts',
  tag: 'Operators: mail',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 1',
} as const;

const exampleAddress = {
  id: '0d9b7c52-5a2e-4f0b-8a3c-7f1e2d3c4b5a',
  email: 'ada@example.com',
  status: 'bounced',
  bouncedAt: '2026-03-02T09:30:00.000Z',
  bounceCause: 'NoEmail',
  complainedAt: null,
  complaintCause: null,
  suppressedAt: '2026-03-02T09:30:02.000Z',
} as const;
const exampleComplaint = {
  ...exampleAddress,
  id: '4f1c0a7e-93d2-4b58-8e6f-2a1b3c4d5e6f',
  email: 'grace@example.com',
  status: 'complained',
  bouncedAt: null,
  bounceCause: null,
  complainedAt: '2026-03-01T18:05:00.000Z',
  complaintCause: 'abuse',
  suppressedAt: '2026-03-01T18:05:02.000Z',
} as const;

export const adminListSuppressedAddresses = defineRoute({
  ...shared,
  operationId: 'adminListSuppressedAddresses',
  method: 'GET',
  path: '/admin/v1/mail_addresses',
  summary: 'List suppressed email addresses',
  description:
    'Newest first. `bounced`: the recipient asked for an email, and it bounced permanently. No more email is sent. `unrequested_bounced`: someone else caused an email, and it bounced permanently. Only sign-in codes and account notices are sent. `complained`: the recipient marked an email as spam. Only sign-in codes and account notices are sent. SES provides the causes.',
  query: PageQuery,
  response: PageOf(SuppressedAddress),
  example: {
    response: {
      data: [exampleAddress, exampleComplaint],
      pagination: { limit: 50, nextCursor: null },
    },
  },
  errors: apiErrors.operatorErrors,
});

export const adminUnsuppressAddress = defineRoute({
  ...shared,
  operationId: 'adminUnsuppressAddress',
  method: 'POST',
  path: '/admin/v1/mail_addresses/unsuppress',
  summary: 'Send email to an address again',
  description:
    'Clears bounces. To also clear a complaint, send `complaint`; the recipient must have asked you to do so. Email that was not sent in the meantime is not sent later.',
  body: UnsuppressAddress,
  response: SuppressedAddressAnswer,
  example: {
    request: { email: 'ada@example.com', complaint: true },
    response: {
      data: {
        ...exampleAddress,
        status: 'open',
        bouncedAt: null,
        bounceCause: null,
        suppressedAt: null,
      },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    { ...apiErrors.notFound, when: 'No block exists for this address.' },
    apiErrors.mailComplaintActive,
  ],
  writes: { put: ['audit', 'mailAddress'], delete: ['listed'] },
});
