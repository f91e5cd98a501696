import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import { portalPage, sentForm, shownPage } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
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
  ...portalPage,
  entry: 'functions/portal/passkeys.ts',
  seals: true,
  passkeys: true,
  reviewers: true,
  spec: '5',
} as const;
const shown = { ...shared, ...shownPage } as const;
const sent = {
  ...shared,
  ...sentForm,
} as const;

export const showPasskeys = defineRoute({
  ...shown,
  operationId: 'showPasskeys',
  path: '/portal/passkeys',
  summary: 'List your passkeys',
});

export const showNewPasskey = defineRoute({
  ...shown,
  operationId: 'showNewPasskey',
  path: '/portal/passkeys/new',
  summary: 'Show the form for a passkey',
});

export const addPasskeyOnPage = defineRoute({
  ...sent,
  operationId: 'addPasskey',
  path: '/portal/passkeys/new',
  writes: {
    put: ['answeredCeremony', 'audit', 'event', 'passkey', 'passkeyClaim'],
    update: ['passkeyCode', 'session'],
    delete: ['passkeyCode'],
    check: ['passkey', 'person', 'staffMember'],
  },
  summary: 'Add a passkey',
  body: AddPasskey,
});

/** The writes of a sign-in with a passkey. */
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
  summary: 'Redirect to the sign-in page',
  errors: [],
});

export const signInWithPasskeyOnPage = defineRoute({
  ...sent,
  operationId: 'signInWithPasskey',
  path: '/portal/passkeys/sign-in',
  query: UsePasskeyQuery,
  writes: signInWrites,
  summary: 'Sign in with a passkey',
  body: UsePasskey,
});

export const showPasskeyConfirmation = defineRoute({
  ...shown,
  operationId: 'showPasskeyConfirmation',
  path: '/portal/passkeys/confirm',
  query: ConfirmQuery,
  summary: 'Redirect to the case',
});

export const confirmByPasskeyOnPage = defineRoute({
  ...sent,
  operationId: 'confirmByPasskey',
  path: '/portal/passkeys/confirm',
  query: ConfirmQuery,
  writes: signInWrites,
  maxBodyBytes: 131_072,
  summary: 'Confirm a decision with a passkey',
  body: ConfirmByPasskey,
});

export const showPasskey = defineRoute({
  ...shown,
  operationId: 'showPasskey',
  path: '/portal/passkeys/{passkeyId}',
  params: OwnPasskey,
  summary: 'Show a passkey',
});

export const renamePasskeyOnPage = defineRoute({
  ...sent,
  operationId: 'renamePasskey',
  path: '/portal/passkeys/{passkeyId}',
  params: OwnPasskey,
  writes: { put: ['audit'], update: ['passkey', 'session'] },
  summary: 'Rename a passkey',
  body: RenamePasskey,
});

export const showPasskeyRemoval = defineRoute({
  ...shown,
  operationId: 'showPasskeyRemoval',
  path: '/portal/passkeys/{passkeyId}/remove',
  params: OwnPasskey,
  summary: 'Ask to confirm the removal of a passkey',
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
  body: Confirmation,
});
