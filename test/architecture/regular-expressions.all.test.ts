import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@babel/parser';
import { expect, it } from 'vitest';
import { checkExpression, type Vulnerable } from '../support/check-expression.ts';
import { growsTooFast } from '../support/cpu-cost.ts';

const root = join(import.meta.dirname, '../..');
const files = ['shared', 'functions', 'local', 'admin']
  .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
  // They parse only the expressions of our own requests.
  .filter((name) => !/^local\/engines\/dynamodb-(query|expression)-strictness\.ts$/.test(name));

interface Found {
  readonly pattern: string;
  readonly flags: string;
  readonly places: readonly string[];
}

/** Every regular expression literal in the code, once, with its positions. */
function expressionsIn(names: readonly string[]): readonly Found[] {
  const found = new Map<string, Found>();
  for (const name of names) {
    const source = readFileSync(join(root, name), 'utf8');
    const { tokens } = parse(source, {
      sourceType: 'module',
      plugins: ['typescript'],
      tokens: true,
    });
    for (const { type, value, loc } of tokens ?? []) {
      if (type.label !== 'regexp') continue;
      const { pattern, flags } = value;
      const key = `/${pattern}/${flags}`;
      const places = [...(found.get(key)?.places ?? []), `${name}:${loc.start.line}`];
      found.set(key, { pattern, flags, places });
    }
  }
  return [...found.values()];
}

/** A character, or a character class. */
const atom = String.raw`(?:\[(?:[^\]\\]|\\.)+\]|\\(?:[wWdDsS/.+*?()[\]{}|^$-]|u[\da-f]{4}|x[\da-f]{2})|[^\\^$*+?()[\]{}|])`;
const asOften = `${atom}(?:\\{\\d+\\})?`;
const repeated = `${atom}(?:[*+?]|\\{\\d+,\\d*\\})`;
const plain = new RegExp(`^\\^(?:${asOften})*(?:${repeated})?(?:${asOften})*\\$?$`);

/**
 * Whether an expression is certainly linear: it is anchored at the start, has no groups or
 * alternatives, and at most one variable quantifier. Any other check takes seconds.
 */
const isPlain = (pattern: string, flags: string) => plain.test(pattern) && !/[gmyv]/.test(flags);

/** A text of about this length that attacks the expression. */
function attackOf({ attack: { pumps, suffix } }: Vulnerable) {
  const unit = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  return (length: number) => {
    const times = Math.ceil(length / Math.max(1, unit));
    return pumps.map(({ prefix, pump }) => prefix + pump.repeat(times)).join('') + suffix;
  };
}

it('every regular expression takes linear time', async () => {
  const expressions = expressionsIn(files);
  expect(expressions.length).toBeGreaterThan(100);
  const unsafe: object[] = [];
  for (const { pattern, flags, places } of expressions) {
    if (isPlain(pattern, flags)) continue;
    const found = await checkExpression(pattern, flags);
    if (found.status === 'safe') continue;
    // Some findings are only guesses, so each is tried.
    const isReal =
      found.status === 'unknown' ||
      (await growsTooFast(attackOf(found), (text) => new RegExp(pattern, flags).test(text)));
    if (isReal) unsafe.push({ pattern, places, status: found.status });
  }
  expect(unsafe).toEqual([]);
});

it('recognizes expressions that are linear by construction', () => {
  for (const linear of [/^[\w-]{3,64}$/, /^\d+/, /^rit_[0-9A-Za-z]{43}$/, /^a\/b*\.c/]) {
    expect([linear.source, isPlain(linear.source, linear.flags)]).toEqual([linear.source, true]);
  }
  for (const other of [/a+$/, /^a*a*$/, /^(a+)+$/, /^a|b+$/, /^(?=a*b)/, /^\s+[^x]+$/, /^a+/m]) {
    expect([other.source, isPlain(other.source, other.flags)]).toEqual([other.source, false]);
  }
});

it('expressions built at run time match single characters or media types', () => {
  const made = files.filter((name) => /new RegExp\(/.test(readFileSync(join(root, name), 'utf8')));
  expect(made.toSorted()).toEqual([
    'shared/documents/contracts/document-contract.ts',
    'shared/events/db/feeds.ts',
    'shared/imports/contracts/import-records.ts',
    // This expression is for legal endings; test/architecture/linear-cost.all.test.ts tests it.
    'shared/kernel/contracts/legal-ending.ts',
    'shared/kernel/domain/joining-characters.ts',
  ]);
});
