import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { ConsentForm, ConsentQuery } from '../contracts/consent.ts';

const shared = {
  ...portalPage,
  path: '/oauth/consent',
  entry: 'functions/oauth/authorize.ts',
  query: ConsentQuery,
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
  ...sentForm,
  writes: {
    put: ['answeredRequest', 'audit', 'authorizationCode', 'consent', 'event'],
    update: ['oauthClient', 'session'],
    check: ['consent', 'person'],
  },
  summary: 'Allow or deny an application’s request',
  body: ConsentForm,
});
