import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from './directory-lock.ts';

/** The file in which a local service stores its addresses and keys. */
export interface CredentialsFolder {
  /** The folder of this service, which listens on `port`. */
  readonly at: (port: string) => string;
  /** Whether another running service uses the default folder. */
  readonly isBeside: boolean;
  /** Releases the folder. */
  readonly release: () => void;
}

/**
 * The default folder for the first running service, and for each further one a subfolder named after its port.
 * Otherwise two services would overwrite each other's keys, and the commands of a guide would call one with the keys of
 * the other.
 */
export function claimCredentialsFolder(usual: string): CredentialsFolder {
  mkdirSync(usual, { recursive: true });
  try {
    return { at: () => usual, isBeside: false, release: lockDirectory(usual) };
  } catch {
    let own: string | undefined;
    return {
      at: (port) => {
        own = join(usual, port);
        return own;
      },
      isBeside: true,
      release: () => {
        // Its content is useless without the service.
        if (own !== undefined) rmSync(own, { recursive: true, force: true });
      },
    };
  }
}
