import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = new URL('../../', import.meta.url).pathname;

export interface TextDocument {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}

/** Every document of the repository that people read, as Markdown. */
export const documents: readonly TextDocument[] = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** The text of one of them. Throws if it does not exist. */
export function documentText(path: string): string {
  const found = documents.find((document) => document.path === path);
  if (found === undefined) throw new Error(`there is no ${path}`);
  return found.text;
}

/** The rows of the table below a heading, as cells, without the header rows. */
export function tableUnder(text: string, heading: string): readonly (readonly string[])[] {
  const [, section = ''] = text.split(`\n${heading}\n`);
  const [body = ''] = section.split(/\n#/);
  const lines = body.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

/** The texts between backticks in a cell. */
export function codes(cell: string | undefined): readonly string[] {
  return Array.from((cell ?? '').matchAll(/`([^`]+)`/g), ([, code = '']) => code);
}
