import { createRequire } from 'node:module';
import { textsOfCode } from './code-texts.ts';
import { avoided } from './patterns.ts';

/** The part of a file to lint: all of a Markdown file; the comments or the texts of code. */
export type ProseKind = 'markdown' | 'comment' | 'text';

export interface Finding {
  readonly line: number;
  readonly message: string;
}

/** The parts of textlint's interface in use. textlint is one of the tools, which have their own package. */
interface Node {
  readonly type: string;
  readonly range: readonly [number, number];
}
interface RuleContext {
  readonly Syntax: Readonly<Record<'Paragraph' | 'Header' | 'TableCell', string>>;
  readonly RuleError: new (message: string, at: { readonly padding: unknown }) => Error;
  readonly locator: { readonly range: (range: readonly [number, number]) => unknown };
  readonly getSource: (node: Node) => string;
  readonly report: (node: Node, error: Error) => void;
}

const load = createRequire(new URL('../../tools/package.json', import.meta.url));
const { TextlintKernel } = load('@textlint/kernel');
const markdown = load('@textlint/textlint-plugin-markdown').default;
const kernel = new TextlintKernel({});

/** Replaces inline code, addresses and tags with letters of the same length, so that positions stay the same. */
const proseOf = (source: string) =>
  source
    .replaceAll(/`+[^`]*`+|\]\([^)\s]*\)|<[^>]*>|https?:\S+/g, (part) => 'x'.repeat(part.length))
    .replaceAll(/\s/g, ' ');

/** A textlint rule that reports each word to avoid, with advice. */
const plainWords = (context: RuleContext) => {
  const check = (node: Node) => {
    const text = proseOf(context.getSource(node));
    for (const { pattern, advice } of avoided) {
      for (const { 0: found, index } of text.matchAll(pattern)) {
        const padding = context.locator.range([index, index + found.length]);
        const quoted = found.replaceAll(/ +/g, ' ').trim();
        context.report(node, new context.RuleError(`“${quoted}”: ${advice}`, { padding }));
      }
    }
  };
  const { Paragraph, Header, TableCell } = context.Syntax;
  return { [Paragraph]: check, [Header]: check, [TableCell]: check };
};

/** The comments or texts of code in place, with everything else blank, and a textlint plugin that reads them. */
function code(source: string, kind: ProseKind) {
  const starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)];
  const position = (at: number) => {
    const line = starts.findLastIndex((start) => start <= at);
    return { line: line + 1, column: at - (starts[line] ?? 0) };
  };
  let prose = '';
  const children = textsOfCode(source)
    .filter((each) => each.kind === kind && each.text.trim() !== '')
    .map(({ at, text }) => {
      const from = at + text.length - text.trimStart().length;
      const to = at + text.trimEnd().length;
      prose = `${prose}${source.slice(prose.length, at).replaceAll(/[^\n]/g, ' ')}${text}`;
      return {
        type: 'Paragraph',
        range: [from, to],
        loc: { start: position(from), end: position(to) },
        raw: text.trim(),
        children: [],
      };
    });
  const end = prose.length;
  const tree = {
    type: 'Document',
    range: [0, end],
    loc: { start: position(0), end: position(end) },
    raw: prose,
    children,
  };
  class Processor {
    availableExtensions = () => ['.ts'];
    processor = () => ({
      preProcess: () => tree,
      postProcess: (messages: readonly Finding[], filePath: string) => ({ messages, filePath }),
    });
  }
  return { prose, plugin: { Processor } };
}

/** Whether a text can have findings. Most have none, so they are not parsed. */
function mayMatch(text: string): boolean {
  const flat = text.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
  return avoided.some(({ pattern, hint = pattern }) => flat.search(hint) >= 0);
}

/** The words to avoid in a text, by line. */
export async function lint(text: string, kind: ProseKind): Promise<readonly Finding[]> {
  if (!mayMatch(text)) return [];
  const { prose, plugin } =
    kind === 'markdown' ? { prose: text, plugin: markdown } : code(text, kind);
  const { messages } = await kernel.lintText(prose, {
    ext: kind === 'markdown' ? '.md' : '.ts',
    plugins: [{ pluginId: kind, plugin }],
    rules: [{ ruleId: 'plain-words', rule: plainWords }],
  });
  return messages;
}
