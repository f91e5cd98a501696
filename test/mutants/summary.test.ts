import { describe, expect, it } from 'vitest';
import { summary } from './summary.ts';

const mutants = (...statuses: readonly string[]) =>
  statuses.map((status, index) => ({
    mutatorName: 'BooleanLiteral',
    replacement: 'true',
    status,
    location: { start: { line: index + 1, column: 2 } },
  }));
const report = (file: string, ...statuses: readonly string[]) => ({
  files: { [file]: { mutants: mutants(...statuses) } },
});
const times = (count: number, status: string) => Array.from({ length: count }, () => status);

describe('the summary of a mutation run', () => {
  it('counts what ended a test, lists what nobody noticed, and leaves out what could not run', () => {
    const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError', 'Ignored'];
    const { lines, good } = summary([report('a.ts', ...statuses)]);
    expect(lines.slice(0, 2)).toEqual([
      'a.ts:3:2 BooleanLiteral Survived: true',
      'a.ts:4:2 BooleanLiteral NoCoverage: true',
    ]);
    expect(lines.at(-1)?.replaceAll(/ +/g, ' ').trim()).toBe(
      '60.0 % 2 noticed, 1 explained, 2 missed all',
    );
    expect(good).toBe(false);
  });

  it('is good from 95 of a hundred on, over all groups', () => {
    const few = report('a.ts', ...times(5, 'Survived'));
    expect(summary([few, report('b.ts', ...times(95, 'Killed'))]).good).toBe(true);
    expect(summary([few, report('b.ts', ...times(94, 'Killed'))]).good).toBe(false);
    expect(summary([]).good).toBe(true);
  });
});
