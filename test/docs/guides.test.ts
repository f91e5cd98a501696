import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guideFiles, guideOrder } from '../../bin/guides/order.ts';
import { documentationFile, documentationText } from '../../bin/guides.ts';
import {
  type Documentation,
  guidesOf,
} from '../../shared/reference/domain/search-documentation.ts';
import { reasonsFor } from '../../shared/reviews/domain/rejection-reasons.ts';
import { documentText, root } from '../support/documents.ts';

const kept = readFileSync(documentationFile, 'utf8');
const all: Documentation = JSON.parse(kept);
const guides = guidesOf(all);
const texts = guideFiles.map(({ file }) => ({ file, text: readFileSync(root + file, 'utf8') }));

/** Code blocks in languages that are run. */
const runBlocks = (text: string) =>
  Array.from(text.matchAll(/^```(?:bash|ts)\n(.*?)^```$/gms), ([, block = '']) => block);

it.each([
  ['docs/incorporate-an-llc.md', reasonsFor.legal_entity_application],
  ['docs/amendments.md', reasonsFor.amendment],
])('%s names every code of a rejection', (file, codes) => {
  const text = readFileSync(root + file, 'utf8');
  expect(codes.filter((code) => !text.includes(`\`${code}\``))).toEqual([]);
});

describe('docs/guides.json', () => {
  it('is up to date', () => {
    expect(kept === documentationText()).toBe(true);
  });

  it('has no broken link on the served pages', () => {
    const places = new Set(
      guides.flatMap(({ slug, sections }) => [
        slug,
        ...sections.flatMap(({ id }) => (id === null ? [] : [`${slug}#${id}`])),
      ]),
    );
    const operations = new Set(all.operations.map(({ place }) => place));
    const others = new Set(['reference', '../api/v1/openapi.json']);
    const lost = guides.flatMap(({ slug, sections }) =>
      sections.flatMap(({ html }) =>
        Array.from(html.matchAll(/href="([^"]+)"/g), ([, link = '']) =>
          link.startsWith('#') ? slug + link : link,
        ).filter(
          (link) =>
            !(
              /^https?:/.test(link) ||
              places.has(link) ||
              operations.has(link) ||
              others.has(link)
            ),
        ),
      ),
    );
    expect(lost).toEqual([]);
  });

  it('links operations to the reference and contains no script or external resource', () => {
    const html = guides.flatMap(({ sections }) => sections.map((each) => each.html)).join('');
    expect(html).toContain(
      '<a href="reference/keys-and-limits#GET/api/v1/whoami"><code>GET /api/v1/whoami</code></a>',
    );
    expect(html).not.toMatch(/<(?:script|img|style|iframe)|\son\w+=|style="/);
  });
});

it('docs/README.md lists all guides in their order', () => {
  const [contents = ''] = documentText('docs/README.md').split('## Operate');
  const groups = contents.split(/^## /m).slice(1);
  const listed = groups.map((group) => ({
    title: group.split('\n')[0],
    files: Array.from(group.matchAll(/^\d+\. \[.+\]\((.+)\)$/gm), ([, file = '']) =>
      file.startsWith('../') ? file.slice(3) : `docs/${file}`,
    ),
  }));
  expect(listed).toEqual(
    guideOrder.map(({ title, guides: each }) => ({ title, files: each.map(({ file }) => file) })),
  );
});

describe('the commands of guides', () => {
  const run = texts.filter(({ text }) => runBlocks(text).length > 0);

  it.each(run)(
    'of $file take their tools from one place, and leave files in .local',
    ({ text }) => {
      const [first = '', ...others] = runBlocks(text);
      expect(first).toMatch(
        /^\. <\(curl -s "\$\{api:-http:\/\/localhost:3000\}\/docs\/files\/guide\.sh"\)\n/,
      );
      const commands = [first, ...others].join('\n');
      expect(commands).not.toMatch(/\b(?:uuidgen|jq|python3?|wget|openssl)\b/);
      expect(commands).not.toMatch(/\b(?:npx|npm (?!install )|examples|packages|node_modules)\b/);
      const shell = Array.from(text.matchAll(/^```bash\n(.*?)^```$/gms), ([, block]) => block).join(
        '\n',
      );
      const written = Array.from(
        shell.matchAll(/(?<=\s)(?:>>? ?|-o |-c |-D )(?![&(])([\w./-]+)/g),
        ([, file = '']) => file,
      );
      expect(written.filter((file) => !/^(?:\.local\/|\/dev\/null$|\d+$|-$)/.test(file))).toEqual(
        [],
      );
    },
  );

  it('are all run by CI', () => {
    const ci = readFileSync(`${root}.ci/run`, 'utf8');
    const [, listed = ''] = /^guides=\(([^)]+)\)/m.exec(ci) ?? [];
    const there = [
      ...listed
        .trim()
        .split(/\s+/)
        .map((slug) => `docs/${slug}.md`),
      'packages/client/README.md',
    ];
    expect(there.toSorted()).toEqual(run.map(({ file }) => file).toSorted());
    expect(ci).toContain('packages/client/README.md');
  });
});
