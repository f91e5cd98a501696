import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { missingTexts, type TextFolder, textFolders, textIndex } from '../../bin/texts.ts';
import { bindingLocale, locales } from '../../shared/kernel/domain/locale.ts';
import { byLocale } from '../../shared/kernel/pages/by-locale.ts';

/** A node of the syntax tree (ESTree) with the fields that are used here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** A constant with texts: one page or email in one language. */
interface Catalogue {
  readonly file: string;
  readonly name: unknown;
  readonly node: Node;
  /** Its keys are of a type, and looked up by value. */
  readonly isMap: boolean;
}

const sources = globSync('{shared,functions,local}/**/*.ts').toSorted();
const isText = (file: string) => /\/texts\/(?!index\.ts)/.test(file);
const trees = new Map(sources.map((file) => [file, treeOf(readFileSync(file, 'utf8'))] as const));
const nodes = new Map([...trees].map(([file, tree]) => [file, nodesIn(tree)] as const));
const catalogues = sources.filter(isText).flatMap(cataloguesIn);
const languageOf = ({ file }: Catalogue) => /\/texts\/(\w+)/.exec(file)?.[1];
const inBinding = catalogues.filter((each) => languageOf(each) === bindingLocale);

it('finds the files of texts', () => {
  expect(inBinding.length).toBeGreaterThan(100);
});

it('returns the texts of the reader’s language, or the default language', () => {
  const textsFor = byLocale({ en: { yes: 'Yes' }, es: { yes: 'Sí' } });
  expect([
    textsFor({ locale: 'es' }).yes,
    textsFor({ locale: 'en' }).yes,
    textsFor({}).yes,
  ]).toEqual(['Sí', 'Yes', 'Yes']);
  expect(byLocale({ en: { yes: 'Yes' } })({ locale: 'es' }).yes).toBe('Yes');
});

it('every text is used', () => {
  const others = sources.filter((file) => !/\/texts\//.test(file));
  const uses = others.map((file) => usesIn(nodes.get(file) ?? []));
  const unused = inBinding
    .filter(({ isMap }) => !isMap)
    .flatMap(({ file, name, node }) => {
      const importers = uses.filter(({ imported }) => imported.has(name));
      const places = importers.some(({ passedOn }) => passedOn.has(name)) ? uses : importers;
      return keysOf(node)
        .filter((key) => !places.some(({ names }) => names.has(key)))
        .map((key) => `${file}: ${name}.${key}`);
    });
  expect(unused).toEqual([]);
});

it('no sentence is identical in two languages', () => {
  const same = inBinding.flatMap(({ file, name, node }) => {
    const others = catalogues
      .filter((each) => each.name === name && languageOf(each) !== bindingLocale)
      .map((each) => sentencesOf(each.node));
    return [...sentencesOf(node)]
      .filter((sentence) => others.some((other) => other.has(sentence)))
      .map((sentence) => `${file}: ${sentence}`);
  });
  expect(same).toEqual([]);
});

/** Emails that exist only in English, because they are for staff. */
const inEnglish = ['shared/reviews/mail/review-emails.ts'];

it('every letter is among the texts, but those in English alone', () => {
  const outside = sources
    .filter((file) => !isText(file) && !inEnglish.includes(file))
    .filter((file) => nodes.get(file)?.some(isLetter));
  expect(outside).toEqual([]);
});

describe('npm run texts', () => {
  const folder = (spanish: readonly string[]): TextFolder => ({
    folder: 'shared/people/texts',
    texts: {
      ...(Object.fromEntries(
        locales.map((locale) => [locale, []]),
      ) as unknown as TextFolder['texts']),
      en: ['cardTexts', 'noteTexts'].map((name) => ({ name, file: 'en.ts' })),
      es: spanish.map((name) => ({ name, file: 'es.ts' })),
    },
  });

  it('lists the missing texts of a language', () => {
    const missing = (spanish: readonly string[]) =>
      missingTexts([folder(spanish)]).filter((line) => /\/es\b/.test(line));
    expect(missing(['noteTexts'])).toEqual(['shared/people/texts/es.ts: cardTexts']);
    expect(missing([])).toHaveLength(2);
  });

  it('joins the languages that exist', () => {
    expect(textIndex(folder(['noteTexts']))).toBe(`// Written by \`npm run texts\`.
import * as en from './en.ts';
import * as es from './es.ts';

export const cardTexts = { en: en.cardTexts };
export const noteTexts = { en: en.noteTexts, es: es.noteTexts };
`);
  });

  it('Spanish is complete and every index.ts is up to date', () => {
    const folders = textFolders();
    expect(missingTexts(folders).filter((line) => /\/es\b/.test(line))).toEqual([]);
    const stale = folders.filter(
      (each) => readFileSync(`${each.folder}/index.ts`, 'utf8') !== textIndex(each),
    );
    expect(stale).toEqual([]);
  });
});

function cataloguesIn(file: string): readonly Catalogue[] {
  const exported = (nodes.get(file) ?? []).filter(({ type }) => type === 'ExportNamedDeclaration');
  return exported
    .flatMap((each) => nodesIn(each).filter(({ type }) => type === 'VariableDeclarator'))
    .flatMap((each) => {
      const { id, init } = each;
      const name = nameOf(id);
      if (typeof name !== 'string' || !name.endsWith('Texts') || !isNode(init)) return [];
      return [{ file, name, node: init, isMap: isNode(isNode(id) && id['typeAnnotation']) }];
    });
}

/** Imported names, names in a file's exports, and the members that it reads. */
function usesIn(all: readonly Node[]) {
  const namesOf = (some: readonly Node[], of: (node: Node) => unknown) => new Set(some.map(of));
  const exported = all
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap((each) => nodesIn(each).filter(({ type }) => type === 'CallExpression'));
  return {
    imported: namesOf(
      all.filter(({ type }) => type === 'ImportSpecifier'),
      ({ imported }) => nameOf(imported),
    ),
    passedOn: namesOf(
      exported.flatMap((call) => [call['arguments']].flat().filter(isNode)),
      nameOf,
    ),
    names: namesIn(all),
  };
}

function treeOf(text: string): Node {
  // The tree's own types distinguish nodes; here all are treated alike.
  return parseAst(text, { lang: 'ts' }) as unknown as Node;
}

/** The parts of an email, wherever they are written. */
function isLetter(node: Node): boolean {
  if (node.type !== 'ObjectExpression') return false;
  const names = propertiesOf(node).map(({ key }) => nameOf(key));
  return names.includes('subject') && names.includes('paragraphs');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** A node and all its descendants. */
function nodesIn(node: Node): readonly Node[] {
  const found: Node[] = [];
  const visit = (each: Node) => {
    found.push(each);
    for (const below of Object.values(each).flat()) if (isNode(below)) visit(below);
  };
  visit(node);
  return found;
}

function nameOf(node: unknown): unknown {
  return isNode(node) && node.type === 'Identifier' ? node['name'] : undefined;
}

function propertiesOf(object: Node | undefined): readonly Node[] {
  return [object?.['properties']].flat().filter(isNode);
}

/**
 * The names with which texts are accessed; maps with other keys (states, paths) are looked up by
 * value.
 */
function keysOf(catalogue: Node | undefined): readonly string[] {
  return propertiesOf(catalogue).flatMap(({ key }) => {
    const name = nameOf(key);
    return typeof name === 'string' ? [name] : [];
  });
}

/** Names of members that these nodes read or destructure. */
function namesIn(some: readonly Node[]): ReadonlySet<unknown> {
  const got = some
    .filter(({ type }) => type === 'MemberExpression')
    .map(({ property }) => nameOf(property));
  const taken = some
    .filter(({ type }) => type === 'ObjectPattern')
    .flatMap((pattern) => propertiesOf(pattern).map(({ key }) => nameOf(key)));
  return new Set([...got, ...taken]);
}

/** Texts of more than one word; a key is not a text. */
function sentencesOf(node: Node | undefined): ReadonlySet<string> {
  const below = node === undefined ? [] : nodesIn(node);
  const keys = new Set(below.filter(({ type }) => type === 'Property').map(({ key }) => key));
  const found = below.map((each) =>
    each.type === 'Literal' && !keys.has(each) ? each['value'] : undefined,
  );
  return new Set(
    found.filter((text) => typeof text === 'string').filter((text) => / \w/.test(text)),
  );
}
