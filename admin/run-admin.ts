import { CommanderError } from 'commander';
import { groups, tools } from './commands/index.ts';
import { execute } from './execute.ts';
import { type ExitCode, exitCodes, Failure } from './failure.ts';
import { buildProgram } from './program.ts';
import { resolveTarget } from './target.ts';
import type { Terminal } from './terminal.ts';

/** Runs the operators' command with the arguments; returns the exit code. */
export async function runAdmin(
  commandLine: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const program = buildProgram(
    groups,
    terminal,
    (invocation, options) => execute(invocation, resolveTarget(options, terminal.env), terminal),
    (tool, options, target) =>
      tool.run(options, () => resolveTarget(target, terminal.env), terminal),
    tools,
  );
  try {
    await program.parseAsync([...commandLine], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // commander has already shown the error or the help.
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    }
    const message = error instanceof Error ? error.message : String(error);
    terminal.notice(`error: ${message}\n`);
    const { exitCode } = error instanceof Failure ? error : { exitCode: exitCodes.refused };
    if (exitCode === exitCodes.usage) terminal.notice('(see --help)\n');
    return exitCode;
  }
}
