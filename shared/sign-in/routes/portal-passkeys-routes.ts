import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import {
  AddPasskey,
  ConfirmByPasskey,
  ConfirmQuery,
  OwnPasskey,
  RenamePasskey,
  UsePasskey,
  UsePasskeyQuery,
} from '../contracts/portal-sign-in-contract.ts';

const shared = {
  entry: 'functions/portal/passkeys.ts',
  tag: 'Portal',
  auth: { scheme: 'none' },
  produces: pageType,
  table: 'read',
  service: true,
  seals: true,
  passkeys: true,
  reviewers: true,
  spec: '5',
} as const;
const shown = { ...shared, method: 'GET', errors: [], writes: { update: ['session'] } } as const;
const sent = {
  ...shared,
  method: 'POST',
  bodyType: 'form',
  errors: [apiErrors.foreignForm],
} as const;

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
    update: ['passkeyCode', 'session'],
    delete: ['passkeyCode'],
    check: ['passkey', 'person', 'staffMember'],
  },
  summary: 'Add a passkey',
  description:
    'The passkey must have been made for the challenge of the page, on a page of this service, with its user verified. Its owner is notified by email. Someone of the staff enters an operator’s `code` first, unless they have signed in with a passkey that is good for decisions.',
  body: AddPasskey,
});

/** What a sign-in with a passkey writes. */
const signInWrites = {
  put: ['answeredCeremony', 'audit', 'event', 'knownBrowser', 'ownedSession', 'session'],
  update: ['applicantAccess', 'passkey', 'session'],
  delete: ['knownBrowser', 'ownedSession', 'session'],
  check: ['person'],
} as const;

export const showPasskeySignIn = defineRoute({
  ...shared,
  method: 'GET',
  operationId: 'showPasskeySignIn',
  path: '/portal/passkeys/sign-in',
  query: UsePasskeyQuery,
  summary: 'Go to the sign-in',
  description: 'Answers 303 to the sign-in page, when the answer to a form is reloaded.',
  errors: [],
});

export const signInWithPasskeyOnPage = defineRoute({
  ...sent,
  operationId: 'signInWithPasskey',
  path: '/portal/passkeys/sign-in',
  query: UsePasskeyQuery,
  writes: signInWrites,
  summary: 'Sign in with a passkey',
  description:
    'Answers 303 to `next`, a path of our own. The challenge of the sign-in page is good for one sign-in, in this browser, for five minutes. A passkey whose counter goes back is refused from then on; its owner is notified by email.',
  body: UsePasskey,
});

export const showPasskeyConfirmation = defineRoute({
  ...shown,
  operationId: 'showPasskeyConfirmation',
  path: '/portal/passkeys/confirm',
  query: ConfirmQuery,
  summary: 'Go back to what should be decided',
  description: 'Answers 303 to `next`, after a sign-in or a reload in between.',
});

export const confirmByPasskeyOnPage = defineRoute({
  ...sent,
  operationId: 'confirmByPasskey',
  path: '/portal/passkeys/confirm',
  query: ConfirmQuery,
  writes: signInWrites,
  maxBodyBytes: 131_072,
  summary: 'Confirm a decision with a passkey',
  description:
    'Takes the form of a decision that needs a passkey (403 `staff.passkey_required`), asks for the ceremony, and after it answers 307 to `next`, with which the browser sends the same form again. The session gets another id and is as good as a new sign-in. The passkey must be one of the person who is signed in, and good for decisions.',
  body: ConfirmByPasskey,
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
  writes: {
    put: ['audit', 'event'],
    update: ['session'],
    delete: ['ownedSession', 'passkey', 'session'],
  },
  summary: 'Remove a passkey',
  description:
    'Nobody signs in with it from then on, and other browsers that have signed in with it are signed out. Its owner is notified by email.',
  body: Confirmation,
});
