import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { PaidQuery, PayInPortal } from '../../payments/contracts/payment-contract.ts';
import {
  ApplicationForm,
  EndApplication,
  NewApplicationQuery,
  OwnApplication,
} from '../contracts/portal-application.ts';

const notFound: ErrorCase = { ...apiErrors.notFound, when: 'also for everyone else' };

const shared = {
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  service: true,
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
  summary: 'See one’s applications and their status',
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
  summary: 'See the status of an application, and what must be done',
  description:
    'All applications of the signed-in person, however they were created. Links to documents work for an hour. While a payment is being confirmed, the page refreshes itself.',
  errors: [notFound],
});

export const payApplicationOnPage = defineRoute({
  ...applications,
  operationId: 'payApplication',
  method: 'POST',
  path: '/portal/applications/{applicationId}',
  params: OwnApplication,
  bodyType: 'form',
  body: PayInPortal,
  writes: {
    put: ['application', 'audit', 'checkoutSession', 'event', 'invoice'],
    update: ['attempts', 'session', 'voucher'],
    check: ['entityName', 'invoice'],
  },
  documents: { get: ['documents'] },
  payments: true,
  summary: 'Pay an application with a voucher, or open a checkout for it',
  description:
    'The forms of the page: pay with a voucher, open a checkout, or cancel a payment that was started. Answers 303 back to the page, or to the checkout. Nothing is paid twice.',
  errors: [apiErrors.foreignForm, notFound],
});

export const endApplicationOnPage = defineRoute({
  ...applications,
  operationId: 'endApplication',
  method: 'POST',
  path: '/portal/applications/{applicationId}/end',
  params: OwnApplication,
  bodyType: 'form',
  body: EndApplication,
  writes: {
    put: [
      'application',
      'audit',
      'invoice',
      'listed',
      'review',
      'reviewAbout',
      'reviewOf',
      'reviewWord',
    ],
    update: ['session'],
    delete: ['application', 'applicationOwner', 'listed', 'signatureLink'],
    check: ['invoice'],
  },
  summary: 'Delete a draft that nobody has paid, or withdraw an application',
  description:
    'The form of the page. A draft is gone afterwards, and the answer is 303 to the list. A withdrawn application is `Rejected`, its fee is not refunded automatically, and the answer is 303 to its page. Once it is decided, or while a payment is being confirmed, nothing changes.',
  errors: [apiErrors.foreignForm, notFound],
});

export const showNewApplication = defineRoute({
  ...beginning,
  operationId: 'showNewApplication',
  method: 'GET',
  query: NewApplicationQuery,
  writes: { update: ['session'] },
  summary: 'Fill in an application to register an LLC',
  description:
    '`from` fills the form in with an application of your own, `draft` is the draft of your own that is changed.',
  errors: [notFound],
});

export const beginApplicationOnPage = defineRoute({
  ...beginning,
  operationId: 'beginApplication',
  method: 'POST',
  bodyType: 'form',
  body: ApplicationForm,
  writes: {
    put: ['application', 'applicationOwner', 'audit', 'effect', 'event', 'signatureLink'],
    update: ['attempts', 'session'],
    check: ['entityName', 'person'],
  },
  summary: 'Check an application, and begin it',
  description:
    'The form of the page, twice: `step=check` answers what was filled in with names that are similar, `step=create` makes a draft of it or changes one, and answers 303 to its page. A form makes one draft, however often it is sent. Drafts that are begun here have `createdViaAPI: false`: they are signed and paid in the portal.',
  errors: [apiErrors.foreignForm, notFound],
});
