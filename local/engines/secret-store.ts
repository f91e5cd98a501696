import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { localAws } from './engine.ts';
import { writeAtomically } from './write-atomically.ts';

const SecretVersion = z.object({
  id: z.string(),
  string: z.optional(z.string()),
  binary: z.optional(z.string()),
  createdAt: z.number(),
  stages: z.array(z.string()),
});
const Secret = z.object({
  name: z.string(),
  arn: z.string(),
  createdAt: z.number(),
  versions: z.array(SecretVersion),
});

/** One version of a secret; `binary` is base64, `createdAt` milliseconds since the epoch. */
export type SecretVersion = z.output<typeof SecretVersion>;
export type Secret = z.output<typeof Secret>;

/** The secrets of the local Secrets Manager, in memory and, after `save`, on disk. */
export type SecretStore = {
  /** By name, by ARN, or by ARN without its random suffix, as the service does. */
  readonly find: (id: string) => Secret | undefined;
  readonly create: (name: string, createdAt: number) => Secret;
  readonly save: () => void;
};

/**
 * Reads `secrets.json` from the directory; without a directory nothing is stored. An empty file, as after a power
 * failure, has no secrets; one with other content throws.
 */
export function openSecretStore(directory: string | undefined): SecretStore {
  const file = directory === undefined ? undefined : join(directory, 'secrets.json');
  const secrets = file === undefined ? [] : readSecrets(file);
  return {
    find: (id) =>
      secrets.find(({ name, arn }) => id === name || id === arn || id === arn.slice(0, -7)),
    create: (name, createdAt) => {
      const suffix = createHash('sha256').update(name).digest('hex').slice(0, 6);
      const arn = `arn:aws:secretsmanager:${localAws.region}:${localAws.account}:secret:${name}-${suffix}`;
      const secret = { name, arn, createdAt, versions: [] };
      secrets.push(secret);
      return secret;
    },
    save: () => {
      // AWS may do the same: nothing requests a version without a label, and it would keep deleted keys.
      for (const { versions } of secrets) {
        versions.splice(0, versions.length, ...versions.filter(({ stages }) => stages.length > 0));
      }
      if (directory === undefined || file === undefined) return;
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      writeAtomically(file, JSON.stringify(secrets));
    },
  };
}

function readSecrets(file: string): Secret[] {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (text === '') return [];
  try {
    return z.array(Secret).parse(JSON.parse(text));
  } catch {
    // Without its cause, which would quote the secrets.
    throw new Error(`${file} can't be read: put it aside, and new secrets are made.`);
  }
}
