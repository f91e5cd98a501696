import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { PaidQuery, PayInPortal } from '../../payments/contracts/payment-contract.ts';
import {
  ApplicationForm,
  DeletedQuery,
  EndApplication,
  NewApplicationQuery,
  OwnApplication,
} from '../contracts/portal-application.ts';

const notFound: ErrorCase = {
  ...apiErrors.notFound,
  when: 'It does not exist, or it is not yours.',
};

const shared = {
  ...portalPage,
  spec: '4.3',
} as const;

const applications = { ...shared, entry: 'functions/portal/applications.ts' } as const;
const beginning = {
  ...shared,
  entry: 'functions/portal/new-application.ts',
  path: '/portal/applications/new',
  indexes: ['gsi1', 'gsi2'],
  documents: { get: ['search'] },
  searches: true,
} as const;

export const showApplications = defineRoute({
  ...applications,
  operationId: 'showApplications',
  method: 'GET',
  path: '/portal/applications',
  writes: { update: ['session'] },
  summary: 'List your applications for an LLC',
  query: DeletedQuery,
  errors: [],
});

export const showApplication = defineRoute({
  ...applications,
  operationId: 'showApplication',
  method: 'GET',
  path: '/portal/applications/{applicationId}',
  params: OwnApplication,
  query: PaidQuery,
  writes: { update: ['session'] },
  documents: { get: ['documents'] },
  payments: true,
  summary: 'Show an application for an LLC and its next steps',
  errors: [notFound],
});

export const payApplicationOnPage = defineRoute({
  ...applications,
  operationId: 'payApplication',
  ...sentForm,
  path: '/portal/applications/{applicationId}',
  params: OwnApplication,
  body: PayInPortal,
  writes: {
    put: ['application', 'audit', 'checkoutSession', 'event', 'invoice'],
    update: ['attempts', 'session', 'voucher'],
    check: ['entityName', 'invoice'],
  },
  documents: { get: ['documents'] },
  payments: true,
  summary: 'Pay an application for an LLC with a voucher or a checkout',
  errors: [apiErrors.foreignForm, notFound],
});

export const endApplicationOnPage = defineRoute({
  ...applications,
  operationId: 'endApplication',
  ...sentForm,
  path: '/portal/applications/{applicationId}/end',
  params: OwnApplication,
  body: EndApplication,
  writes: {
    put: [
      'application',
      'audit',
      'invoice',
      'listed',
      'review',
      'reviewParty',
      'reviewOf',
      'reviewWord',
    ],
    update: ['session'],
    delete: ['application', 'applicationOwner', 'listed', 'signatureLink'],
    check: ['invoice'],
  },
  summary: 'Withdraw an application for an LLC, or delete an unpaid draft',
  errors: [apiErrors.foreignForm, notFound],
});

export const showNewApplication = defineRoute({
  ...beginning,
  operationId: 'showNewApplication',
  method: 'GET',
  query: NewApplicationQuery,
  writes: { update: ['session'] },
  summary: 'Show the form for an LLC application',
  errors: [notFound],
});

export const beginApplicationOnPage = defineRoute({
  ...beginning,
  operationId: 'beginApplication',
  ...sentForm,
  body: ApplicationForm,
  writes: {
    put: ['application', 'applicationOwner', 'audit', 'effect', 'event', 'signatureLink'],
    update: ['attempts', 'session'],
    check: ['entityName', 'person'],
  },
  summary: 'Check or save an LLC application',
  errors: [apiErrors.foreignForm, notFound],
});
