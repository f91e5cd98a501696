import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  ContactOf,
  ContactQuery,
  PeopleQuery,
  ResendForm,
  TrailQuery,
} from '../contracts/portal-contract.ts';

// These paths are below the path of the cases, because that function has all the necessary rights (decision 46).
const shared = {
  ...portalPage,
  entry: 'functions/portal/reviews.ts',
  indexes: ['gsi1', 'gsi2'],
  reviewers: true,
  spec: 'admin 10',
} as const;
/** Views of personal data are recorded. */
const looks = { put: ['audit', 'staffView'], update: ['session'] } as const;
const notFound = { ...apiErrors.notFound, when: 'It does not exist, or you are not on its staff.' };

export const showPeople = defineRoute({
  ...shared,
  operationId: 'showPeople',
  method: 'GET',
  path: '/portal/reviews/people',
  writes: looks,
  summary: 'Find people',
  query: PeopleQuery,
  errors: [notFound],
});

export const showContact = defineRoute({
  ...shared,
  operationId: 'showContact',
  method: 'GET',
  path: '/portal/reviews/people/{id}',
  writes: looks,
  summary: 'Show a person’s contact details and emails',
  params: ContactOf,
  query: ContactQuery,
  errors: [notFound],
});

export const resendMailOnPage = defineRoute({
  ...shared,
  operationId: 'resendMail',
  ...sentForm,
  path: '/portal/reviews/people/{id}',
  writes: {
    put: ['audit', 'event', 'staffView'],
    update: ['session'],
    check: ['person', 'staffMember'],
  },
  summary: 'Send a person an email again',
  params: ContactOf,
  body: ResendForm,
  errors: [apiErrors.foreignForm, apiErrors.staffNotAllowed, notFound, apiErrors.staffChanged],
});

export const showTrail = defineRoute({
  ...shared,
  operationId: 'showTrail',
  method: 'GET',
  path: '/portal/reviews/audit',
  writes: looks,
  summary: 'Show the audit trail',
  query: TrailQuery,
  errors: [notFound],
});
