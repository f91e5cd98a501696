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
  description: 'Shows a form for people who received a verifiable credential as text.',
  errors: [],
});

export const verifyCredential = defineRoute({
  ...shared,
  operationId: 'verifyCredential',
  ...sentForm,
  summary: 'Verify a credential',
  description: `Shows what an SD-JWT of this registry discloses, whether its signature is valid, whether the holder presented it (key binding), and whether it is valid, revoked or expired now. For a credential of another issuer, the page says only that, and the service fetches nothing. The service does not store or log what you paste. Limit: ${credentialChecks.max} checks a minute from one network address.`,
  body: VerifyCredential,
  // The page itself reports a text that is too long.
  maxBodyBytes: 65_536,
  errors: [
    apiErrors.foreignForm,
    { ...apiErrors.tooManyAttempts, when: 'Wait for `Retry-After`.' },
  ],
});
