import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  NameAvailability,
  NameAvailabilityQuery,
  SearchRegistry,
  SearchResults,
  VerifyRpn,
  VerifyRpnResult,
} from '../contracts/registry.ts';

export const verifyRpn = defineRoute({
  operationId: 'verifyRpn',
  method: 'POST',
  path: '/api/v1/verify_rpn',
  entry: 'functions/registry/verify-rpn.ts',
  summary: 'Verify a resident permit number',
  description:
    'Tells you whether the number belongs to a legal entity or a natural person, and whether the residency is current.',
  tag: 'Registry',
  auth: { scheme: 'key', agentScope: 'agent:verify_rpn' },
  body: VerifyRpn,
  missingParameter: 'rpn',
  response: VerifyRpnResult,
  example: {
    request: { rpn: '80000000000012' },
    response: { result: 'found_legal_entity', active: true },
  },
  errors: [
    apiErrors.missingParameter('rpn'),
    apiErrors.invalidBody,
    ...apiErrors.keyErrors,
    apiErrors.registryRateLimited,
  ],
  table: 'read',
  limit: 'registry',
  spec: '4.13',
});

export const searchRegistry = defineRoute({
  operationId: 'searchLegalEntities',
  method: 'POST',
  path: '/api/v1/registries/legal_entities/search',
  entry: 'functions/registry/search.ts',
  summary: 'Search the registry by name or permit number',
  description:
    'Finds entities whose name contains every word of the query, in any case, or whose permit number contains the whole query. Best matches first, at most 1000.',
  tag: 'Registry',
  auth: { scheme: 'key', agentScope: 'agent:registry.search' },
  body: SearchRegistry,
  missingParameter: 'query',
  response: SearchResults,
  example: {
    request: { query: 'acme' },
    response: {
      results: [
        {
          id: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
          name: 'Acme',
          extension: 'LLC',
          residentPermitNumber: '80000000000012',
        },
      ],
    },
  },
  errors: [
    apiErrors.missingParameter('query'),
    apiErrors.invalidBody,
    ...apiErrors.keyErrors,
    apiErrors.registryRateLimited,
  ],
  table: 'read',
  indexes: ['gsi1', 'gsi2'],
  documents: { get: ['search'] },
  searches: true,
  limit: 'registry',
  spec: '4.9',
});

export const checkName = defineRoute({
  operationId: 'checkLegalEntityName',
  method: 'POST',
  path: '/api/v1/registries/legal_entities/name_availability',
  entry: 'functions/registry/check-name.ts',
  summary: 'Check the availability of a name',
  description:
    'Checks a name and reserves nothing. The check is repeated at incorporation. `available` depends on the exact name only. `similar` lists up to ten existing names that could be confused with yours, closest first. They look alike (also in other scripts), sound the same, have nearly the same letters, or differ only in words like “Holdings”. The list is advisory.',
  tag: 'Registry',
  auth: { scheme: 'key', agentScope: 'agent:registry.search' },
  body: NameAvailabilityQuery,
  response: NameAvailability,
  example: {
    request: { name: 'Acme', optionId: 'llc' },
    response: {
      data: {
        name: 'Acme',
        optionId: 'llc',
        available: false,
        reserved: false,
        similar: [
          {
            id: '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11',
            name: 'Acme',
            extension: 'LLC',
            status: 'registered',
            reasons: ['same_name'],
          },
        ],
      },
    },
  },
  errors: [apiErrors.invalidBody, ...apiErrors.keyErrors],
  table: 'read',
  indexes: ['gsi1', 'gsi2'],
  documents: { get: ['search'] },
  searches: true,
  spec: '4.10',
});
