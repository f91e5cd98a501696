import { DecideApproval, OwnApproval } from '../../access/contracts/key-approval-contract.ts';
import { SignWill, WillQuery } from '../../access/contracts/manifestation-contract.ts';
import {
  ChangeBounds,
  CreateKey,
  KeysQuery,
  OwnKey,
  RotateKey,
} from '../../access/contracts/portal-keys-contract.ts';
import { Confirmation } from '../../kernel/contracts/form-fields.ts';
import { residentItems } from '../../kernel/domain/product.ts';
import type { ErrorCase } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { portalPage, sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute } from '../../kernel/http/route.ts';
import {
  EnterCode,
  SignInQuery,
  StartSignIn,
} from '../../sign-in/contracts/portal-sign-in-contract.ts';

const tooMany: ErrorCase = {
  ...apiErrors.tooManyAttempts,
  when: 'Wait for `Retry-After`. Addresses without an account get the same response.',
};

const shared = {
  ...portalPage,
  spec: '5',
} as const;
/** Without a session, every portal page leads to the sign-in and back. */
const shown = { ...shared, method: 'GET', errors: [] } as const;
const sent = {
  ...shared,
  ...sentForm,
} as const;

const signIn = {
  entry: 'functions/portal/sign-in.ts',
  query: SignInQuery,
  seals: true,
  passkeys: true,
} as const;
const home = { entry: 'functions/portal/home.ts' } as const;
const developer = { entry: 'functions/portal/developer.ts' } as const;
const manifestation = { entry: 'functions/portal/manifestation.ts' } as const;

export const showSignIn = defineRoute({
  ...shown,
  ...signIn,
  operationId: 'showSignIn',
  writes: { update: ['session'] },
  path: '/portal/sign-in',
  summary: 'Show the sign-in page',
});

export const startSignInOnPage = defineRoute({
  ...sent,
  ...signIn,
  operationId: 'startSignIn',
  path: '/portal/sign-in',
  writes: {
    put: ['event', 'signInChallenge'],
    update: ['attempts', 'session', 'signInAddress'],
  },
  summary: 'Ask for a code by email',
  seals: true,
  body: StartSignIn,
  errors: [apiErrors.foreignForm, tooMany],
});

export const showCodeEntry = defineRoute({
  ...shown,
  ...signIn,
  operationId: 'showCodeEntry',
  path: '/portal/sign-in/code',
  summary: 'Show the form for the emailed code',
});

export const enterCode = defineRoute({
  ...sent,
  ...signIn,
  operationId: 'enterCode',
  path: '/portal/sign-in/code',
  writes: {
    put: ['audit', 'event', 'knownBrowser', 'ownedSession', 'session'],
    update: ['applicantAccess', 'attempts', 'person', 'session', 'signInChallenge'],
    delete: ['knownBrowser', 'session'],
    check: ['person'],
  },
  summary: 'Sign in with the emailed code',
  seals: true,
  body: EnterCode,
  errors: [apiErrors.foreignForm],
});

export const showPortal = defineRoute({
  ...shown,
  ...home,
  reviewers: true,
  operationId: 'showPortal',
  path: '/portal',
  writes: { update: ['session'] },
  summary: 'Show the portal’s home page',
});

export const signOut = defineRoute({
  ...sent,
  ...home,
  operationId: 'signOut',
  path: '/portal/sign-out',
  writes: { put: ['audit', 'event'], update: ['session'], delete: ['ownedSession', 'session'] },
  summary: 'Sign out of the portal',
  body: Confirmation,
});

export const showDeveloperSettings = defineRoute({
  ...shown,
  ...developer,
  operationId: 'showDeveloperSettings',
  path: '/portal/developer',
  writes: { update: ['session'] },
  summary: 'Show your API keys and Manifestation of Will',
  query: KeysQuery,
});

export const showNewKey = defineRoute({
  ...shown,
  ...developer,
  operationId: 'showNewKey',
  path: '/portal/developer/keys/new',
  writes: { update: ['session'] },
  summary: 'Show the form for a new API key',
});

export const createKeyOnPage = defineRoute({
  ...sent,
  ...developer,
  operationId: 'createKey',
  path: '/portal/developer/keys/new',
  writes: {
    put: ['apiKey', 'audit', 'event', 'ownedKey', 'sentForm'],
    update: ['apiKey', 'ownedKey', 'person', 'session'],
    check: ['manifestation'],
  },
  summary: 'Create an API key',
  body: CreateKey,
});

export const showKeyRevocation = defineRoute({
  ...shown,
  ...developer,
  operationId: 'showKeyRevocation',
  path: '/portal/developer/keys/{keyId}/revoke',
  writes: { update: ['session'] },
  summary: 'Ask to confirm the revocation of an API key',
  params: OwnKey,
});

export const revokeKeyOnPage = defineRoute({
  ...sent,
  ...developer,
  operationId: 'revokeKey',
  path: '/portal/developer/keys/{keyId}/revoke',
  writes: { put: ['audit', 'event'], update: ['apiKey', 'ownedKey', 'person', 'session'] },
  summary: 'Revoke an API key',
  params: OwnKey,
  body: Confirmation,
});

export const showKeyBounds = defineRoute({
  ...shown,
  ...developer,
  operationId: 'showKeyLimits',
  path: '/portal/developer/keys/{keyId}/limits',
  writes: { update: ['session'] },
  summary: 'Show the limits of a key',
  params: OwnKey,
});

export const changeKeyBoundsOnPage = defineRoute({
  ...sent,
  ...developer,
  operationId: 'changeKeyLimits',
  path: '/portal/developer/keys/{keyId}/limits',
  writes: { put: ['audit'], update: ['apiKey', 'ownedKey', 'session'] },
  summary: 'Change the limits of a key',
  params: OwnKey,
  body: ChangeBounds,
});

export const showKeyRotation = defineRoute({
  ...shown,
  ...developer,
  operationId: 'showKeyRotation',
  path: '/portal/developer/keys/{keyId}/rotate',
  writes: { update: ['session'] },
  summary: 'Ask to confirm the rotation of an API key',
  params: OwnKey,
});

export const rotateKeyOnPage = defineRoute({
  ...sent,
  ...developer,
  operationId: 'rotateKey',
  path: '/portal/developer/keys/{keyId}/rotate',
  writes: {
    put: ['apiKey', 'audit', 'event', 'ownedKey', 'sentForm'],
    update: ['apiKey', 'ownedKey', 'person', 'session'],
    check: ['manifestation'],
  },
  summary: 'Rotate an API key',
  params: OwnKey,
  body: RotateKey,
});

export const showApproval = defineRoute({
  ...shown,
  entry: 'functions/portal/applications.ts',
  operationId: 'showApproval',
  path: '/portal/applications/approvals/{approvalId}',
  writes: { update: ['session'] },
  summary: 'Show a payment or submission that a key requests',
  params: OwnApproval,
});

export const decideApprovalOnPage = defineRoute({
  ...sent,
  entry: 'functions/portal/applications.ts',
  operationId: 'decideApproval',
  path: '/portal/applications/approvals/{approvalId}',
  writes: {
    put: [...residentItems, 'audit', 'effect', 'event', 'invoice', 'keyApproval'],
    update: ['attempts', 'session', 'voucher'],
    delete: ['requestedCall'],
    check: ['apiKey', 'entityName', 'manifestation', 'representative'],
  },
  summary: 'Approve or decline a payment or submission that a key requests',
  description:
    'If the owner approves, the service carries out the call once, with the rights and limits that the key has at that time. The response redirects to the page of the approval (303), which shows the result.',
  params: OwnApproval,
  body: DecideApproval,
});

export const showManifestation = defineRoute({
  ...shown,
  ...manifestation,
  operationId: 'showManifestation',
  path: '/portal/developer/manifestation',
  writes: { update: ['session'] },
  summary: 'Show the Manifestation of Will',
  query: WillQuery,
});

export const signManifestationOnPage = defineRoute({
  ...sent,
  ...manifestation,
  operationId: 'signManifestation',
  path: '/portal/developer/manifestation',
  writes: { put: ['audit', 'event', 'manifestation'], update: ['session'], check: ['person'] },
  summary: 'Sign the Manifestation of Will, or change its agreements',
  query: WillQuery,
  body: SignWill,
});

export const showManifestationRevocation = defineRoute({
  ...shown,
  ...manifestation,
  operationId: 'showManifestationRevocation',
  path: '/portal/developer/manifestation/revoke',
  writes: { update: ['session'] },
  summary: 'Ask to confirm the revocation of the Manifestation of Will',
});

export const revokeManifestationOnPage = defineRoute({
  ...sent,
  ...manifestation,
  operationId: 'revokeManifestation',
  path: '/portal/developer/manifestation/revoke',
  writes: {
    put: ['audit', 'event', 'manifestation', 'person'],
    update: ['apiKey', 'ownedKey', 'session'],
  },
  summary: 'Revoke the Manifestation of Will and the Agent Keys that can write',
  body: Confirmation,
});
