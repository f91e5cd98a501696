import { ById } from '../../kernel/contracts/text.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { AnswerAsHolder } from '../contracts/partner-application.ts';
import * as residencyErrors from '../errors/residency-errors.ts';

const shared = {
  ...portalPage,
  path: '/portal/residency-applications/{id}',
  entry: 'functions/portal/applicant.ts',
  params: ById,
  spec: '2.9',
} as const;
const notFound = {
  ...apiErrors.notFound,
  when: 'It does not exist, or your account has another email address than the application.',
};

export const showOwnResidencyApplication = defineRoute({
  ...shared,
  operationId: 'showOwnResidencyApplication',
  method: 'GET',
  summary: 'Show a residency application sent with your email address',
  writes: { update: ['session'] },
  errors: [notFound],
});

export const answerResidencyApplication = defineRoute({
  ...shared,
  operationId: 'answerResidencyApplication',
  ...sentForm,
  summary: 'Confirm or object to a residency application',
  writes: {
    put: [
      'audit',
      'invoice',
      'listed',
      'residencyApplication',
      'review',
      'reviewParty',
      'reviewOf',
      'reviewWord',
    ],
    update: ['applicantAccess', 'integration', 'person', 'session'],
    delete: ['listed'],
    check: ['person', 'reviewOf'],
  },
  body: AnswerAsHolder,
  errors: [apiErrors.foreignForm, notFound, residencyErrors.pageOutdated],
});
