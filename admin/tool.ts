import type { Target } from './target.ts';
import type { Terminal } from './terminal.ts';

/** A command that calls no single route: it reads table and buckets itself, with the caller's rights. */
export interface Tool {
  readonly name: string;
  readonly about: string;
  /** Flags in commander's format, with their descriptions. */
  readonly options: readonly (readonly [flags: string, about: string])[];
  /** Arguments before the options, by their names in `options`. */
  readonly arguments?: readonly (readonly [name: string, about: string])[];
  /** Operations of the service that it calls. */
  readonly uses?: readonly `${string} /${string}`[];
  /** The arguments after `npm run admin --`. */
  readonly example: string;
  /** Throws a Failure, whose kind sets the exit code. */
  readonly run: (
    options: Readonly<Record<string, unknown>>,
    target: () => Target,
    terminal: Terminal,
  ) => Promise<void>;
}
