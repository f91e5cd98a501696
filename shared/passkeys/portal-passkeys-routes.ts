import { Confirmation } from '../kernel/contracts/confirmation.ts';
import { defineRoute, type ErrorCase, pageType } from '../kernel/http/route.ts';
import {
  AddPasskey,
  OwnPasskey,
  RenamePasskey,
  UsePasskey,
  UsePasskeyQuery,
} from './portal-passkeys-contract.ts';

const foreignForm: ErrorCase = {
  status: 403,
  error: 'The form was not sent from a page that is open in this browser',
};

const shared = {
  entry: 'functions/portal/passkeys.ts',
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  service: true,
  seals: true,
  passkeys: true,
  spec: '5',
} as const;
const shown = { ...shared, method: 'GET', errors: [], writes: { update: ['session'] } } as const;
const sent = { ...shared, method: 'POST', bodyType: 'form', errors: [foreignForm] } as const;

export const showPasskeys = defineRoute({
  ...shown,
  operationId: 'showPasskeys',
  path: '/portal/passkeys',
  summary: 'See one’s passkeys',
});

export const showNewPasskey = defineRoute({
  ...shown,
  operationId: 'showNewPasskey',
  path: '/portal/passkeys/new',
  summary: 'Begin to add a passkey',
  description:
    'Asks for a sign-in of the last 15 minutes. The page has a challenge for this browser, which can be answered once and for five minutes. Its script runs the ceremony in the browser.',
});

export const addPasskeyOnPage = defineRoute({
  ...sent,
  operationId: 'addPasskey',
  path: '/portal/passkeys/new',
  writes: {
    put: ['answeredCeremony', 'audit', 'event', 'passkey', 'passkeyTaken'],
    update: ['session'],
    check: ['person'],
  },
  summary: 'Add a passkey',
  description:
    'The passkey must have been made for the challenge of the page, on a page of this service, with its user verified. Its owner is told by mail.',
  body: AddPasskey,
});

export const signInWithPasskeyOnPage = defineRoute({
  ...sent,
  operationId: 'signInWithPasskey',
  path: '/portal/passkeys/sign-in',
  query: UsePasskeyQuery,
  writes: {
    put: ['answeredCeremony', 'audit', 'event', 'knownBrowser', 'ownedSession', 'session'],
    update: ['applicantAccess', 'passkey', 'session'],
    delete: ['knownBrowser', 'session'],
    check: ['person'],
  },
  summary: 'Sign in with a passkey',
  description:
    'Answers 303 to `next`, a path of ours. The challenge of the sign-in page is good for one sign-in, in this browser, for five minutes. A passkey whose counter goes back is refused from then on; its owner is told by mail.',
  body: UsePasskey,
});

export const showPasskey = defineRoute({
  ...shown,
  operationId: 'showPasskey',
  path: '/portal/passkeys/{passkeyId}',
  params: OwnPasskey,
  summary: 'See one of one’s passkeys',
});

export const renamePasskeyOnPage = defineRoute({
  ...sent,
  operationId: 'renamePasskey',
  path: '/portal/passkeys/{passkeyId}',
  params: OwnPasskey,
  writes: { put: ['audit'], update: ['passkey', 'session'] },
  summary: 'Give a passkey another name',
  body: RenamePasskey,
});

export const showPasskeyRemoval = defineRoute({
  ...shown,
  operationId: 'showPasskeyRemoval',
  path: '/portal/passkeys/{passkeyId}/remove',
  params: OwnPasskey,
  summary: 'Begin to remove a passkey',
  description: 'Asks for a sign-in of the last 15 minutes.',
});

export const removePasskeyOnPage = defineRoute({
  ...sent,
  operationId: 'removePasskey',
  path: '/portal/passkeys/{passkeyId}/remove',
  params: OwnPasskey,
  writes: { put: ['audit', 'event'], update: ['session'], delete: ['passkey'] },
  summary: 'Remove a passkey',
  description: 'Nobody signs in with it from then on. Its owner is told by mail.',
  body: Confirmation,
});
