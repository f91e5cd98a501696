import * as z from 'zod/mini';
import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import { portalPage, sentForm, shownPage } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  NewOwnClientForm,
  OwnClient,
  OwnClientForm,
  OwnClientSecret,
  RotateOwnSecretForm,
} from '../contracts/own-client.ts';

const path = '/portal/developer/applications';
const one = `${path}/{clientId}` as const;

const shared = {
  ...portalPage,
  entry: 'functions/portal/developer-applications.ts',
  spec: '4.1',
} as const;
const shown = { ...shared, ...shownPage } as const;
const sent = {
  ...shared,
  ...sentForm,
} as const;

export const showOwnClients = defineRoute({
  ...shown,
  operationId: 'showOwnClients',
  path,
  summary: 'List your applications for sign-in',
});

export const showNewOwnClient = defineRoute({
  ...shown,
  operationId: 'showNewOwnClient',
  path: `${path}/new`,
  summary: 'Show the form for an application for sign-in',
});

export const createOwnClient = defineRoute({
  ...sent,
  operationId: 'createOwnClient',
  path: `${path}/new`,
  summary: 'Register an application for sign-in',
  body: NewOwnClientForm,
  writes: {
    put: ['audit', 'oauthClient', 'sentForm'],
    update: ['ownedClients', 'session'],
    check: ['person'],
  },
});

export const showOwnClient = defineRoute({
  ...shown,
  operationId: 'showOwnClient',
  path: one,
  summary: 'Show an application for sign-in and its status',
  params: OwnClient,
});

export const showOwnClientForm = defineRoute({
  ...shown,
  operationId: 'showOwnClientForm',
  path: `${one}/edit`,
  summary: 'Show the form to change an application for sign-in',
  params: OwnClient,
});

export const changeOwnClientOnPage = defineRoute({
  ...sent,
  operationId: 'changeOwnClient',
  path: `${one}/edit`,
  summary: 'Change an application for sign-in',
  params: OwnClient,
  body: OwnClientForm,
  writes: { put: ['audit'], update: ['oauthClient', 'session'], delete: ['clientLogo'] },
});

export const showOwnLogoForm = defineRoute({
  ...shown,
  operationId: 'showOwnLogoForm',
  path: `${one}/logo`,
  summary: 'Show the logo of an application for sign-in',
  params: OwnClient,
});

export const changeOwnLogoOnPage = defineRoute({
  ...sent,
  operationId: 'changeOwnLogo',
  path: `${one}/logo`,
  summary: 'Change or remove the logo of an application for sign-in',
  params: OwnClient,
  bodyType: 'bytes',
  body: z.unknown(),
  // The page itself rejects files that are too large for a logo, up to this size.
  maxBodyBytes: 1_000_000,
  writes: {
    put: ['audit', 'clientLogo'],
    update: ['oauthClient', 'session'],
    delete: ['clientLogo'],
  },
});

export const askForOwnClientOnPage = defineRoute({
  ...sent,
  operationId: 'askForOwnClient',
  path: `${one}/ask`,
  summary: 'Request approval of an application for sign-in',
  params: OwnClient,
  body: Confirmation,
  writes: { put: ['audit'], update: ['oauthClient', 'session'] },
});

export const showOwnSecretRotation = defineRoute({
  ...shown,
  operationId: 'showOwnSecretRotation',
  path: `${one}/rotate`,
  summary: 'Ask to confirm a new secret for an application for sign-in',
  params: OwnClient,
});

export const rotateOwnSecret = defineRoute({
  ...sent,
  operationId: 'rotateOwnSecret',
  path: `${one}/rotate`,
  summary: 'Replace the secret of an application for sign-in',
  params: OwnClient,
  body: RotateOwnSecretForm,
  writes: { put: ['audit', 'sentForm'], update: ['oauthClient', 'session'] },
});

export const revokeOwnSecret = defineRoute({
  ...sent,
  operationId: 'revokeOwnSecret',
  path: `${one}/secrets/{secretId}/revoke`,
  summary: 'Revoke a secret of an application for sign-in',
  params: OwnClientSecret,
  body: Confirmation,
  writes: { put: ['audit'], update: ['oauthClient', 'session'] },
});

export const showOwnClientDeletion = defineRoute({
  ...shown,
  operationId: 'showOwnClientDeletion',
  path: `${one}/delete`,
  summary: 'Ask to confirm the deletion of an application for sign-in',
  params: OwnClient,
});

export const deleteOwnClientOnPage = defineRoute({
  ...sent,
  operationId: 'deleteOwnClient',
  path: `${one}/delete`,
  summary: 'Delete an application for sign-in',
  params: OwnClient,
  body: Confirmation,
  writes: {
    put: ['audit'],
    update: ['ownedClients', 'session'],
    delete: ['clientLogo', 'oauthClient'],
  },
});
