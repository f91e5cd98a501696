import type { Target } from './target.ts';
import type { Terminal } from './terminal.ts';

/** A command that is not a route: it reads table and buckets itself, with the caller's rights. */
export interface Tool {
  readonly name: string;
  readonly about: string;
  /** Flags as commander takes them, with what they mean. */
  readonly options: readonly (readonly [flags: string, about: string])[];
  /** Arguments before the options, by the names under which `options` has them. */
  readonly arguments?: readonly (readonly [name: string, about: string])[];
  /** Operations of the service that it calls. */
  readonly uses?: readonly `${string} /${string}`[];
  /** What follows `npm run admin --`. */
  readonly example: string;
  /** Throws a Failure, whose kind is the exit code. */
  readonly run: (
    options: Readonly<Record<string, unknown>>,
    target: () => Target,
    terminal: Terminal,
  ) => Promise<void>;
}
