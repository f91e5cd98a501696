import * as apiErrors from '../../kernel/errors/errors.ts';
import { sentForm } from '../../kernel/http/page-rows.ts';
import { defineRoute, pageType } from '../../kernel/http/route.ts';
import { credentialChecks, VerifyCredential } from '../contracts/verify-credential.ts';

const shared = {
  path: '/credentials/verify',
  entry: 'functions/pages/credential.ts',
  tag: 'Verifiable credentials',
  auth: { scheme: 'none' },
  produces: pageType,
  service: true,
  table: 'read',
  // Verifications are counted.
  writes: { update: ['attempts'] },
  spec: '2.8',
} as const;

export const enterCredential = defineRoute({
  ...shared,
  operationId: 'enterCredential',
  method: 'GET',
  summary: 'Show the form to verify a credential',
  description: 'A page for people who were sent a verifiable credential, as text.',
  errors: [],
});

export const verifyCredential = defineRoute({
  ...shared,
  operationId: 'verifyCredential',
  ...sentForm,
  summary: 'Verify a credential',
  description: `What an SD-JWT of this registry discloses, with or without key binding: whether its signature holds, who can have shown it, and whether it is valid, revoked or expired now. For another issuer it only says so and fetches nothing. Nothing you paste is stored or logged. ${credentialChecks.max} checks a minute from one network address.`,
  body: VerifyCredential,
  // The page itself reports a text that is too long.
  maxBodyBytes: 65_536,
  errors: [
    apiErrors.foreignForm,
    { ...apiErrors.tooManyAttempts, when: 'Wait for `Retry-After`.' },
  ],
});
