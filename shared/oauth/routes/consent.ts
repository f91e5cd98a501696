import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { ConsentForm, ConsentQuery } from '../contracts/consent.ts';

const shared = {
  path: '/oauth/consent',
  entry: 'functions/oauth/authorize.ts',
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  query: ConsentQuery,
  table: 'read',
  service: true,
  seals: true,
  spec: '4.1',
} as const;

export const showConsent = defineRoute({
  ...shared,
  operationId: 'showConsent',
  method: 'GET',
  writes: {
    put: ['answeredRequest', 'audit', 'authorizationCode'],
    update: ['oauthClient', 'session'],
    check: ['consent', 'person'],
  },
  summary: 'Show what an application requests',
  errors: [],
});

export const answerConsent = defineRoute({
  ...shared,
  operationId: 'answerConsent',
  method: 'POST',
  writes: {
    put: ['answeredRequest', 'audit', 'authorizationCode', 'consent', 'event'],
    update: ['oauthClient', 'session'],
    check: ['consent', 'person'],
  },
  summary: 'Allow or deny an application’s request',
  bodyType: 'form',
  body: ConsentForm,
  errors: [apiErrors.foreignForm],
});
