import { createInterface } from 'node:readline';
import { styleText } from 'node:util';

/** The command's environment, except the service: the shell it was started in. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** To standard output: only answers. */
  readonly write: (text: string) => void;
  /** To standard error: everything except answers. */
  readonly notice: (text: string) => void;
  /** Columns of standard output; null if it is not a terminal. */
  readonly width: number | null;
  readonly style: (format: 'bold' | 'dim', text: string) => string;
  /** Asks the user at the terminal; null if there is no terminal. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** The whole of standard input. */
  readonly readInput: () => Promise<string>;
}

/** The terminal of this process. Uses colours only if output is a terminal and NO_COLOR is not set. */
export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process;
  // The reader of the output may stop early, as `head` does.
  stdout.on('error', () => process.exit());
  const colours = stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return {
    env,
    write: (text) => stdout.write(text),
    notice: (text) => stderr.write(text),
    // Some terminals report a width of 0.
    width: (stdout.isTTY === true && stdout.columns) || null,
    style: (format, text) => (colours ? styleText(format, text, { validateStream: false }) : text),
    ask: stdin.isTTY === true && stderr.isTTY === true ? ask : null,
    readInput: async () => Buffer.concat(await stdin.toArray()).toString('utf8'),
  };
}

function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    // Ctrl-C and Ctrl-D close it without an answer, which must not mean yes.
    lines.once('close', () => resolve(''));
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}
