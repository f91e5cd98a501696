import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import {
  ContactOf,
  ContactQuery,
  PeopleQuery,
  ResendForm,
  TrailQuery,
} from '../contracts/portal-contract.ts';

// They are beside the cases, whose function may all that they need (decision 46).
const shared = {
  entry: 'functions/portal/reviews.ts',
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  indexes: ['gsi1', 'gsi2'],
  service: true,
  reviewers: true,
  spec: 'admin 10',
} as const;
/** That someone was shown personal data is recorded. */
const looks = { put: ['audit', 'staffLook'], update: ['session'] } as const;
const notFound = { ...apiErrors.notFound, when: 'also for everyone except the staff in charge' };

export const showPeople = defineRoute({
  ...shared,
  operationId: 'showPeople',
  method: 'GET',
  path: '/portal/reviews/people',
  writes: looks,
  summary: 'Find a person, to reach them',
  description:
    'For support and auditors: by a full email address, a permit number, or the first letters of names; the newest 20.',
  query: PeopleQuery,
  errors: [notFound],
});

export const showContact = defineRoute({
  ...shared,
  operationId: 'showContact',
  method: 'GET',
  path: '/portal/reviews/people/{id}',
  writes: looks,
  summary: 'See how a person is reached, and which emails they were sent',
  description: 'No documents, and nothing of what was applied for but its name and its status.',
  params: ContactOf,
  query: ContactQuery,
  errors: [notFound],
});

export const resendMailOnPage = defineRoute({
  ...shared,
  operationId: 'resendMail',
  method: 'POST',
  path: '/portal/reviews/people/{id}',
  writes: {
    put: ['audit', 'event', 'staffLook'],
    update: ['session'],
    check: ['person', 'staffMember'],
  },
  summary: 'Send a person an email again',
  description:
    'For support: one of those that the page lists, as things are now, once an hour each. Emails with a code or a link that signs in are not among them.',
  params: ContactOf,
  bodyType: 'form',
  body: ResendForm,
  errors: [apiErrors.foreignForm, apiErrors.staffNotAllowed, notFound, apiErrors.staffChanged],
});

export const showTrail = defineRoute({
  ...shared,
  operationId: 'showTrail',
  method: 'GET',
  path: '/portal/reviews/audit',
  writes: looks,
  summary: 'Read the audit trail',
  description:
    'For auditors: newest first, 25 a page, by what it was done to, by whom, by act and by day. `format=csv` answers a file with up to 1,000 entries. Entries hold ids.',
  query: TrailQuery,
  errors: [notFound],
});
