import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { AnswerAsHolder } from '../contracts/partner-application.ts';
import * as residencyErrors from '../errors/residency-errors.ts';

const shared = {
  path: '/portal/residency-applications/{id}',
  entry: 'functions/portal/applicant.ts',
  tag: 'Portal',
  auth: { scheme: 'none' },
  params: ById,
  produces: pageType,
  table: 'read',
  service: true,
  spec: '2.9',
} as const;
const notFound = {
  ...apiErrors.notFound,
  when: 'also for everyone except the account with the application’s email address',
};

export const showOwnResidencyApplication = defineRoute({
  ...shared,
  operationId: 'showOwnResidencyApplication',
  method: 'GET',
  summary: 'See a residency application that a partner sent with one’s e-mail address',
  description:
    'With the form to confirm that it is your own, or to object. Without a confirmation it can’t be linked to an account that someone signs in to.',
  writes: { update: ['session'] },
  errors: [notFound],
});

export const answerResidencyApplication = defineRoute({
  ...shared,
  operationId: 'answerResidencyApplication',
  method: 'POST',
  summary: 'Confirm or object to a residency application',
  description:
    'A confirmation covers what was shown: a change of the particulars voids it. An objection rejects the application immediately.',
  writes: {
    put: [
      'audit',
      'invoice',
      'listed',
      'residencyApplication',
      'review',
      'reviewAbout',
      'reviewOf',
      'reviewWord',
    ],
    update: ['applicantAccess', 'integration', 'person', 'session'],
    delete: ['listed'],
    check: ['person', 'reviewOf'],
  },
  bodyType: 'form',
  body: AnswerAsHolder,
  errors: [apiErrors.foreignForm, notFound, residencyErrors.pageOutdated],
});
