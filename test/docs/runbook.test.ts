import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { groups } from '../../admin/commands/index.ts';
import { buildProgram } from '../../admin/program.ts';
import { processTerminal } from '../../admin/terminal.ts';

const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
/** Title and text of each article. */
const articles = runbook
  .split(/^## /m)
  .slice(1)
  .map((text) => [text.slice(0, text.indexOf('\n')), text] as const);

describe('docs/runbook.md', () => {
  it.each(articles)('%s says where it was tried, and when, or why not', (_, text) => {
    const lines = [...text.matchAll(/^\*\*Tried\.\*\* .*$/gm)].map(([line]) => line);
    expect(lines, 'lines of the article that begin with **Tried.** (CONTRIBUTING.md)').toHaveLength(
      1,
    );
    expect(lines[0]).toMatch(
      /^\*\*Tried\.\*\* (Not yet: .+|(On the laptop|In the emulator|On the laptop and in the emulator|In AWS), \d{4}-\d{2}-\d{2}[:.,].*)$/,
    );
  });

  it('calls no operators’ command, and no option of one, that is not there', () => {
    const called = [...runbook.matchAll(/npm run (?:-s )?admin -- ([^`]*)/g)].map(
      ([, words = '']) => words,
    );
    expect(called.length).toBeGreaterThan(5);
    expect(called.flatMap(unknownWords)).toEqual([]);
  });
});

const terminal = processTerminal();
const operators = buildProgram(groups, terminal, async () => {});

/** What the operators' command does not know of a command line: its group, its command, options. */
function unknownWords(line: string): readonly string[] {
  const [words = ''] = line.split(/ (?=[-<…])/);
  let command = operators;
  for (const word of words.split(' ')) {
    const next = command.commands.find((each) => each.name() === word);
    if (!next) return [line];
    command = next;
  }
  const known = [...operators.options, ...command.options].map(({ long }) => long);
  return [...line.matchAll(/(?<= )--[a-z-]+/g)]
    .map(([option]) => option)
    .filter((option) => option !== '--help' && !known.includes(option))
    .map((option) => `${line}: ${option}`);
}
