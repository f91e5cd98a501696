import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from './directory-lock.ts';

/** Where a service on this machine says how it is reached, and with which keys. */
export interface CredentialsFolder {
  /** Of this service; `port`: where it listens. */
  readonly at: (port: string) => string;
  /** Whether another service that runs has the usual place. */
  readonly isBeside: boolean;
  /** Gives the place up. */
  readonly release: () => void;
}

/**
 * The usual folder for the first service that runs, and one below it, called after the port, for each beside it: two would
 * write over each other, and whoever follows a guide would call one with the keys of the other.
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
        // What it says is of no use without the service.
        if (own !== undefined) rmSync(own, { recursive: true, force: true });
      },
    };
  }
}
