import { readFileSync, writeFileSync } from 'node:fs';
import { capabilities } from '../shared/capabilities.ts';

export const capabilitiesFile = new URL('../docs/capabilities.md', import.meta.url);

/**
 * The page with a new list and diagram of the capabilities, from the rule file, between `<!-- capabilities -->` and
 * `<!-- end -->`. Throws if the page lacks these marks.
 */
export function withCapabilities(page: string): string {
  const place = /(<!-- capabilities -->\n).*?(<!-- end -->)/s;
  if (!place.test(page)) throw new Error('there is no place for the capabilities');
  return page.replace(place, `$1\n${diagram()}\n\n${table()}\n\n$2`);
}

/** Five in a row, so that the diagram fits on a screen. A capability may import those to its left and above. */
function diagram(): string {
  const rows = [];
  for (let at = 0; at < capabilities.length; at += 5) {
    const names = capabilities.slice(at, at + 5).map(({ name }) => name);
    rows.push(`  subgraph ${at / 5 + 1}[" "]\n    direction LR\n    ${names.join(' --> ')}\n  end`);
  }
  const links = rows.slice(1).map((_, at) => `  ${at + 1} --> ${at + 2}`);
  return ['```mermaid', 'flowchart TB', ...rows, ...links, '```'].join('\n');
}

function table(): string {
  const lines = capabilities.map(({ name, does }) => `| \`shared/${name}\` | ${does} |`);
  return ['| Folder | What it does |', '|---|---|', ...lines].join('\n');
}

if (import.meta.main) {
  writeFileSync(capabilitiesFile, withCapabilities(readFileSync(capabilitiesFile, 'utf8')));
}
