/** The process's exit code, which scripts use. */
export const exitCodes = {
  done: 0,
  refused: 1,
  usage: 2,
  unreachable: 3,
  credentials: 4,
  waiting: 5,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An error that is explained to the operator; it is never printed with a stack. */
export class Failure extends Error {
  readonly exitCode: ExitCode;

  constructor(kind: Exclude<keyof typeof exitCodes, 'done'>, message: string) {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCodes[kind];
  }
}
