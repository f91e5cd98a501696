import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import {
  filteredAtMost,
  PublishedEntityAnswer,
  RegisterPath,
  RegisterQuery,
  RegisterResults,
  registerLooks,
} from '../contracts/public-register.ts';

const register = {
  method: 'GET',
  entry: 'functions/registry/public-register.ts',
  tag: 'Registry',
  auth: { scheme: 'none' },
  produces: pageType,
  service: true,
  table: 'read',
  // Requests are counted for the limit.
  writes: { update: ['attempts'] },
  spec: '1',
} as const;

const formatNote = `If the deployment does not publish its register, this is 404. With \`Accept: application/json\` and without \`text/html\`, you get JSON; otherwise a page. The response has an \`ETag\`. Limit: ${registerLooks.max} calls a minute from one network address.`;

export const searchPublicRegister = defineRoute({
  ...register,
  operationId: 'searchPublicRegister',
  path: '/register',
  summary: 'Search the public register',
  description: `Finds legal entities by name or permit number: 20 a page, the first 1000. Without \`q\`, the result is empty. Filters apply only to the first ${filteredAtMost} results. A filter on a field that is not published gets 400. Natural persons are not included. ${formatNote}`,
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
    { ...apiErrors.notFound, when: 'This deployment has no public register.' },
    { ...apiErrors.tooManyAttempts, when: 'Wait for `Retry-After`.' },
  ],
  indexes: ['gsi1', 'gsi2'],
  documents: { get: ['search'] },
  searches: true,
});

export const readPublicRegister = defineRoute({
  ...register,
  operationId: 'readPublicRegister',
  path: '/register/{rpn}',
  summary: 'Read a legal entity in the public register',
  description: `Shows the name, the permit number and the other fields that the deployment publishes. \`status\` is \`active\` while the residency is active and the entity is not dissolved. Taxes, and so good standing, are not published. The number of a natural person is treated as unknown. ${formatNote}`,
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
    { ...apiErrors.tooManyAttempts, when: 'Wait for `Retry-After`.' },
  ],
});
