import type { SecretVersions } from '../../shared/kernel/aws/secrets.ts';
import { emptySigningKeys } from '../../shared/oauth/auth/signing-keys.ts';

/** A secret in memory with the rules of Secrets Manager: a version's text never changes, and one version is current. */
export function memorySecret(): SecretVersions & { readonly versions: Map<string, string> } {
  const versions = new Map([['initial', emptySigningKeys]]);
  let current = 'initial';
  return {
    versions,
    current: async () => String(versions.get(current)),
    read: async (id) => versions.get(id) ?? null,
    prepare: async (id, text) => {
      if (!versions.has(id)) versions.set(id, text);
    },
    currentId: async () => current,
    promote: async (id, before) => {
      if (before !== current) throw new Error(`${before} is not current`);
      current = id;
    },
  };
}
