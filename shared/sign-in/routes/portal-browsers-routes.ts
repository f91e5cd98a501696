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
  summary: 'List browsers where you are signed in',
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
  summary: 'Sign out another browser',
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
  summary: 'Sign out all other browsers',
  bodyType: 'form',
  body: Confirmation,
  errors: [apiErrors.foreignForm],
});
