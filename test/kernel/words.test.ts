import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { locales } from '../../shared/kernel/domain/locale.ts';
import { words } from '../../shared/kernel/pages/words.ts';

/** A node of the syntax tree (ESTree), of which only some fields are looked at. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

interface Catalogue {
  readonly file: string;
  readonly node: Node;
}

const sources = globSync('{shared,functions,local}/**/*.ts').toSorted();
const texts = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')] as const));
const trees = new Map([...texts].map(([file, text]) => [file, treeOf(text)] as const));
const nodes = new Map([...trees].map(([file, tree]) => [file, nodesIn(tree)] as const));

/** A call with a type of its own is a map of other keys, which are looked up by value. */
const hasCatalogues = (file: string) => /\b(words|letters)\(/.test(texts.get(file) ?? '');

const catalogues = [...nodes]
  .filter(([file]) => hasCatalogues(file))
  .flatMap(([file, all]) =>
    all
      .filter((node) => node.type === 'CallExpression' && isCatalogue(node) && objectOf(node))
      .map((node): Catalogue => ({ file, node })),
  );

it('finds the catalogues', () => {
  expect(catalogues.length).toBeGreaterThan(3);
});

it('gives the texts of the reader’s language, and the binding ones to whoever has none', () => {
  const say = words({ en: { yes: 'Yes' }, es: { yes: 'Sí' } });
  expect([say({ locale: 'es' }).yes, say({ locale: 'en' }).yes, say({}).yes]).toEqual([
    'Sí',
    'Yes',
    'Yes',
  ]);
});

it('no text is unused: in the file of its catalogue, or, of one that is exported, anywhere', () => {
  const usedBy = new Map(sources.map((file) => [file, namesIn(nodes.get(file) ?? [])] as const));
  const unused = catalogues.flatMap(({ file, node }) => {
    const tree = trees.get(file);
    const own = namesIn(tree === undefined ? [] : nodesIn(tree, node));
    const others = tree !== undefined && isExported(tree, node) ? sources : [];
    const used = (key: string) =>
      own.has(key) || others.some((other) => usedBy.get(other)?.has(key));
    return keysOf(objectOf(node))
      .filter((key) => !used(key))
      .map((key) => `${file}: ${key}`);
  });
  expect(unused).toEqual([]);
});

it('no sentence is the same in two languages', () => {
  const same = catalogues.flatMap(({ file, node }) => {
    const [first, ...others] = locales.map((locale) =>
      sentencesOf(memberOf(objectOf(node), locale)),
    );
    return [...(first ?? [])]
      .filter((sentence) => others.some((other) => other.has(sentence)))
      .map((sentence) => `${file}: ${sentence}`);
  });
  expect(same).toEqual([]);
});

/** Letters in English alone: those to the staff. */
const inEnglish = ['shared/reviews/mail/review-letters.ts'];

it('every letter is in a catalogue of letters, but those in English alone', () => {
  const outside = sources
    .filter((file) => !inEnglish.includes(file))
    .filter((file) => {
      const all = nodes.get(file) ?? [];
      const inside = all.filter((node) => nameOf(node['callee']) === 'letters' && objectOf(node));
      const written = new Set(inside.flatMap((each) => nodesIn(each)));
      return all.some((node) => isLetter(node) && !written.has(node));
    });
  expect(outside).toEqual([]);
});

function treeOf(text: string): Node {
  // Its own types name each kind of node; here any is looked at alike.
  return parseAst(text, { lang: 'ts' }) as unknown as Node;
}

function isCatalogue(call: Node): boolean {
  const name = nameOf(call['callee']);
  return name === 'words' || name === 'letters';
}

/** What a letter is made of, wherever it is written. */
function isLetter(node: Node): boolean {
  if (node.type !== 'ObjectExpression') return false;
  const names = propertiesOf(node).map(({ key }) => nameOf(key));
  return names.includes('subject') && names.includes('paragraphs');
}

function isExported(tree: Node, node: Node): boolean {
  const exported = nodesIn(tree).filter(({ type }) => type === 'ExportNamedDeclaration');
  return exported.some((each) => nodesIn(each).includes(node));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** A node and all below it. */
function nodesIn(node: Node, but?: Node): readonly Node[] {
  const found: Node[] = [];
  const visit = (each: Node) => {
    if (each === but) return;
    found.push(each);
    for (const below of Object.values(each).flat()) if (isNode(below)) visit(below);
  };
  visit(node);
  return found;
}

function nameOf(node: unknown): unknown {
  return isNode(node) && node.type === 'Identifier' ? node['name'] : undefined;
}

/** The object with the texts that a call of `words` has. */
function objectOf(call: Node): Node | undefined {
  return [call['arguments']]
    .flat()
    .filter(isNode)
    .find(({ type }) => type === 'ObjectExpression');
}

function propertiesOf(object: Node | undefined): readonly Node[] {
  return [object?.['properties']].flat().filter(isNode);
}

function memberOf(object: Node | undefined, name: string): Node | undefined {
  const value = propertiesOf(object).find(({ key }) => nameOf(key) === name)?.['value'];
  return isNode(value) ? value : undefined;
}

/** The names by which texts are got; those of maps with other keys (states, paths) are looked up by value. */
function keysOf(catalogue: Node | undefined): readonly string[] {
  const binding = memberOf(catalogue, locales[0]);
  return propertiesOf(binding).flatMap(({ key }) => {
    const name = nameOf(key);
    return typeof name === 'string' ? [name] : [];
  });
}

/** Names of members that are got or taken apart among these nodes. */
function namesIn(some: readonly Node[]): ReadonlySet<unknown> {
  const got = some
    .filter(({ type }) => type === 'MemberExpression')
    .map(({ property }) => nameOf(property));
  const taken = some
    .filter(({ type }) => type === 'ObjectPattern')
    .flatMap((pattern) => propertiesOf(pattern).map(({ key }) => nameOf(key)));
  return new Set([...got, ...taken]);
}

/** Texts of more than one word. */
function sentencesOf(node: Node | undefined): ReadonlySet<string> {
  const below = node === undefined ? [] : nodesIn(node);
  const found = below.map(({ type, value }) => (type === 'Literal' ? value : undefined));
  return new Set(
    found.filter((text) => typeof text === 'string').filter((text) => / \w/.test(text)),
  );
}
