/** A section of the documentation that contains all words of a search. */
interface FoundPlace {
  /** Below `/docs/`. */
  readonly place: string;
  readonly title: string;
  /** The page that contains it. */
  readonly page: string;
  /** The text around the first match. */
  readonly excerpt: string;
}

const mostFound = 20;

/** The maximum number of words in a search; further ones are ignored. */
const mostWords = 8;

/**
 * The sections and operations that contain, for each search word, a word that begins with it, ignoring case and
 * accents. Titles and headings weigh more than text. At most 20, best first, then in the order of the pages.
 */
export function searchDocumentation(all: Documentation, question: string): readonly FoundPlace[] {
  const words = wordsOf(question).slice(0, mostWords);
  if (words.length === 0) return [];
  const sections = guidesOf(all).flatMap(({ slug, title: page, sections: each }) =>
    each.map(({ id, title: heading, text }) => {
      const title = id === null ? page : heading;
      const place = id === null ? slug : `${slug}#${id}`;
      return { found: { place, title, page }, text, weight: weightOf(words, title, page, text) };
    }),
  );
  const operations = all.operations.map(({ title, method, path, place }) => ({
    found: { place, title, page: 'Reference' },
    text: `${method} ${path}`,
    weight: weightOf(words, title, '', `${method} ${path}`),
  }));
  return [...sections, ...operations]
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, mostFound)
    .map(({ found, text }) => ({ ...found, excerpt: excerptOf(text, words) }));
}

/** 0 unless all words occur. */
function weightOf(words: readonly string[], heading: string, page: string, text: string): number {
  const [inHeading, inPage, inText] = [heading, page, text].map(wordsOf);
  let weight = 0;
  for (const word of words) {
    const count = (of: readonly string[] = []) => of.filter((each) => begins(each, word)).length;
    const here = count(inHeading) * 20 + count(inPage) * 5 + Math.min(count(inText), 8);
    if (here === 0) return 0;
    weight += here;
  }
  return weight;
}

function begins(word: string, asked: string): boolean {
  // Parts of paths and codes also match: `verify_rpn`, `entity.name_taken`.
  return word.startsWith(asked) || (asked.length > 3 && word.includes(asked));
}

/** Lower case, without accents; dots and underscores stay within words. */
function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{Mark}/gu, '');
  return Array.from(plain.toLowerCase().matchAll(/[\p{L}\p{N}][\p{L}\p{N}_.]*/gu), ([word]) =>
    withoutLastDots(word),
  );
}

function withoutLastDots(word: string): string {
  let end = word.length;
  while (word[end - 1] === '.') end -= 1;
  return word.slice(0, end);
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const first = Math.max(0, Math.min(...places, text.length) - 60);
  const from = first === 0 || first >= text.length - 60 ? 0 : text.indexOf(' ', first) + 1;
  const part = text.slice(from, from + 180);
  return `${from > 0 ? '… ' : ''}${part}${from + 180 < text.length ? ' …' : ''}`;
}

/** A part of a guide, from one heading to the next. */
export interface GuideSection {
  /** Its anchor, as GitHub derives it from the heading; null for the text before the first heading. */
  readonly id: string | null;
  readonly title: string;
  readonly level: number;
  /** Without the heading. Generated from the project's own Markdown by `npm run generate`, so it is trusted. */
  readonly html: string;
  /** The same as plain text, for searches. */
  readonly text: string;
}

export interface Guide {
  /** Its path below `/docs`. */
  readonly slug: string;
  readonly title: string;
  readonly sections: readonly GuideSection[];
  /**
   * The page as Markdown. Links to other pages are `/docs/….md`; links to unserved files are replaced with their text.
   */
  readonly markdown: string;
}

export interface ReferencedOperation {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  /** Below `/docs/`: an anchor on a page of the reference. */
  readonly place: string;
}

/** Everything served below `/docs`, from `docs/guides.json`. */
export interface Documentation {
  readonly groups: readonly { readonly title: string; readonly guides: readonly Guide[] }[];
  readonly operations: readonly ReferencedOperation[];
}

/** The guides in reading order. */
export function guidesOf({ groups }: Documentation): readonly Guide[] {
  return groups.flatMap(({ guides }) => guides);
}

/** The summary of a guide: the beginning of its first paragraph, up to about 200 characters. */
export function summaryOf({ sections }: Guide): string {
  const text = sections.find((section) => section.text !== '')?.text ?? '';
  const sentence = /^.{20,}?[.:](?= |$)/s.exec(text)?.[0] ?? text;
  return sentence.length > 200 ? `${sentence.slice(0, 199)}…` : sentence.replace(/:$/, '.');
}
