import { ConsentedDocumentList } from '../../documents/contracts/document-contract.ts';
import { OwnListQuery } from '../../kernel/contracts/own-list.ts';
import { ById } from '../../kernel/contracts/text.ts';
import type { OAuthScope } from '../../kernel/domain/scopes.ts';
import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, ownListNote } from '../../kernel/http/route.ts';
import {
  exampleEntity,
  LegalEntityAnswer,
  LegalEntityList,
} from '../../registry/contracts/legal-entity.ts';
import {
  IdVerification,
  NaturalPerson,
  PersonDocuments,
  ResidencyStatus,
} from '../contracts/natural-person.ts';
import * as clientErrors from '../errors/client-errors.ts';

const personEntry = 'functions/me/natural-person.ts';
const entityEntry = 'functions/me/legal-entities.ts';
const tag = 'User data (OAuth)';

/** Errors of a route with access tokens that come before its own logic. */
function tokenErrors(scope: OAuthScope): readonly ErrorCase[] {
  return [apiErrors.missingToken, apiErrors.invalidToken, apiErrors.missingScopes(scope)];
}

/** The same for a route that also accepts Agent Keys. */
function personErrors(scope: OAuthScope): readonly ErrorCase[] {
  return [
    ...tokenErrors(scope),
    { ...apiErrors.insufficientPermissions, when: 'An Agent Key lacks the scope.' },
    clientErrors.standardKeyNotSupported,
  ];
}

export const getNaturalPerson = defineRoute({
  operationId: 'getNaturalPerson',
  method: 'GET',
  path: '/api/v1/me/natural-person',
  entry: personEntry,
  summary: 'Retrieve the signed-in person',
  description:
    'Returns the person without a `data` wrapper. The response is `null` until the person has entered a name. A person with one name has it in `givenName` or `surname`, and the other is empty. Countries are display names.',
  tag,
  crossOrigin: true,
  auth: {
    scheme: 'oauth',
    scope: 'service:person.details.read',
    agentScope: 'agent:person.details.read',
  },
  response: NaturalPerson,
  example: {
    response: {
      givenName: 'Ada',
      surname: 'Lovelace',
      name: 'Ada Lovelace',
      residentPermitNumber: '90000000000012',
      countryOfBirth: 'United Kingdom',
      citizenships: ['United Kingdom'],
      dateOfBirth: '1990-05-17T00:00:00.000Z',
      sex: 'F',
      address: {
        country: 'Honduras',
        line1: '12 Harbour Street',
        line2: null,
        city: 'Port Town',
        state: null,
        postalCode: '10101',
      },
      phoneNumber: '+50422000000',
    },
  },
  errors: personErrors('service:person.details.read'),
  table: 'read',
  service: true,
  spec: '5',
});

export const getNaturalPersonResidency = defineRoute({
  operationId: 'getNaturalPersonResidency',
  method: 'GET',
  path: '/api/v1/me/natural-person/residency',
  entry: personEntry,
  summary: 'Retrieve the signed-in person’s residency',
  description:
    'Tells you whether the person is a resident, without a `data` wrapper. `version` is the version of the Agreement of Coexistence. `terminationDate` can be in the future.',
  tag,
  crossOrigin: true,
  auth: {
    scheme: 'oauth',
    scope: 'service:person.residency.read',
    agentScope: 'agent:person.residency.read',
  },
  response: ResidencyStatus,
  example: {
    response: {
      wasEverResident: true,
      activeResidency: {
        effectiveDate: '2026-01-15T00:00:00.000Z',
        terminationDate: '2027-01-15T00:00:00.000Z',
        residencyType: 'e-Resident',
        version: 'v11.01.2026',
      },
    },
  },
  errors: personErrors('service:person.residency.read'),
  table: 'read',
  service: true,
  spec: '5',
});

const idVerification = {
  method: 'GET',
  entry: personEntry,
  summary: 'Retrieve the signed-in person’s identity verification',
  description:
    'Returns the newest successful verification without a `data` wrapper, or null in every field. The service stores the result and no images.',
  tag,
  crossOrigin: true,
  auth: {
    scheme: 'oauth',
    scope: 'service:person.id_verification.read',
    agentScope: 'agent:person.id_verification.read',
  },
  response: IdVerification,
  example: {
    response: {
      id: '6f1f6c55-2f5b-4d5e-8f53-0a4c4c2f1e90',
      type: null,
      documentType: 'passport',
      date: '2026-01-14T16:20:00.000Z',
      status: 'approved',
      documents: { documentFront: null, documentBack: null, face: null },
    },
  },
  errors: personErrors('service:person.id_verification.read'),
  table: 'read',
  service: true,
  spec: '5',
} as const;

export const getNaturalPersonIdVerification = defineRoute({
  ...idVerification,
  operationId: 'getNaturalPersonIdVerification',
  path: '/api/v1/me/natural-person/id-verification',
});

export const getNaturalPersonIdVerificationDeprecated = defineRoute({
  ...idVerification,
  operationId: 'getNaturalPersonIdVerificationDeprecated',
  path: '/api/v1/me/natural-person/id_verification',
  deprecatedFor: '/api/v1/me/natural-person/id-verification',
});

export const listNaturalPersonDocuments = defineRoute({
  operationId: 'listNaturalPersonDocuments',
  method: 'GET',
  path: '/api/v1/me/natural-person/documents',
  entry: personEntry,
  summary: 'List the signed-in person’s documents',
  description:
    'Lists documents, newest first, in one response. The list includes the Agreement of Coexistence of the active residency. Each URL needs no credential and expires after one hour. Do not send the access token to it.',
  tag,
  crossOrigin: true,
  auth: {
    scheme: 'oauth',
    scope: 'service:person.documents.read',
    agentScope: 'agent:person.documents.read',
  },
  response: PersonDocuments,
  example: {
    response: {
      data: [
        {
          id: '0b6a4a52-8a0f-4a39-9d84-0c4a1e6f7d13',
          name: 'Agreement of Coexistence',
          slug: 'agreement-of-coexistence-e-resident',
          version: 'v11.01.2026',
          fileUrl: 'https://documents.example/0b6a4a52?X-Amz-Expires=3600',
        },
      ],
      agreementOfCoexistence: {
        aocId: 'agreement-of-coexistence-e-resident-v11.01.2026',
        slug: 'agreement-of-coexistence-e-resident',
        version: 'v11.01.2026',
        effectiveDate: '2026-01-15T00:00:00.000Z',
        terminationDate: '2027-01-15T00:00:00.000Z',
        residencyType: 'e-Resident',
        templatePdfUrl: null,
        signedDocumentId: '0b6a4a52-8a0f-4a39-9d84-0c4a1e6f7d13',
        signedDocumentUrl: 'https://documents.example/0b6a4a52?X-Amz-Expires=3600',
      },
    },
  },
  errors: personErrors('service:person.documents.read'),
  table: 'read',
  service: true,
  documents: { get: ['documents'] },
  spec: '5',
});

export const listConsentedLegalEntities = defineRoute({
  operationId: 'listConsentedLegalEntities',
  method: 'GET',
  path: '/api/v1/me/legal-entities',
  entry: entityEntry,
  summary: 'List legal entities that the user shares',
  description:
    'Lists the entities that the user chose for this application and represents today. Sorted by name, in one response. Agent Keys are not accepted.',
  tag,
  crossOrigin: true,
  auth: { scheme: 'oauth', scope: 'service:entity.read' },
  response: LegalEntityList,
  example: { response: { data: [exampleEntity] } },
  errors: tokenErrors('service:entity.read'),
  table: 'read',
  service: true,
  spec: '4.2',
});

export const getConsentedLegalEntity = defineRoute({
  operationId: 'getConsentedLegalEntity',
  method: 'GET',
  path: '/api/v1/me/legal-entities/{id}',
  entry: entityEntry,
  summary: 'Retrieve a legal entity that the user shares',
  description:
    'Returns one entity that the user chose for this application. Agent Keys are not accepted.',
  tag,
  crossOrigin: true,
  auth: { scheme: 'oauth', scope: 'service:entity.read' },
  params: ById,
  notFound: apiErrors.legalEntityNotFound,
  response: LegalEntityAnswer,
  example: { response: { data: exampleEntity } },
  errors: [...tokenErrors('service:entity.read'), notShared()],
  table: 'read',
  service: true,
  spec: '4.2',
});

export const listConsentedLegalEntityDocuments = defineRoute({
  operationId: 'listConsentedLegalEntityDocuments',
  method: 'GET',
  path: '/api/v1/me/legal-entities/{id}/documents',
  entry: entityEntry,
  summary: 'List documents of a legal entity that the user shares',
  description: `Lists the entity’s documents. ${ownListNote} Each \`fileUrl\` needs no credential and expires after one hour. Do not send the access token to it. Agent Keys are not accepted.`,
  tag,
  crossOrigin: true,
  auth: { scheme: 'oauth', scope: 'service:entity.documents.read' },
  params: ById,
  notFound: apiErrors.legalEntityNotFound,
  query: OwnListQuery,
  response: ConsentedDocumentList,
  example: {
    response: {
      data: [
        {
          id: '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21',
          name: 'Certificate of Organization',
          slug: 'certificate-of-organization',
          version: '1',
          fileUrl: 'https://documents.example/2f0c7f0e?X-Amz-Expires=3600',
        },
      ],
    },
  },
  errors: [...tokenErrors('service:entity.documents.read'), notShared()],
  table: 'read',
  service: true,
  documents: { get: ['documents'] },
  spec: '4.2',
});

function notShared(): ErrorCase {
  return {
    ...apiErrors.legalEntityNotFound,
    when: 'It does not exist, or the user does not share it or no longer represents it.',
  };
}
