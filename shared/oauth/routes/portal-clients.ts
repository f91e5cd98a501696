import * as z from 'zod/mini';
import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
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
  entry: 'functions/portal/developer-applications.ts',
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  service: true,
  spec: '4.1',
} as const;
const shown = { ...shared, method: 'GET', errors: [], writes: { update: ['session'] } } as const;
const sent = {
  ...shared,
  method: 'POST',
  bodyType: 'form',
  errors: [apiErrors.foreignForm],
} as const;

export const showOwnClients = defineRoute({
  ...shown,
  operationId: 'showOwnClients',
  path,
  summary: 'See one’s applications for sign-in',
  description: 'Where the deployment lets residents register some; 404 elsewhere.',
});

export const showNewOwnClient = defineRoute({
  ...shown,
  operationId: 'showNewOwnClient',
  path: `${path}/new`,
  summary: 'Begin to register an application for sign-in',
});

export const createOwnClient = defineRoute({
  ...sent,
  operationId: 'createOwnClient',
  path: `${path}/new`,
  summary: 'Register an application for sign-in',
  description:
    'In test mode: its owner alone signs in with it until operators have approved it. The answer itself shows the secret, the only time. The form sent again registers no second one; a person has ten at most.',
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
  summary: 'See an application for sign-in, and its status',
  params: OwnClient,
});

export const showOwnClientForm = defineRoute({
  ...shown,
  operationId: 'showOwnClientForm',
  path: `${one}/edit`,
  summary: 'Begin to change an application for sign-in',
  params: OwnClient,
});

export const changeOwnClientOnPage = defineRoute({
  ...sent,
  operationId: 'changeOwnClient',
  path: `${one}/edit`,
  summary: 'Change an application for sign-in',
  description:
    'In test mode changes take effect immediately. New data of an approved application waits for operators, while people see what was approved; removals take effect immediately.',
  params: OwnClient,
  body: OwnClientForm,
  writes: { put: ['audit'], update: ['oauthClient', 'session'], delete: ['clientLogo'] },
});

export const showOwnLogoForm = defineRoute({
  ...shown,
  operationId: 'showOwnLogoForm',
  path: `${one}/logo`,
  summary: 'See the logo of an application for sign-in',
  params: OwnClient,
});

export const changeOwnLogoOnPage = defineRoute({
  ...sent,
  operationId: 'changeOwnLogo',
  path: `${one}/logo`,
  summary: 'Change the logo of an application for sign-in, or remove it',
  description:
    'The form of the page, multipart/form-data with a square PNG in `logo`, or `remove` in `act`. It is handled like any change of the application. The picture is encoded again before it is stored.',
  params: OwnClient,
  bodyType: 'bytes',
  body: z.unknown(),
  // The page itself reports files that are larger than a logo may be, up to this size.
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
  summary: 'Ask operators to approve an application for sign-in',
  params: OwnClient,
  body: Confirmation,
  writes: { put: ['audit'], update: ['oauthClient', 'session'] },
});

export const showOwnSecretRotation = defineRoute({
  ...shown,
  operationId: 'showOwnSecretRotation',
  path: `${one}/rotate`,
  summary: 'Begin to replace the secret of an application for sign-in',
  params: OwnClient,
});

export const rotateOwnSecret = defineRoute({
  ...sent,
  operationId: 'rotateOwnSecret',
  path: `${one}/rotate`,
  summary: 'Replace the secret of an application for sign-in',
  description:
    'Only this answer shows the new one. The previous one works for as long as you choose.',
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
  summary: 'Confirm the deletion of an application for sign-in',
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
