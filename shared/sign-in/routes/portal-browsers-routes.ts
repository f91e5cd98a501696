import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import { OwnBrowser } from '../contracts/portal-sign-in-contract.ts';

const shared = {
  ...portalPage,
  entry: 'functions/portal/home.ts',
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
  ...sentForm,
  writes: {
    put: ['audit', 'event'],
    update: ['session'],
    delete: ['knownBrowser', 'ownedSession', 'session'],
  },
  path: '/portal/browsers/{sessionId}/end',
  summary: 'Sign out another browser',
  params: OwnBrowser,
  body: Confirmation,
});

export const endOtherBrowsersOnPage = defineRoute({
  ...shared,
  operationId: 'endOtherBrowsers',
  ...sentForm,
  writes: {
    put: ['audit', 'event'],
    update: ['session'],
    delete: ['knownBrowser', 'ownedSession', 'session'],
  },
  path: '/portal/browsers/end-others',
  summary: 'Sign out all other browsers',
  body: Confirmation,
});
