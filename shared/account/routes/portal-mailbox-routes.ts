import * as z from 'zod/mini';
import { maxProofBytes } from '../../documents/domain/proof-file.ts';
import * as documentErrors from '../../documents/errors/document-errors.ts';
import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import { ById } from '../../kernel/contracts/text.ts';
import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
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
  ...portalPage,
  entry: 'functions/portal/mailboxes.ts',
  reviewers: true,
  spec: 'admin 10',
} as const;
/** Views of personal data are recorded. */
const looks = { put: ['audit', 'staffView'], update: ['session'] } as const;
const notFound: ErrorCase = {
  ...apiErrors.notFound,
  when: 'It does not exist, or you are not on its staff.',
};

/** The writes of a case that ends, and of one that changes the address. */
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
  summary: 'List lost-mailbox cases',
  query: MailboxListQuery,
  errors: [notFound],
});

export const showNewMailboxCase = defineRoute({
  ...shared,
  operationId: 'showNewMailboxCase',
  method: 'GET',
  path: '/portal/mailboxes/new',
  writes: looks,
  summary: 'Show the form for a lost-mailbox case',
  query: NewMailboxCaseQuery,
  errors: [notFound],
});

export const openMailboxCaseOnPage = defineRoute({
  ...shared,
  operationId: 'openMailboxCase',
  ...sentForm,
  path: '/portal/mailboxes/new',
  writes: {
    put: ['audit', 'event', 'listed', 'mailboxCase', 'person', 'staffView'],
    update: ['apiKey', 'attempts', 'session'],
    check: ['passkey', 'staffMember'],
  },
  summary: 'Open a lost-mailbox case',
  query: NewMailboxCaseQuery,
  body: NewMailboxCase,
  errors: [apiErrors.foreignForm, apiErrors.staffNotAllowed, notFound, apiErrors.staffChanged],
});

export const showOwnMailboxCase = defineRoute({
  ...shared,
  operationId: 'showOwnMailboxCase',
  method: 'GET',
  path: '/portal/mailboxes/mine',
  writes: { update: ['session'] },
  summary: 'Show why your account is suspended',
  errors: [],
});

export const answerOwnMailboxCase = defineRoute({
  ...shared,
  operationId: 'answerOwnMailboxCase',
  ...sentForm,
  path: '/portal/mailboxes/mine',
  writes: { ...endWrites, check: ['passkey', 'person', 'staffMember'] },
  summary: 'Confirm or stop your lost-mailbox case',
  body: AnswerOwnCase,
  errors: [
    apiErrors.foreignForm,
    mailboxErrors.mailboxPasskeyRequired,
    { ...apiErrors.notFound, when: 'No case is open.' },
    mailboxErrors.mailboxCaseEnded,
  ],
});

const stopping = { ...shared, path: '/portal/mailboxes/stop/{token}', params: LinkToken } as const;
const over: ErrorCase = apiErrors.linkInvalid;

export const showMailboxStop = defineRoute({
  ...stopping,
  operationId: 'showMailboxStop',
  method: 'GET',
  summary: 'Ask to confirm that a lost-mailbox case stops',
  errors: [over],
});

export const stopMailboxCaseOnPage = defineRoute({
  ...stopping,
  operationId: 'stopMailboxCase',
  ...sentForm,
  writes: endWrites,
  summary: 'Stop a lost-mailbox case',
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
  summary: 'Ask to confirm a new address',
  errors: [over],
});

export const proveMailboxAddress = defineRoute({
  ...proving,
  operationId: 'proveMailboxAddress',
  ...sentForm,
  writes: { put: ['audit', 'mailboxCase'] },
  summary: 'Confirm the new address of a lost-mailbox case',
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
  summary: 'Show a lost-mailbox case',
  params: ById,
  errors: [notFound],
});

export const decideMailboxCaseOnPage = defineRoute({
  ...shared,
  operationId: 'decideMailboxCase',
  ...sentForm,
  path: '/portal/mailboxes/{id}',
  writes: {
    ...endWrites,
    put: [...endWrites.put, 'staffView'],
    update: [...endWrites.update, 'attempts'],
    check: ['passkey', 'person', 'staffMember'],
  },
  summary: 'Approve, refuse or withdraw a lost-mailbox case, or send its link again',
  params: ById,
  query: MailboxDecisionQuery,
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
    mailboxErrors.mailboxAddressUnconfirmed,
  ],
});

export const uploadMailboxEvidence = defineRoute({
  ...shared,
  operationId: 'uploadMailboxEvidence',
  method: 'POST',
  path: '/portal/mailboxes/{id}/evidence',
  writes: {
    put: ['audit', 'mailboxCase', 'mailboxEvidence', 'staffView', 'uploadScan'],
    update: ['session'],
    check: ['staffMember'],
  },
  documents: { put: ['mailbox-evidence'] },
  summary: 'Add evidence to a lost-mailbox case',
  params: ById,
  bodyType: 'bytes',
  body: z.unknown(),
  // The file, and the multipart data around it.
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
  params: ByEvidence,
  errors: [notFound, documentErrors.uploadBeingChecked, documentErrors.uploadRefused],
});
