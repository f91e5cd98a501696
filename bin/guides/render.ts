import { dirname, join, normalize } from 'node:path/posix';
import type { Element, ElementContent, Nodes as HtmlNodes, Root as HtmlRoot } from 'hast';
import { toHtml } from 'hast-util-to-html';
import type { Nodes, PhrasingContent, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { toString as textOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { refractor } from 'refractor';
import shellSession from 'refractor/shell-session';
import type { Guide, GuideSection } from '../../shared/reference/domain/search-documentation.ts';
import { type GuideFile, guideFiles } from './order.ts';

refractor.register(shellSession);
refractor.alias('shell-session', ['console']);

/** The class of a token by Prism's name for its kind; other kinds look like plain text. */
const tokens: Readonly<Record<string, string>> = {
  comment: 'comment',
  'shell-symbol': 'comment',
  string: 'string',
  regex: 'string',
  keyword: 'keyword',
  boolean: 'keyword',
  builtin: 'keyword',
  property: 'keyword',
  number: 'number',
};

/** Languages of what a program prints: there is nothing to copy. */
const outputs: readonly string[] = ['text', 'json'];

/** Targets of links in guides, other than guides, by file name; relative to `/docs/`. */
const otherPlaces: ReadonlyMap<string, string> = new Map([
  ['docs/openapi.json', '../api/v1/openapi.json'],
  ['docs/endpoints.md', 'reference'],
]);

/** The place of an operation on the reference page, by `GET /api/v1/…`. */
export type OperationPlaces = ReadonlyMap<string, string>;

/**
 * A guide as the service shows it. Links to other guides become links to their pages, and operations in backticks link
 * to the reference. Links to files that are not served become plain text.
 *
 * Throws for a guide without a title, and for HTML in it.
 */
export function renderGuide(
  { slug, file }: GuideFile,
  markdown: string,
  places: OperationPlaces,
): Guide {
  const tree = fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const [title, ...rest] = tree.children;
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error(`${file}: no title`);
  return {
    slug,
    title: textOf(title),
    sections: sectionsOf(rest, { file, places }),
    markdown: servedMarkdown(tree, markdown, file),
  };
}

/** The Markdown of a file with links from the root of the service, without comments. */
function servedMarkdown(tree: Root, markdown: string, file: string): string {
  let served = markdown;
  for (const [start, end, text] of replacements(tree, markdown, file).toReversed()) {
    served = served.slice(0, start) + text + served.slice(end);
  }
  return `${served.replaceAll(/\n{3,}/g, '\n\n').trim()}\n`;
}

/** The replacements and their places, in order. Only links in brackets occur in our files. */
function replacements(
  node: Nodes,
  markdown: string,
  file: string,
): readonly (readonly [number, number, string])[] {
  const { start: { offset: start = 0 } = {}, end: { offset: end = 0 } = {} } = node.position ?? {};
  if (node.type === 'html') return [[start, end, '']];
  if (node.type === 'link' && markdown[start] === '[') {
    const text = markdown.slice(start + 1, node.children.at(-1)?.position?.end.offset);
    const place = placeOf(node.url, file);
    if (place === null) return [[start, end, text]];
    return [[start, end, `[${text}](${fromRoot(place)})`]];
  }
  if (!('children' in node)) return [];
  return node.children.flatMap((each) => replacements(each, markdown, file));
}

/** A place relative to `/docs/`, as a path from the root; pages as Markdown. */
function fromRoot(place: string): string {
  if (/^(https?:|#)/.test(place)) return place;
  if (place.startsWith('../')) return place.slice(2);
  const [path = '', anchor] = place.split('#');
  const page = path === 'reference' ? path : `${path}.md`;
  return `/docs/${page}${anchor === undefined ? '' : `#${anchor}`}`;
}

interface Context {
  readonly file: string;
  readonly places: OperationPlaces;
}

function sectionsOf(content: readonly RootContent[], context: Context): readonly GuideSection[] {
  const sections: { heading: RootContent | null; content: RootContent[] }[] = [
    { heading: null, content: [] },
  ];
  for (const node of content) {
    if (node.type === 'html') {
      if (/^<!--[\s\S]*-->$/.test(node.value)) continue;
      throw new Error(`${context.file}: HTML: ${node.value}`);
    }
    if (node.type === 'heading') sections.push({ heading: node, content: [] });
    else sections.at(-1)?.content.push(node);
  }
  const used = new Map<string, number>();
  return sections.map(({ heading, content: each }) => ({
    ...titleOf(heading, used),
    html: htmlOf(each, context),
    text: each.map(wordsOf).join(' ').replaceAll(/\s+/g, ' ').trim(),
  }));
}

function titleOf(heading: RootContent | null, used: Map<string, number>) {
  if (heading?.type !== 'heading') return { id: null, title: '', level: 1 };
  const title = textOf(heading);
  const plain = anchorOfHeading(title);
  // As GitHub does for repeated headings.
  const count = used.get(plain) ?? 0;
  used.set(plain, count + 1);
  return {
    id: count === 0 ? plain : `${plain}-${count}`,
    title,
    level: Math.min(heading.depth, 3),
  };
}

/** GitHub's anchor for a heading. */
export function anchorOfHeading(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** The words of a block, with spaces between its parts. */
function wordsOf(node: Nodes): string {
  if ('value' in node) return node.value;
  if (!('children' in node)) return '';
  const between = node.children.some(({ type }) => isPhrasing(type)) ? '' : ' ';
  return node.children.map(wordsOf).join(between);
}

function isPhrasing(type: string): boolean {
  const kinds: readonly PhrasingContent['type'][] = [
    'text',
    'inlineCode',
    'link',
    'strong',
    'emphasis',
    'break',
    'delete',
  ];
  return kinds.some((kind) => kind === type);
}

function htmlOf(content: readonly RootContent[], context: Context): string {
  const tree = toHast({ type: 'root', children: [...content] });
  const root: HtmlRoot = { type: 'root', children: [] };
  root.children = ('children' in tree ? (tree.children as ElementContent[]) : []).flatMap((node) =>
    changed(node, context, false),
  );
  return toHtml(root satisfies HtmlNodes);
}

/** A node for the pages; a broken link becomes its content. */
function changed(node: ElementContent, context: Context, linked: boolean): ElementContent[] {
  if (node.type !== 'element') return [node];
  const inside = linked || node.tagName === 'a' || node.tagName === 'pre';
  const children = node.children.flatMap((each) => changed(each, context, inside));
  const element: Element = { ...node, children };
  if (node.tagName === 'a') {
    const address = placeOf(String(node.properties['href']), context.file);
    return address === null ? children : [{ ...element, properties: { href: address } }];
  }
  if (node.tagName === 'code' && !linked) {
    const place = context.places.get(textOf({ type: 'inlineCode', value: codeOf(node) }));
    if (place === undefined) return [element];
    return [made('a', { href: place }, [element])];
  }
  if (node.tagName === 'table') {
    return [made('div', { className: ['scroll'], tabIndex: 0 }, [element])];
  }
  if (node.tagName === 'pre') {
    const [code] = node.children;
    const classes = code?.type === 'element' ? code.properties['className'] : undefined;
    const language = /^language-(\w+)$/.exec(String(classes ?? ''))?.[1];
    const properties = { tabIndex: 0, ...(language !== undefined && { dataLanguage: language }) };
    const block = { ...element, properties, children: element.children.map(highlighted(language)) };
    const isOutput = language === undefined || outputs.includes(language);
    return [isOutput ? block : made('div', { className: ['code'] }, [block])];
  }
  return [element];
}

/** The code of a block with its tokens, if its language is known. */
function highlighted(language = 'text') {
  return (code: ElementContent): ElementContent => {
    if (code.type !== 'element' || !refractor.registered(language)) return code;
    const tree = refractor.highlight(codeOf(code), language);
    return { ...code, children: tree.children.flatMap(tokenOf) };
  };
}

function tokenOf(node: HtmlRoot['children'][number]): ElementContent[] {
  if (node.type === 'text') return [node];
  if (node.type !== 'element') return [];
  const children = node.children.flatMap(tokenOf);
  const kind = [node.properties['className']].flat().map((name) => tokens[String(name)]);
  const className = kind.find((name) => name !== undefined);
  return className === undefined ? children : [made('span', { className: [className] }, children)];
}

function codeOf({ children }: Element): string {
  return children.map((child) => (child.type === 'text' ? child.value : '')).join('');
}

function made(
  tagName: string,
  properties: Element['properties'],
  children: ElementContent[],
): Element {
  return { type: 'element', tagName, properties, children };
}

/** The target of a file's link on the pages; null if it is not served. */
function placeOf(link: string, file: string): string | null {
  if (/^https?:/.test(link)) return link;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : normalize(join(dirname(file), path));
  const guide = guideFiles.find((each) => each.file === target)?.slug;
  const place = guide ?? otherPlaces.get(target);
  if (place === undefined) return null;
  if (anchor === undefined) return place;
  return path === '' ? `#${anchor}` : `${place}#${anchor}`;
}
