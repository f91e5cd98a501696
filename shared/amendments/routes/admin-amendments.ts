import { ById } from '../../kernel/contracts/text.ts';
import { notFound, operatorErrors } from '../../kernel/http/error-cases.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { AdminAmendmentAnswer } from '../contracts/admin-amendments.ts';
import { exampleSubmittedAmendment } from './amendment-examples.ts';

export const adminGetAmendment = defineRoute({
  operationId: 'adminGetAmendment',
  method: 'GET',
  path: '/admin/v1/amendments/{id}',
  entry: 'functions/admin/amendments.ts',
  summary: 'Read an amendment filing',
  description: 'What is proposed, and who signed it. `id` is the review’s `subject.id`.',
  tag: 'Operators: amendments',
  auth: { scheme: 'operator' },
  params: ById,
  response: AdminAmendmentAnswer,
  example: {
    response: {
      data: {
        ...exampleSubmittedAmendment,
        signer: { personId: '17b2545c-4548-4ae0-8357-5e73812f6a99', name: 'Ada Lovelace' },
      },
    },
  },
  errors: [...operatorErrors, notFound],
  table: 'read',
  service: true,
  spec: 'admin 9',
});
