import { type RoleCredentials, roleCredentials } from '../../shared/kernel/runtime/client-parts.ts';

/**
 * Bundled instead of the SDK's default chain, which also knows profiles, SSO and instance metadata and
 * is a third of a function's code.
 */
export function defaultProvider(): () => Promise<RoleCredentials> {
  return roleCredentials;
}
