/** A part of a guide, from one heading to the next. */
export interface GuideSection {
  /** Its anchor, as GitHub makes it of the heading; null for what comes before the first heading. */
  readonly id: string | null;
  readonly title: string;
  readonly level: number;
  /** Without the heading. Made of our own Markdown when `npm run generate` runs, so that it is trusted. */
  readonly html: string;
  /** The same as words, to be searched. */
  readonly text: string;
}

export interface Guide {
  /** Its place below `/docs`. */
  readonly slug: string;
  readonly title: string;
  readonly sections: readonly GuideSection[];
}

/** An operation of the reference. */
export interface ReferencedOperation {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  /** The anchor on the page of the reference. */
  readonly place: string;
}

/** All that is served below `/docs`: `docs/guides.json`. */
export interface Documentation {
  readonly groups: readonly { readonly title: string; readonly guides: readonly Guide[] }[];
  readonly operations: readonly ReferencedOperation[];
}

/** The guides in the order in which one walks through them. */
export function guidesOf({ groups }: Documentation): readonly Guide[] {
  return groups.flatMap(({ guides }) => guides);
}

/** What a guide is about: the beginning of its first paragraph, at most about 200 characters. */
export function summaryOf({ sections }: Guide): string {
  const text = sections[0]?.text ?? '';
  const sentence = /^.{20,}?[.:](?= |$)/s.exec(text)?.[0] ?? text;
  return sentence.length > 200 ? `${sentence.slice(0, 199)}…` : sentence.replace(/:$/, '.');
}
