import { createRequire } from 'node:module';

interface Token {
  readonly type: string;
  readonly value: string;
}

/** A comment or string in a TypeScript file: its position, with spaces instead of its syntax. */
export interface CodeText {
  readonly at: number;
  readonly kind: 'comment' | 'text';
  readonly text: string;
}

const load = createRequire(new URL('../../tools/package.json', import.meta.url));
const blank = (part: string) => part.replaceAll(/[^\n]/g, ' ');
const quotes = /^[`'"}]|(?:[`'"]|\$\{)$/g;

/**
 * Comments, and strings of three words or more, in order. Successive `//` lines are one comment, and so is the title of
 * a test.
 */
export function textsOfCode(source: string): readonly CodeText[] {
  const tokenize: (code: string) => Iterable<Token> = load('js-tokens');
  const found: CodeText[] = [];
  let at = 0;
  let lines: CodeText | undefined;
  // Whether a string here would be a test title, as in `it('…` or `it.each(…)('…`.
  let before = '';
  for (const { type, value } of tokenize(source)) {
    if (type === 'SingleLineComment') {
      const { at: first, text: before } = lines ?? { at, text: '' };
      const text = `${before}${blank(source.slice(first + before.length, at))}${value.replace(/^\/+/, blank)}`;
      lines = { at: first, kind: 'comment', text };
    } else if (lines && type !== 'WhiteSpace' && type !== 'LineTerminatorSequence') {
      found.push(lines);
      lines = undefined;
    }
    if (type === 'MultiLineComment') {
      const text = value.replaceAll(/^\/\*+|\*\/$|^\s*\*/gm, blank);
      found.push({ at, kind: 'comment', text });
    }
    if (/^(?:String|Template|NoSubstitution)/.test(type) && / \S+ /.test(value)) {
      const kind = /(?:\b(?:it|describe)|\))\($/.test(before) ? 'comment' : 'text';
      found.push({ at, kind, text: value.replaceAll(quotes, blank) });
    }
    if (!/^(?:WhiteSpace|LineTerminator|.*Comment)/.test(type))
      before = `${before.slice(-8)}${value.slice(-8)}`;
    at += value.length;
  }
  return lines ? [...found, lines] : found;
}
