import { runAdmin } from '../../admin/run-admin.ts';
import type { Terminal } from '../../admin/terminal.ts';

export interface Shell {
  readonly url: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Terminal width in columns; if absent, the output is not a terminal. */
  readonly width?: number;
  /** The answer to a confirmation; if absent, nobody can be asked. */
  readonly answer?: string;
  readonly input?: string;
}

export interface Outcome {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the admin command in this process, as a shell would; double quotes group words. */
export async function runInShell(shell: Shell, line: string): Promise<Outcome> {
  let out = '';
  let err = '';
  const terminal: Terminal = {
    env: { REGISTRY_URL: shell.url, ...shell.env },
    write: (text) => {
      out += text;
    },
    notice: (text) => {
      err += text;
    },
    width: shell.width ?? null,
    style: (_, text) => text,
    ask:
      shell.answer === undefined
        ? null
        : async (question) => {
            err += `${question}\n`;
            return shell.answer ?? '';
          },
    readInput: async () => shell.input ?? '',
  };
  const exitCode = await runAdmin(words(line), terminal);
  return { exitCode, out, err };
}

/** The words of a line; quoted text is one word. */
export function words(line: string): readonly string[] {
  return Array.from(
    line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}
