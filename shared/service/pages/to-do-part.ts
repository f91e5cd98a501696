import type { ToDo } from '../../incorporation/domain/application.ts';
import { dayInWords } from '../../kernel/pages/dates-in-words.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import { toDoPartTexts } from '../texts/index.ts';

const say = words(toDoPartTexts);

/** A task of a person and the page to do it. `about`: the name of a legal entity; null for their residency. */
export type Task =
  | {
      readonly kind:
        | Exclude<ToDo, 'pay'>
        | 'sign_again'
        | 'sign_changes'
        | 'sign_changes_again'
        | 'is_yours'
        | 'taxes'
        | 'collect'
        | 'approve';
      readonly about: string | null;
      readonly path: `/${string}`;
    }
  | {
      /** `paying`: a payment was started and may arrive. */
      readonly kind: 'pay' | 'paying';
      readonly about: string;
      /** Whether the fee is for a filing of the entity. If absent, it is for the registration. */
      readonly filing?: 'amendment' | 'certificate';
      readonly filingId: string;
      readonly path: `/${string}`;
      readonly invoiceId: string;
    }
  | {
      readonly kind: 'confirm';
      readonly about: string;
      readonly path: `/${string}`;
      readonly dueOn: string;
      readonly overdue: boolean;
    };

/** The order of the tasks. */
const order = [
  'approve',
  'sign_again',
  'sign_changes_again',
  'is_yours',
  'sign',
  'sign_changes',
  'taxes',
  'pay',
  'paying',
  'answer',
  'rename',
  'confirm',
  'collect',
] as const;

/** A person's tasks, the most urgent kind first. */
export function toDoPart(site: Site, tasks: readonly Task[]): Html {
  const said = say(site);
  const sorted = order.flatMap((kind) => tasks.filter((task) => task.kind === kind));
  return html`<h2>${said.title}</h2>
${
  sorted.length === 0
    ? html`<p>${said.nothing}</p>`
    : html`<dl>${sorted.map((task) => entry(site, task))}</dl>`
}`;
}

function entry(site: Site, task: Task): Html {
  return html`<div><dt>${say(site).kinds[task.kind]}</dt><dd><a href="${href(site, task.path)}">${sentence(site, task)}</a>${term(site, task)}</dd></div>`;
}

function sentence(site: Site, task: Task): string {
  const said = say(site);
  const of = task.about ?? said.residency;
  switch (task.kind) {
    case 'sign':
      return said.sign(of);
    case 'sign_again':
      return said.signAgain(of);
    case 'sign_changes':
      return said.signChanges(of);
    case 'sign_changes_again':
      return said.signChangesAgain(of);
    case 'is_yours':
      return said.isYours(of);
    case 'taxes':
      return said.taxes(of);
    case 'pay':
      return said.pay(paidFor(site, task));
    case 'paying':
      return said.paying(paidFor(site, task));
    case 'answer':
      return said.answer(of);
    case 'rename':
      return said.rename(of);
    case 'confirm':
      return said.confirm(of);
    case 'collect':
      return said.collect(of);
    case 'approve':
      return said.approve(of);
  }
}

/** Names the filing, because several fees of one entity can be due. */
function paidFor(site: Site, { about, filing }: Extract<Task, { kind: 'pay' | 'paying' }>): string {
  return filing === undefined ? about : say(site).filings[filing](about);
}

function term(site: Site, task: Task): Content {
  if (task.kind !== 'confirm') return null;
  const said = say(site);
  return `: ${task.overdue ? said.overdue : said.due} ${dayInWords(task.dueOn, site.locale)}`;
}
