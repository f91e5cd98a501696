/** Changes that were made on purpose: under each heading, which is the beginning of a line of the changelog, what it breaks. */
export type ChangesPage = ReadonlyMap<string, readonly string[]>;

const introduction = (version: string) => `# Changes since ${version}

What a client that was written for version ${version} of the [description](openapi-${version}.json) can't rely on any more. Each heading is the
beginning of a line in the [changelog](../../CHANGELOG.md). \`npm run changes\` compares; CONTRIBUTING.md says how a change gets here.
`;

/** The page as text; headings and lines in their order. */
export function writeChangesPage(version: string, page: ChangesPage): string {
  const sections = [...page]
    .filter(([, changes]) => changes.length > 0)
    .map(([heading, changes]) => `\n## ${heading}\n\n${changes.map((it) => `- ${it}\n`).join('')}`);
  return `${introduction(version)}${sections.join('')}`;
}

/** The page's headings with their lines; headings that occur twice are one. */
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

/** Found changes that the page doesn't have, and lines of the page that are not found. */
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

/** The page with all that was found: what is new stands under the heading, what is gone is left out. */
export function accept(page: ChangesPage, heading: string, found: readonly string[]): ChangesPage {
  const { missing } = unlisted(page, found);
  const kept = new Map(
    [...page].map(([key, changes]) => [key, changes.filter((change) => found.includes(change))]),
  );
  if (missing.length > 0) kept.set(heading, [...(kept.get(heading) ?? []), ...missing]);
  return kept;
}

/** Headings that begin no line under "Unreleased" of the changelog. */
export function unannounced(page: ChangesPage, changelog: string): readonly string[] {
  const [, unreleased = ''] = changelog.split(/^## Unreleased$/m);
  const [section = ''] = unreleased.split(/^## /m);
  const lines = section.split(/^- /m).map((line) => line.replaceAll(/\s+/g, ' '));
  return [...page.keys()].filter((heading) => !lines.some((line) => line.startsWith(heading)));
}
