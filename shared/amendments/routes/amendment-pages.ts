import { SignatureLink } from '../../incorporation/contracts/signature.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm, shownPage } from '../../kernel/http/page-rows.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { PaidQuery, PayInPortal } from '../../payments/contracts/payment-contract.ts';
import {
  ObjectionForm,
  OwnAmendments,
  OwnFiling,
  ProposalForm,
  SignAmendment,
  SubmitForm,
} from '../contracts/portal-amendments-contract.ts';
import * as amendmentErrors from '../errors/amendment-errors.ts';

const shared = {
  ...portalPage,
  entry: 'functions/portal/entities.ts',
  spec: '4.15',
} as const;
const shown = { ...shared, ...shownPage } as const;
const sent = {
  ...shared,
  ...sentForm,
} as const;

export const showNewAmendment = defineRoute({
  ...shown,
  operationId: 'showNewAmendment',
  path: '/portal/legal-entities/{entityId}/amendments/new',
  params: OwnAmendments,
  summary: 'Show the form for an amendment',
});

export const beginAmendmentOnPage = defineRoute({
  ...sent,
  operationId: 'beginAmendment',
  path: '/portal/legal-entities/{entityId}/amendments/new',
  params: OwnAmendments,
  body: ProposalForm,
  writes: {
    put: ['amendment', 'amendmentEntity', 'audit', 'effect', 'openAmendment'],
    update: ['session'],
    check: ['representative'],
  },
  summary: 'Create an amendment',
});

export const showOwnAmendment = defineRoute({
  ...shown,
  operationId: 'showOwnAmendment',
  path: '/portal/legal-entities/{entityId}/amendments/{filingId}',
  params: OwnFiling,
  query: PaidQuery,
  payments: true,
  summary: 'Show an amendment and its next steps',
});

export const showAmendmentRevision = defineRoute({
  ...shown,
  operationId: 'showAmendmentRevision',
  path: '/portal/legal-entities/{entityId}/amendments/{filingId}/revise',
  params: OwnFiling,
  summary: 'Show the form to change an amendment',
});

export const reviseAmendmentOnPage = defineRoute({
  ...sent,
  operationId: 'reviseAmendment',
  path: '/portal/legal-entities/{entityId}/amendments/{filingId}/revise',
  params: OwnFiling,
  body: ProposalForm,
  writes: { put: ['amendment', 'audit', 'event'], update: ['session'], check: ['representative'] },
  summary: 'Save the changes to an amendment',
});

export const payAmendmentOnPage = defineRoute({
  ...sent,
  operationId: 'payAmendment',
  path: '/portal/legal-entities/{entityId}/amendments/{filingId}/pay',
  params: OwnFiling,
  body: PayInPortal,
  payments: true,
  writes: {
    put: ['amendment', 'audit', 'checkoutSession', 'effect', 'event', 'invoice'],
    update: ['attempts', 'session', 'voucher'],
    check: ['entityName', 'invoice', 'representative'],
  },
  summary: 'Pay an amendment with a voucher or a checkout',
});

export const submitAmendmentOnPage = defineRoute({
  ...sent,
  operationId: 'submitAmendment',
  path: '/portal/legal-entities/{entityId}/amendments/{filingId}/submit',
  params: OwnFiling,
  body: SubmitForm,
  writes: {
    put: ['amendment', 'audit', 'event'],
    update: ['session'],
    check: ['entityName', 'representative'],
  },
  summary: 'Submit a paid amendment once its new name is available again',
});

export const withdrawAmendmentOnPage = defineRoute({
  ...sent,
  operationId: 'withdrawAmendment',
  path: '/portal/legal-entities/{entityId}/amendments/{filingId}/withdraw',
  params: OwnFiling,
  body: SubmitForm,
  writes: {
    put: [
      'amendment',
      'audit',
      'event',
      'invoice',
      'listed',
      'review',
      'reviewParty',
      'reviewOf',
      'reviewWord',
    ],
    update: ['session'],
    delete: ['listed', 'openAmendment'],
    check: ['invoice', 'representative'],
  },
  summary: 'Withdraw an amendment before its decision',
});

const signing = {
  ...shared,
  path: '/portal/legal-entities/{entityId}/amendments/{filingId}/sign',
  params: OwnFiling,
} as const;

export const showAmendmentToSign = defineRoute({
  ...signing,
  operationId: 'showAmendmentToSign',
  method: 'GET',
  writes: { update: ['session'] },
  summary: 'Show an amendment, with the form to sign it',
  errors: [],
});

export const signAmendmentOnPage = defineRoute({
  ...signing,
  operationId: 'signAmendment',
  ...sentForm,
  writes: {
    put: ['amendment', 'audit', 'event'],
    update: ['session'],
    check: ['entityName', 'person', 'representative'],
  },
  summary: 'Sign an amendment',
  body: SignAmendment,
  example: { request: { signerName: 'Ada Lovelace', agree: 'yes', version: '1' } },
  errors: [
    apiErrors.foreignForm,
    { ...amendmentErrors.filingChanged, when: 'Nothing was signed.' },
  ],
});

const objecting = {
  path: '/objections/{token}',
  entry: 'functions/pages/objection.ts',
  tag: 'Pages',
  auth: { scheme: 'none' },
  params: SignatureLink,
  produces: pageType,
  service: true,
  spec: '4.15',
} as const;
const over = { ...apiErrors.linkInvalid, when: 'The link is more than a year old, or unknown.' };

export const showObjection = defineRoute({
  ...objecting,
  operationId: 'showObjection',
  method: 'GET',
  summary: 'Show an amendment, with the form to object',
  errors: [over],
  table: 'read',
});

export const objectOnPage = defineRoute({
  ...objecting,
  operationId: 'objectToAmendment',
  ...sentForm,
  summary: 'Object to an amendment',
  body: ObjectionForm,
  example: { request: { note: 'We never agreed on this name.' } },
  errors: [apiErrors.foreignForm, over, amendmentErrors.filingDecided],
  table: 'read',
  writes: {
    put: ['amendment', 'audit', 'listed', 'objection', 'review'],
    delete: ['listed'],
    check: ['reviewOf'],
  },
});
