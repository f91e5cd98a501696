import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import {
  PublishedEntityAnswer,
  RegisterPath,
  RegisterQuery,
  RegisterResults,
} from '../contracts/public-register.ts';

const register = {
  method: 'GET',
  entry: 'functions/registry/public-register.ts',
  tag: 'Registry',
  auth: { scheme: 'none' },
  produces: pageType,
  service: true,
  table: 'read',
  // The looks are counted.
  writes: { update: ['attempts'] },
  spec: '1',
} as const;

const asWhom =
  'Only where the deployment publishes its register; elsewhere this is 404. With `Accept: application/json`, and without `text/html`, the answer is JSON, otherwise a page. It has an `ETag`. 60 looks a minute from one network address.';

export const searchPublicRegister = defineRoute({
  ...register,
  operationId: 'searchPublicRegister',
  path: '/register',
  summary: 'Search the public register',
  description: `Legal entities by name or permit number, as the search for integrators finds them, 20 a page, the first 1000. Without \`q\` nothing is found. Natural persons are not in it. ${asWhom}`,
  query: RegisterQuery,
  json: RegisterResults,
  example: {
    response: {
      data: [{ name: 'Acme', extension: 'LLC', residentPermitNumber: '80000000000012' }],
      pagination: { page: 1, pages: 1 },
      truncated: false,
    },
  },
  errors: [
    apiErrors.invalidQuery,
    { ...apiErrors.notFound, when: 'where there is no public register' },
    { ...apiErrors.tooManyAttempts, when: 'with `Retry-After`' },
  ],
  indexes: ['gsi1', 'gsi2'],
  documents: { get: ['search'] },
  searches: true,
});

export const readPublicRegister = defineRoute({
  ...register,
  operationId: 'readPublicRegister',
  path: '/register/{rpn}',
  summary: 'Read what is published of a legal entity',
  description: `Name and number, and those of the other fields that the deployment publishes. \`status\` is \`active\` while the residency is, unless the entity is dissolved: whether its taxes are paid, and so whether it is in good standing, is not published. The number of a natural person is answered as one that nobody has. ${asWhom}`,
  params: RegisterPath,
  json: PublishedEntityAnswer,
  example: {
    response: {
      data: {
        name: 'Acme',
        extension: 'LLC',
        residentPermitNumber: '80000000000012',
        type: 'Limited Liability Company',
        status: 'active',
        formationDate: '2026-01-20T10:01:05.000Z',
        registrationDate: '2026-01-20T10:01:05.000Z',
        dissolutionDate: null,
        formerNames: [],
      },
    },
  },
  errors: [
    apiErrors.legalEntityNotFound,
    { ...apiErrors.tooManyAttempts, when: 'with `Retry-After`' },
  ],
});
