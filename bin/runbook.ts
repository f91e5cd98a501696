import { readFileSync, writeFileSync } from 'node:fs';
import { type ArticleName, articles, severities, severityOf } from '../lib/alarms/articles.ts';

export const runbookFile = new URL('../docs/runbook.md', import.meta.url);

const names = Object.keys(articles) as ArticleName[];
const fileOf = (name: ArticleName) => new URL(`../docs/runbook/${name}.md`, import.meta.url);

/** Index and pages of the runbook, each with its generated part as `lib/alarms/articles.ts` has it now. */
export function runbookPages(): readonly { readonly file: URL; readonly text: string }[] {
  const pages = names.map((name) => ({ name, text: readFileSync(fileOf(name), 'utf8') }));
  const index = withPart(readFileSync(runbookFile, 'utf8'), 'alarms', indexOf(pages));
  return [
    { file: runbookFile, text: index },
    ...pages.map(({ name, text }) => ({
      file: fileOf(name),
      text: withPart(text, 'alarm', whoIsAffected(name)),
    })),
  ];
}

/** The page with what stands between its two comments replaced. Throws if they are missing. */
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
    .map(([which, act]) => `\`${which}\` ${act}`);
  return `## Who is affected\n\n${who}\n\n**Act ${[worst, ...others].join(', ')}.**`;
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
