import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groups, tools } from '../../admin/commands/index.ts';
import { buildProgram } from '../../admin/program.ts';
import { processTerminal } from '../../admin/terminal.ts';
import { operatorsPages } from '../../bin/operators.ts';
import { runbookPages } from '../../bin/runbook.ts';
import { articles } from '../../lib/alarms/articles.ts';
import { commandsOf, lineOf, placeNames, untried } from '../rehearsal/runbook.ts';
import { documents, root } from '../support/documents.ts';

const pages = documents.filter(({ path }) => /^docs\/runbook\/[^/]+\.md$/.test(path));

describe('the pages for operators', () => {
  it('are up to date', () => {
    const written = [...operatorsPages(), ...runbookPages()];
    for (const { file, text } of written) expect(readFileSync(file, 'utf8'), file.href).toBe(text);
  });

  it('have at most 12,000 words, without generated parts and examples', () => {
    const own = documents.filter(({ path }) => /^docs\/(operators|runbook|costs)\b/.test(path));
    const words = own
      .filter(({ path }) => path !== 'docs/operators/commands.md')
      .map(({ text }) => text.replaceAll(/<!-- (\w+)\b.*?<!-- (\/\1|end) -->|^```.*?^```/gms, ''))
      .flatMap((text) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)));
    expect(words.length).toBeGreaterThan(8_000);
    expect(words.length).toBeLessThanOrEqual(12_000);
  });
});

describe('docs/runbook', () => {
  it('has exactly one page for each alarm', () => {
    const named = Object.keys(articles).map((name) => `docs/runbook/${name}.md`);
    expect(globSync('docs/runbook/*', { cwd: root }).toSorted()).toEqual(named.toSorted());
  });

  it.each(pages)('$path has every section and says where it was last tried', ({ path, text }) => {
    const [title = '', ...sections] = text.split(/^## /m);
    expect(title).toBe(`# ${path.slice('docs/runbook/'.length, -'.md'.length)}\n\n`);
    expect(sections.map((section) => section.slice(0, section.indexOf('\n')))).toEqual([
      'Symptom',
      'Who is affected',
      'Steps',
      'Causes',
      'Escalation',
      'Last tried',
    ]);
    expect(sections[2]).toMatch(/\n\n1\. \S/);
    // Once one has rung on AWS, this is where its date belongs.
    expect(sections[5]).toMatch(/\n\n(Never on AWS\b|AWS, \d{4}-\d{2}-\d{2}\b)/);
  });
});

describe('the commands of docs/runbook', () => {
  const places = Object.fromEntries(placeNames.map((name) => [name, name]));
  const commands = new Set(pages.flatMap(({ text }) => commandsOf(text)));

  it('are tried in the rehearsal, or it says why not', () => {
    const tried = [...commands].filter((command) => !(command in untried));
    expect(tried.length).toBeGreaterThan(40);
    expect(() => tried.map((command) => lineOf(command, places))).not.toThrow();
    expect(Object.keys(untried).filter((command) => !commands.has(command))).toEqual([]);
  });

  it('are refused where a place stays open', () => {
    expect(() => lineOf('aws kms describe-key --key-id …', places)).toThrow('does not fill');
    expect(() => lineOf('npm run admin -- keys list <nobody>', places)).toThrow('<nobody>');
  });
});

describe('`npm run admin -- …` in Markdown', () => {
  const found = documents.flatMap(({ path, text }) =>
    commandLines(text).map((each) => ({ path, ...each })),
  );

  it('is found in code blocks and in backticks', () => {
    const text =
      'Say `npm run admin -- keys\nlist <person>`.\n\n```console\n$ npm run -s admin -- mail suppressed | wc\n```\n';
    expect(commandLines(text)).toEqual([
      { line: 'mail suppressed', isMention: false },
      { line: 'keys list <person>', isMention: true },
    ]);
    expect(found.length).toBeGreaterThan(200);
  });

  it('is accepted by the program', async () => {
    const refused: string[] = [];
    for (const { path, line, isMention } of found) {
      const reason = await refusalOf(line, isMention);
      if (reason !== null) refused.push(`${path}: ${line}: ${reason}`);
    }
    expect(refused).toEqual([]);
  });

  it('is accepted on the pages for staff', async () => {
    const lines = globSync('shared/*/pages/*.ts', { cwd: root }).flatMap((path) =>
      Array.from(
        readFileSync(join(root, path), 'utf8').matchAll(/>npm run admin -- ([^<]+)</g),
        ([, line = '']) => line.replaceAll(/\$\{[^}]*\}/g, '<id>'),
      ),
    );
    expect(lines.length).toBeGreaterThan(2);
    const reasons = await Promise.all(lines.map((line) => refusalOf(line, true)));
    expect(reasons.filter((reason) => reason !== null)).toEqual([]);
  });

  it('is refused if the command, an option or an argument is wrong', async () => {
    expect(await refusalOf('clients end-tokens x', true)).toContain('unknown command');
    expect(await refusalOf('keys list|remove', true)).toContain('keys remove');
    expect(await refusalOf('keys issue <person> --kind none', true)).toContain('Allowed choices');
    expect(await refusalOf('keys issue … --colour red', true)).toContain('--colour');
    expect(await refusalOf('keys list', true)).toBe(null);
    expect(await refusalOf('keys list', false)).toContain('missing required argument');
  });
});

interface CommandLine {
  /** The part after `npm run admin --`, without pipes and redirections. */
  readonly line: string;
  /** In inline code it may leave out arguments; in a code block it must not. */
  readonly isMention: boolean;
}

function commandLines(text: string): readonly CommandLine[] {
  const blocks: string[] = [];
  const prose = text.replaceAll(/^```.*?^```/gms, (block) => {
    blocks.push(...block.replaceAll(/\\\n\s*/g, '').split('\n'));
    return '';
  });
  const inline = Array.from(prose.matchAll(/`([^`]+)`/g), ([, code = '']) =>
    code.replaceAll(/\s+/g, ' '),
  );
  const lineOf = (code: string, isMention: boolean): readonly CommandLine[] => {
    const [, line] = /\bnpm run (?:-s )?admin -- (.+)$/.exec(code) ?? [];
    return line === undefined ? [] : [{ line: line.replace(/ (?:[|>]|< ).*$/, ''), isMention }];
  };
  return [
    ...blocks.flatMap((code) => lineOf(code, false)),
    ...inline.flatMap((code) => lineOf(code, true)),
  ];
}

const quiet = { ...processTerminal(), write: () => {}, notice: () => {} };
const openProgram = () =>
  buildProgram(
    groups,
    quiet,
    async () => {},
    async () => {},
    tools,
  );

/**
 * Why the program rejects a line; nothing is carried out. A mention may leave out arguments and
 * values.
 */
async function refusalOf(line: string, isMention: boolean): Promise<string | null> {
  const words = Array.from(
    // Shell substitutions are JSON values wherever the documents use them.
    line.replaceAll(/"\$\([^)]*\)"/g, '[]').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
  try {
    await openProgram().parseAsync(words, { from: 'user' });
    return null;
  } catch (error) {
    const code = String(Reflect.get(Object(error), 'code'));
    if (code.startsWith('commander.help')) return null;
    const isShort = words.includes('…') || words.some((word) => /^[a-z-]+\|/.test(word));
    const misses = /missingArgument|optionMissingArgument/.test(code);
    if (isMention && (isShort || misses)) return unknownName(words);
    return error instanceof Error ? error.message : String(error);
  }
}

/** The first name that the program does not know; `a|b` are two, and `…` is any name. */
function unknownName(words: readonly string[]): string | null {
  const program = openProgram();
  let reached = [program];
  for (const word of words) {
    if (word.startsWith('-') || reached.every(({ commands }) => commands.length === 0)) break;
    const next = word
      .split('|')
      .map((name) =>
        reached.flatMap(({ commands }) =>
          commands.filter((each) => name === '…' || each.name() === name),
        ),
      );
    const missing = next.findIndex((commands) => commands.length === 0);
    if (missing >= 0) return `unknown command ${words[0]} ${word.split('|')[missing]}`;
    reached = next.flat();
  }
  const known = [program, ...reached].flatMap(({ options }) => options.map(({ long }) => long));
  const unknown = words.find((word) => word.startsWith('--') && !known.includes(word));
  return unknown === undefined ? null : `unknown option ${unknown}`;
}
