import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import {
  OwnApplicationToSign,
  SignatureLink,
  SignEntityAgreement,
} from '../contracts/signature.ts';
import * as incorporationErrors from '../errors/incorporation-errors.ts';

export const showSignaturePage = defineRoute({
  operationId: 'showSignaturePage',
  method: 'GET',
  path: '/sign/{token}',
  entry: 'functions/pages/signature.ts',
  summary: 'Show the Agreement of Coexistence, with the form to sign it',
  tag: 'Pages',
  auth: { scheme: 'none' },
  params: SignatureLink,
  produces: pageType,
  errors: [],
  table: 'read',
  service: true,
  spec: '4.3',
});

export const signAgreementOnPage = defineRoute({
  operationId: 'signAgreement',
  ...sentForm,
  path: '/sign/{token}',
  entry: 'functions/pages/signature.ts',
  summary: 'Sign the Agreement of Coexistence',
  tag: 'Pages',
  auth: { scheme: 'none' },
  params: SignatureLink,
  body: SignEntityAgreement,
  produces: pageType,
  example: { request: { signerName: 'Ada Lovelace', agree: 'yes' } },
  errors: [apiErrors.foreignForm, incorporationErrors.agreementAlreadySigned],
  table: 'read',
  writes: {
    put: ['application', 'audit', 'event', 'signatureLink'],
    check: ['entityName', 'person'],
  },
  service: true,
  spec: '4.3',
});

const owners = {
  ...portalPage,
  path: '/portal/legal-entity-applications/{applicationId}/sign',
  entry: 'functions/pages/signature.ts',
  params: OwnApplicationToSign,
  spec: '4.3',
} as const;

export const showApplicationToSign = defineRoute({
  ...owners,
  operationId: 'showApplicationToSign',
  method: 'GET',
  // The last use of the session is recorded.
  writes: { update: ['session'] },
  summary: 'Show the Agreement of Coexistence of your application',
  errors: [],
});

export const signApplicationOnPage = defineRoute({
  ...owners,
  operationId: 'signApplication',
  ...sentForm,
  writes: {
    put: ['application', 'audit', 'event', 'signatureLink'],
    update: ['session'],
    check: ['entityName', 'person'],
  },
  summary: 'Sign the Agreement of Coexistence of your application',
  body: SignEntityAgreement,
  example: { request: { signerName: 'Ada Lovelace', agree: 'yes' } },
  errors: [apiErrors.foreignForm, incorporationErrors.agreementAlreadySigned],
});
