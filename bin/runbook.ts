import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { type ArticleName, articles, severities, severityOf } from '../lib/alarms/articles.ts';

export const runbookFile = new URL('../docs/runbook.md', import.meta.url);

const names = Object.keys(articles) as ArticleName[];
const fileOf = (name: ArticleName) => new URL(`../docs/runbook/${name}.md`, import.meta.url);

/** What `npm run rehearse` tried of a page: the number of its alarms, logs and commands. */
export interface Tried {
  readonly alarms: number;
  readonly logs: number;
  readonly commands: number;
  /** The number of commands on the page. */
  readonly of: number;
}

/** The last rehearsal without findings, as `npm run rehearse -- --record` writes it. */
export interface Rehearsal {
  readonly date: string;
  readonly commit: string;
  readonly pages: Readonly<Record<string, Tried>>;
}

export const rehearsalFile = new URL('../docs/rehearsal.json', import.meta.url);

/** Index and pages of the runbook with their generated parts, from `lib/alarms/articles.ts` and the last rehearsal. */
export function runbookPages(): readonly { readonly file: URL; readonly text: string }[] {
  const pages = names.map((name) => ({ name, text: readFileSync(fileOf(name), 'utf8') }));
  const index = withPart(readFileSync(runbookFile, 'utf8'), 'alarms', indexOf(pages));
  const rehearsal: Rehearsal = JSON.parse(readFileSync(rehearsalFile, 'utf8'));
  return [
    { file: runbookFile, text: index },
    ...pages.map(({ name, text }) => ({
      file: fileOf(name),
      text: withPart(
        withPart(text, 'alarm', whoIsAffected(name)),
        'tried',
        whatWasTried(rehearsal, name),
      ),
    })),
    ...rehearsedPages(rehearsal),
  ];
}

/** The pages with rehearsed steps, each with its day and commit. */
function rehearsedPages({ date, commit }: Rehearsal) {
  return globSync('docs/{rehearsal,operators/*}.md', { cwd: new URL('..', import.meta.url) })
    .map((path) => new URL(`../${path}`, import.meta.url))
    .map((file) => ({ file, before: readFileSync(file, 'utf8') }))
    .filter(({ before }) => before.includes('<!-- rehearsed -->'))
    .map(({ file, before }) => ({
      file,
      text: before.replaceAll(
        /(?<=<!-- rehearsed -->)[^<]*(?=<!-- \/rehearsed -->)/g,
        `${date}, commit \`${commit}\``,
      ),
    }));
}

function whatWasTried({ date, commit, pages }: Rehearsal, name: ArticleName): string {
  const { alarms = 0, logs = 0, commands = 0, of = 0 } = pages[name] ?? {};
  const counted = (did: string, count: number, what: string) =>
    count === 0 ? [] : [`${did} ${count} ${what}${count === 1 ? '' : 's'}`];
  const tried = [
    ...counted('triggered', alarms, 'alarm'),
    ...counted('found', logs, 'log'),
    ...(of === 0 ? [] : [`ran ${commands} of ${of} command${of === 1 ? '' : 's'}`]),
  ].join(', ');
  return tried === ''
    ? 'Not in the emulator.'
    : `[Emulator](../rehearsal.md), ${date}, commit \`${commit}\`: ${tried}.`;
}

/** The page with a new text between its two comments. Throws if they are missing. */
export function withPart(page: string, part: string, text: string): string {
  const place = new RegExp(`(<!-- ${part}: written by [^>]+ -->\n).*?(<!-- /${part} -->)`, 's');
  if (!place.test(page)) throw new Error(`no place for ${part} in ${page.slice(0, 40)}`);
  return page.replace(
    place,
    (_, before: string, after: string) => `${before}\n${text}\n\n${after}`,
  );
}

function whoIsAffected(name: ArticleName): string {
  const { impact } = articles[name];
  const alarms = typeof impact === 'string' ? [] : Object.entries<string>(impact);
  const who =
    typeof impact === 'string'
      ? impact
      : alarms.map(([which, text]) => `- \`${which}\`: ${text}`).join('\n');
  const worst = worstOf(name);
  const others = alarms
    .map(([which]) => [which, severityOf(name, which)])
    .filter(([, act]) => act !== worst)
    .map(([which, act]) => `\`${which}\`: ${act}`);
  const except = others.length === 0 ? '' : ` (${others.join(', ')})`;
  return `## Who is affected\n\n${who}\n\n**Act ${worst}${except}.**`;
}

/** How soon someone must act on the most urgent alarm of a page. */
function worstOf(name: ArticleName) {
  const { impact } = articles[name];
  const alarms = typeof impact === 'string' ? [undefined] : Object.keys(impact);
  const acts = alarms.map((which) => severityOf(name, which));
  return severities.find((severity) => acts.includes(severity));
}

function indexOf(pages: readonly { readonly name: ArticleName; readonly text: string }[]): string {
  return severities
    .map((severity) => {
      const rows = pages
        .filter(({ name }) => worstOf(name) === severity)
        .map(({ name, text }) => `| [${name}](runbook/${name}.md) | ${symptom(text)} |`);
      return [`## Act ${severity}\n`, '| Alarm | Symptom |', '|---|---|', ...rows].join('\n');
    })
    .join('\n\n');
}

/** The first sentence under "Symptom". */
function symptom(page: string): string {
  const [, section = ''] = page.split('\n## Symptom\n\n');
  const [paragraph = ''] = section.split('\n\n');
  const words = paragraph.replaceAll('\n', ' ').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
  return /^.*?\.(?= |$)/.exec(words)?.[0] ?? '';
}

if (import.meta.main) for (const { file, text } of runbookPages()) writeFileSync(file, text);
