/** Intended breaks of the released description, under headings that each match the start of a changelog line. */
export type ChangesPage = ReadonlyMap<string, readonly string[]>;

const introduction = `# Changes since the released description

Breaking changes since the [released description](openapi.json), which \`npm run changes\` found. Each heading is the beginning of a
line in the [changelog](../../CHANGELOG.md). See "Breaking changes of the API description" in CONTRIBUTING.md.
`;

/** The page as text. Headings and lines keep their order. */
export function writeChangesPage(page: ChangesPage): string {
  const sections = [...page]
    .filter(([, changes]) => changes.length > 0)
    .map(([heading, changes]) => `\n## ${heading}\n\n${changes.map((it) => `- ${it}\n`).join('')}`);
  return `${introduction}${sections.join('')}`;
}

/** The page's headings with their lines. Repeated headings are merged. */
export function readChangesPage(text: string): ChangesPage {
  const page = new Map<string, string[]>();
  let changes: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) {
      const heading = line.slice(3).trim();
      changes = page.get(heading) ?? [];
      page.set(heading, changes);
    }
    if (line.startsWith('- ')) changes.push(line.slice(2));
  }
  return page;
}

/** Found changes that the page lacks (`missing`), and lines that no longer apply (`stale`). */
export function unlisted(
  page: ChangesPage,
  found: readonly string[],
): { readonly missing: readonly string[]; readonly stale: readonly string[] } {
  const listed = [...page.values()].flat();
  return {
    missing: found.filter((change) => !listed.includes(change)),
    stale: listed.filter((change) => !found.includes(change)),
  };
}

/** The page with new changes under the heading, without stale lines. */
export function accept(page: ChangesPage, heading: string, found: readonly string[]): ChangesPage {
  const { missing } = unlisted(page, found);
  const kept = new Map(
    [...page].map(([key, changes]) => [key, changes.filter((change) => found.includes(change))]),
  );
  if (missing.length > 0) kept.set(heading, [...(kept.get(heading) ?? []), ...missing]);
  return kept;
}

/** Headings that match the start of no line in the changelog's newest version. */
export function unannounced(page: ChangesPage, changelog: string): readonly string[] {
  const [, newest = ''] = changelog.split(/^## /m);
  const lines = newest.split(/^- /m).map((line) => line.replaceAll(/\s+/g, ' '));
  return [...page.keys()].filter((heading) => !lines.some((line) => line.startsWith(heading)));
}
