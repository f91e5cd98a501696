import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { OwnBrowser } from '../contracts/portal-sign-in-contract.ts';

const shared = {
  entry: 'functions/portal/home.ts',
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  service: true,
  spec: '5',
} as const;

export const showBrowsers = defineRoute({
  ...shared,
  operationId: 'showBrowsers',
  method: 'GET',
  writes: { update: ['session'] },
  path: '/portal/browsers',
  summary: 'See in which browsers one is signed in',
  errors: [],
});

export const endBrowserOnPage = defineRoute({
  ...shared,
  operationId: 'endBrowser',
  method: 'POST',
  writes: {
    put: ['audit', 'event'],
    update: ['session'],
    delete: ['knownBrowser', 'ownedSession', 'session'],
  },
  path: '/portal/browsers/{sessionId}/end',
  summary: 'Sign another browser out',
  description: 'It is forgotten as well: its next sign-in is that of an unknown browser.',
  params: OwnBrowser,
  bodyType: 'form',
  body: Confirmation,
  errors: [apiErrors.foreignForm],
});

export const endOtherBrowsersOnPage = defineRoute({
  ...shared,
  operationId: 'endOtherBrowsers',
  method: 'POST',
  writes: {
    put: ['audit', 'event'],
    update: ['session'],
    delete: ['knownBrowser', 'ownedSession', 'session'],
  },
  path: '/portal/browsers/end-others',
  summary: 'Sign all other browsers out',
  description: 'They are forgotten as well, also those that are not signed in at the moment.',
  bodyType: 'form',
  body: Confirmation,
  errors: [apiErrors.foreignForm],
});
