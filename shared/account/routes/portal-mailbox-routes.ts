import * as z from 'zod/mini';
import { maxProofBytes } from '../../documents/domain/proof-file.ts';
import * as documentErrors from '../../documents/errors/document-errors.ts';
import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import { ById } from '../../kernel/contracts/text.ts';
import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import {
  AnswerOwnCase,
  ByEvidence,
  DecideMailboxCase,
  LinkToken,
  MailboxDecisionQuery,
  MailboxListQuery,
  NewMailboxCase,
  NewMailboxCaseQuery,
} from '../contracts/mailbox-contract.ts';
import * as mailboxErrors from '../errors/mailbox-errors.ts';

const shared = {
  entry: 'functions/portal/mailboxes.ts',
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  service: true,
  reviewers: true,
  spec: 'admin 10',
} as const;
/** That someone was shown personal data is recorded. */
const looks = { put: ['audit', 'staffLook'], update: ['session'] } as const;
const notFound: ErrorCase = {
  ...apiErrors.notFound,
  when: 'also for everyone except the staff in charge',
};

/** What a case that ends writes, and one whose address changes. */
const endWrites = {
  put: ['audit', 'email', 'emailChange', 'event', 'mailboxCase', 'person'],
  update: ['apiKey', 'session'],
  delete: ['email', 'listed'],
} as const;

export const showMailboxCases = defineRoute({
  ...shared,
  operationId: 'showMailboxCases',
  method: 'GET',
  path: '/portal/mailboxes',
  writes: looks,
  summary: 'See the cases of lost mailboxes',
  description: 'For the staff: those that run, or all, newest first, 20 a page.',
  query: MailboxListQuery,
  errors: [notFound],
});

export const showNewMailboxCase = defineRoute({
  ...shared,
  operationId: 'showNewMailboxCase',
  method: 'GET',
  path: '/portal/mailboxes/new',
  writes: looks,
  summary: 'Begin a case of a lost mailbox',
  description: 'For support: whose it is, and the address that they are to have.',
  query: NewMailboxCaseQuery,
  errors: [notFound],
});

export const openMailboxCaseOnPage = defineRoute({
  ...shared,
  operationId: 'openMailboxCase',
  method: 'POST',
  path: '/portal/mailboxes/new',
  writes: {
    put: ['audit', 'event', 'listed', 'mailboxCase', 'person', 'staffLook'],
    update: ['apiKey', 'attempts', 'session'],
    check: ['passkey', 'staffMember'],
  },
  summary: 'Open a case of a lost mailbox',
  description:
    'For support, with the new address twice. It suspends the account immediately; both addresses and the other representatives are emailed. At most 20 a day by one of the staff, and three a week about one account.',
  query: NewMailboxCaseQuery,
  bodyType: 'form',
  body: NewMailboxCase,
  errors: [apiErrors.foreignForm, apiErrors.staffNotAllowed, notFound, apiErrors.staffChanged],
});

export const showOwnMailboxCase = defineRoute({
  ...shared,
  operationId: 'showOwnMailboxCase',
  method: 'GET',
  path: '/portal/mailboxes/mine',
  writes: { update: ['session'] },
  summary: 'See why one’s account is suspended',
  description: 'While a case of a lost mailbox runs: confirm it with a passkey, or stop it.',
  errors: [],
});

export const answerOwnMailboxCase = defineRoute({
  ...shared,
  operationId: 'answerOwnMailboxCase',
  method: 'POST',
  path: '/portal/mailboxes/mine',
  writes: { ...endWrites, check: ['passkey', 'person', 'staffMember'] },
  summary: 'Confirm one’s case with a passkey, or stop it',
  description:
    'To confirm needs a sign-in of the last 15 minutes with a passkey that was added 72 hours before the case or earlier: then nobody waits for 72 hours after the second approval. To stop it needs any sign-in.',
  bodyType: 'form',
  body: AnswerOwnCase,
  errors: [
    apiErrors.foreignForm,
    mailboxErrors.mailboxPasskeyRequired,
    { ...apiErrors.notFound, when: 'no case is open' },
    mailboxErrors.mailboxCaseEnded,
  ],
});

const stopping = { ...shared, path: '/portal/mailboxes/stop/{token}', params: LinkToken } as const;
const over: ErrorCase = apiErrors.linkInvalid;

export const showMailboxStop = defineRoute({
  ...stopping,
  operationId: 'showMailboxStop',
  method: 'GET',
  summary: 'Look at what an emailed link stops',
  description:
    'Where the emails to the address of an account lead whose mailbox is said to be lost. It needs no sign-in. Opening it does nothing.',
  errors: [over],
});

export const stopMailboxCaseOnPage = defineRoute({
  ...stopping,
  operationId: 'stopMailboxCase',
  method: 'POST',
  writes: endWrites,
  summary: 'Stop a case of a lost mailbox',
  description: 'The form of the page: the address stays, and the account is suspended no more.',
  bodyType: 'form',
  body: Confirmation,
  errors: [apiErrors.foreignForm, over, mailboxErrors.mailboxCaseEnded],
});

const proving = {
  ...shared,
  path: '/portal/mailboxes/confirm/{token}',
  params: LinkToken,
} as const;

export const showMailboxProof = defineRoute({
  ...proving,
  operationId: 'showMailboxProof',
  method: 'GET',
  summary: 'Look at what an emailed link confirms',
  description:
    'Where the mail to the address leads that an account is to have. It needs no sign-in, and shows no address. Opening it does nothing.',
  errors: [over],
});

export const proveMailboxAddress = defineRoute({
  ...proving,
  operationId: 'proveMailboxAddress',
  method: 'POST',
  writes: { put: ['audit', 'mailboxCase'] },
  summary: 'Confirm the new address of a case of a lost mailbox',
  description:
    'The form of the page: using the link proves that you read the new address. A case can’t be approved before. A link works for a week.',
  bodyType: 'form',
  body: Confirmation,
  errors: [
    apiErrors.foreignForm,
    over,
    mailboxErrors.mailboxLinkTooOld,
    mailboxErrors.mailboxCaseEnded,
  ],
});

export const showMailboxCase = defineRoute({
  ...shared,
  operationId: 'showMailboxCase',
  method: 'GET',
  path: '/portal/mailboxes/{id}',
  writes: looks,
  summary: 'See a case of a lost mailbox',
  description: 'For the staff: whose it is, the evidence, who has approved, and what can be done.',
  params: ById,
  errors: [notFound],
});

export const decideMailboxCaseOnPage = defineRoute({
  ...shared,
  operationId: 'decideMailboxCase',
  method: 'POST',
  path: '/portal/mailboxes/{id}',
  writes: {
    ...endWrites,
    put: [...endWrites.put, 'staffLook'],
    update: [...endWrites.update, 'attempts'],
    check: ['passkey', 'person', 'staffMember'],
  },
  summary:
    'Approve, refuse or withdraw a case of a lost mailbox, or have the new address asked again',
  description:
    'A reviewer approves first, then a senior reviewer who is someone else; neither may be the one who opened it, or whose it is, and both need the confirmed address, and must have opened each file of evidence. Support withdraws, and has the link that confirms the address emailed again.',
  params: ById,
  query: MailboxDecisionQuery,
  bodyType: 'form',
  body: DecideMailboxCase,
  errors: [
    apiErrors.foreignForm,
    apiErrors.staffNotAllowed,
    mailboxErrors.mailboxSamePerson,
    notFound,
    apiErrors.staffChanged,
    mailboxErrors.mailboxCaseEnded,
    mailboxErrors.mailboxNoEvidence,
    mailboxErrors.mailboxUnopened,
    mailboxErrors.mailboxUnproven,
  ],
});

export const uploadMailboxEvidence = defineRoute({
  ...shared,
  operationId: 'uploadMailboxEvidence',
  method: 'POST',
  path: '/portal/mailboxes/{id}/evidence',
  writes: {
    put: ['audit', 'mailboxCase', 'mailboxEvidence', 'staffLook', 'uploadScan'],
    update: ['session'],
    check: ['staffMember'],
  },
  documents: { put: ['mailbox-evidence'] },
  summary: 'Add evidence to a case of a lost mailbox',
  description:
    'For support: multipart/form-data with the file in `file`, PDF, JPEG or PNG of up to 4.5 MB, and its `kind`. It takes a first approval back. Ten files at most.',
  params: ById,
  bodyType: 'bytes',
  body: z.unknown(),
  // The file, and what a browser writes around it.
  maxBodyBytes: maxProofBytes + 10_000,
  errors: [
    apiErrors.foreignForm,
    apiErrors.staffNotAllowed,
    notFound,
    apiErrors.staffChanged,
    mailboxErrors.mailboxCaseEnded,
    documentErrors.uploadRefused,
  ],
});

export const showMailboxEvidence = defineRoute({
  ...shared,
  operationId: 'showMailboxEvidence',
  method: 'GET',
  path: '/portal/mailboxes/{id}/evidence/{evidenceId}',
  writes: { ...looks, update: [...looks.update, 'mailboxEvidence'] },
  documents: { get: ['mailbox-evidence'] },
  summary: 'Open a file of evidence',
  description:
    'For those who decide, and auditors. Answers 303 to a link of a minute. Nobody approves the case before they have opened each file.',
  params: ByEvidence,
  errors: [notFound, documentErrors.uploadBeingChecked, documentErrors.uploadRefused],
});
