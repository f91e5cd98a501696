import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineApprovedRoute } from '../../kernel/http/approved-route.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import * as peopleErrors from '../../people/errors/people-errors.ts';
import {
  EndMailboxCase,
  MailboxCaseAnswer,
  MailboxCasePage,
  MailboxCaseQuery,
  OpenMailboxCase,
} from '../contracts/mailbox-contract.ts';
import * as mailboxErrors from '../errors/mailbox-errors.ts';

const shared = {
  entry: 'functions/admin/people.ts',
  tag: 'Operators: people',
  auth: { scheme: 'operator' },
  table: 'read',
  spec: 'admin 2',
} as const;

const example = {
  id: '8d7f5c4a-3b2e-4f1d-9a6c-5e4d3c2b1a09',
  personId: '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  email: 'ada@example.com',
  newEmail: 'ada@new.example',
  status: 'open',
  openedAt: '2026-03-02T09:30:00.000Z',
  openedBy: null,
  evidence: 0,
  approvals: [],
  newEmailProvenAt: null,
  confirmedAt: null,
  dueAt: null,
  endedAt: null,
  reasonCode: null,
} as const;

export const adminOpenMailboxCase = defineApprovedRoute({
  ...shared,
  operationId: 'adminOpenMailboxCase',
  method: 'POST',
  path: '/admin/v1/mailbox_cases',
  summary: 'Open a lost mailbox case',
  description:
    'Suspends the account immediately: its keys and access tokens get 403 `account.suspended`, and nothing can be signed, authorized or paid in the portal. Both addresses and the other representatives of the person’s entities get an email. The old address gets a link that stops the case. The case can be approved only after someone opens the link sent to the new address. Two staff members must approve it, based on evidence. The address changes 72 hours later, or immediately if the person confirms with a passkey.',
  body: OpenMailboxCase,
  response: MailboxCaseAnswer,
  example: {
    request: { personId: example.personId, email: example.newEmail },
    response: { data: example },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    { ...apiErrors.notFound, when: 'The person does not exist.' },
    apiErrors.personDeactivated,
    apiErrors.personSuspended,
    peopleErrors.emailTaken,
    mailboxErrors.mailboxSameAddress,
  ],
  writes: { put: ['audit', 'event', 'listed', 'mailboxCase', 'person'], update: ['apiKey'] },
});

export const adminListMailboxCases = defineRoute({
  ...shared,
  operationId: 'adminListMailboxCases',
  method: 'GET',
  path: '/admin/v1/mailbox_cases',
  summary: 'List lost mailbox cases',
  description: 'Newest first. With `status=running`, only open cases.',
  query: MailboxCaseQuery,
  response: MailboxCasePage,
  example: { response: { data: [example], pagination: { limit: 50, nextCursor: null } } },
  errors: apiErrors.operatorErrors,
});

export const adminGetMailboxCase = defineRoute({
  ...shared,
  operationId: 'adminGetMailboxCase',
  method: 'GET',
  path: '/admin/v1/mailbox_cases/{id}',
  summary: 'Read a lost mailbox case',
  description:
    '`evidence` is the number of files, which staff can open in the portal. `dueAt` is set after the second approval.',
  params: ById,
  response: MailboxCaseAnswer,
  example: { response: { data: example } },
  errors: [...apiErrors.operatorErrors, apiErrors.notFound],
});

export const adminEndMailboxCase = defineRoute({
  ...shared,
  operationId: 'adminEndMailboxCase',
  method: 'PATCH',
  path: '/admin/v1/mailbox_cases/{id}',
  summary: 'Withdraw or refuse a lost mailbox case',
  description:
    'You can do this until the address changes. The address then stays, and the account is no longer suspended. Operators cannot approve a case: two staff members do.',
  params: ById,
  body: EndMailboxCase,
  response: MailboxCaseAnswer,
  example: {
    request: { decision: 'withdraw' },
    response: {
      data: { ...example, status: 'withdrawn', endedAt: '2026-03-02T10:00:00.000Z' },
    },
  },
  errors: [
    apiErrors.invalidBody,
    ...apiErrors.operatorErrors,
    apiErrors.notFound,
    mailboxErrors.mailboxCaseEnded,
  ],
  writes: {
    put: ['audit', 'event', 'mailboxCase', 'person'],
    update: ['apiKey'],
    delete: ['listed'],
  },
});
