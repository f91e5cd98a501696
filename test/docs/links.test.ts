import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import settings from '../../package.json' with { type: 'json' };
import { documents, root } from '../support/documents.ts';

/** The anchors of a document's headings, as GitHub makes them. */
function anchors(text: string): ReadonlySet<string> {
  const headings = text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    Array.from(headings, ([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function isThere(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : normalize(join(dirname(from), decodeURIComponent(path)));
  if (!existsSync(join(root, target))) return false;
  return anchor === undefined || anchors(readFileSync(join(root, target), 'utf8')).has(anchor);
}

/**
 * Table rows with the same first cell and list items that appear twice in a section, as after a bad
 * merge.
 */
function doubled(text: string): readonly string[] {
  return text.split(/^#+ /m).flatMap((section) => {
    const subjects = Array.from(
      section.matchAll(/^(?:\| (`[^|]*\|[^|]*) \||[-*] (.{60})|\d+\. (.{60}))/gm),
      ([, row, item, step]) => row ?? item ?? step ?? '',
    );
    return subjects.filter((subject, index) => subjects.indexOf(subject) !== index);
  });
}

/** Our files and folders that a text names in backticks; `*` is any name. */
function namedPaths(text: string): readonly string[] {
  const folders = 'admin|bench|bin|build|docs|functions|lib|local|scripts|shared|test';
  const path = new RegExp(`\`((?:${folders})/[\\w./*-]*)\``, 'g');
  return Array.from(text.matchAll(path), ([, name = '']) => name);
}

describe.each(documents)('$path', ({ path, text }) => {
  it('contains no merge marker', () => {
    expect(text).not.toMatch(/^(<{7}|>{7}) /m);
  });

  it('has no diagram or quote with joined lines', () => {
    const prose = text.replaceAll(/`[^`\n]*`|^\|.*$/gm, '');
    expect(prose).not.toMatch(/^>.*[\w.,] > \w/m);
    const [, ...diagrams] = text.split('```mermaid\n');
    const first = diagrams.map((diagram) => diagram.split('\n')[0]);
    expect(first.filter((line) => !/^(flowchart \w\w|stateDiagram-v2)$/.test(line ?? ''))).toEqual(
      [],
    );
  });

  it('has no broken link', () => {
    // Code has no links, but patterns contain brackets.
    const prose = text.replaceAll(/`[^`\n]*`/g, '`');
    const links = Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link);
    const own = links.filter((link) => !/^[a-z]+:/.test(link));
    expect(own.filter((link) => !isThere(path, link))).toEqual([]);
  });

  it('names only files that exist', () => {
    const missing = namedPaths(text).filter((name) => globSync(name, { cwd: root }).length === 0);
    expect(missing).toEqual([]);
  });

  it('names only npm scripts that exist', () => {
    const named = Array.from(text.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g), ([, name]) => name);
    const known = Object.keys(settings.scripts);
    expect(named.filter((name) => !known.includes(name ?? ''))).toEqual([]);
  });
});

const written = documents.filter(({ path }) => !path.startsWith('docs/released/'));

it.each(written)('$path repeats nothing within a section', ({ text }) => {
  expect(doubled(text)).toEqual([]);
});

it('packages, API description and changelog have the same version', () => {
  const versionIn = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')).version;
  const description = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  expect([
    versionIn('packages/client/package.json'),
    versionIn('examples/package.json'),
    description.info.version,
    /^## (\S+)/m.exec(changelog)?.[1],
  ]).toEqual(Array(4).fill(settings.version));
});

/** The pages of the decisions in force, and their numbers. */
function decisions() {
  const files = globSync('docs/decisions/[0-9]*.md', { cwd: root }).toSorted();
  const numbers = files.map((file) => Number(/\/(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1]));
  return { files, numbers };
}

it('docs/decisions/README.md lists each decision in force once, at most 40', () => {
  const { files, numbers } = decisions();
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
  const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8');
  const listed = Array.from(
    index.matchAll(/^- \[(\d+\. .+)\]\((.+\.md)\)/gm),
    ([, title, file]) => ({
      title: `# ${title}`,
      file: `docs/decisions/${file}`,
    }),
  );
  expect(listed.map(({ file }) => file).toSorted()).toEqual(files);
  const wrong = listed.filter(({ title, file }) => {
    const [heading, , status] = readFileSync(join(root, file), 'utf8').split('\n');
    const form = /^Status: in force\. Date: \d{4}-\d\d-\d\d\.$/;
    return heading !== title || !form.test(status ?? '');
  });
  expect(wrong).toEqual([]);
  expect(files.length).toBeLessThanOrEqual(40);
});

it('docs/decisions/archive.md has each archived decision once, and at most 3,600 words', () => {
  const archive = readFileSync(join(root, 'docs/decisions/archive.md'), 'utf8');
  const headings = Array.from(archive.matchAll(/^### (.*)$/gm), ([, heading = '']) => heading);
  expect(headings.filter((heading) => !/^\d+\. \S/.test(heading))).toEqual([]);
  const superseded = Array.from(archive.matchAll(/^Superseded: .+$/gm), ([line]) => line).flatMap(
    (line) => Array.from(line.matchAll(/decision (\d+)/g), ([, number]) => Number(number)),
  );
  const entries = headings.map((heading) => Number.parseInt(heading, 10));
  const all = [...entries, ...superseded, ...decisions().numbers];
  expect(all.toSorted()).toEqual([...new Set(all)].toSorted());
  const words = archive.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  expect(words.length).toBeLessThanOrEqual(3_600);
});

it('docs have at most 33,000 words, without operators, generated pages, decisions and notes', () => {
  const elsewhere =
    /^docs\/(decisions|contract-notes|released|operators|runbook|costs|endpoints|errors|states)\b/;
  const own = documents.filter(({ path }) => path.startsWith('docs/') && !elsewhere.test(path));
  const words = own
    .map(({ text }) => text.replaceAll(/<!-- \w+\b.*?<!-- end -->|^```.*?^```/gms, ''))
    .flatMap((text) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)));
  expect(words.length).toBeLessThanOrEqual(33_000);
});
