import type { ToDo } from '../../incorporation/domain/application.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { formatLastDay } from '../../kernel/pages/format-dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type PageContext } from '../../kernel/pages/page-context.ts';
import { toDoPartTexts } from '../texts/index.ts';

const textsFor = byLocale(toDoPartTexts);

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
      readonly filing?: keyof (typeof toDoPartTexts)['en']['filings'];
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
export function toDoPart(context: PageContext, tasks: readonly Task[]): Html {
  const texts = textsFor(context);
  const sorted = order.flatMap((kind) => tasks.filter((task) => task.kind === kind));
  return html`<h2>${texts.title}</h2>
${
  sorted.length === 0
    ? html`<p>${texts.nothing}</p>`
    : html`<dl>${sorted.map((task) => entry(context, task))}</dl>`
}`;
}

function entry(context: PageContext, task: Task): Html {
  return html`<div><dt>${textsFor(context).kinds[task.kind]}</dt><dd><a href="${href(context, task.path)}">${sentence(context, task)}</a>${term(context, task)}</dd></div>`;
}

function sentence(context: PageContext, task: Task): string {
  const texts = textsFor(context);
  const of = task.about ?? texts.residency;
  switch (task.kind) {
    case 'sign':
      return texts.sign(of);
    case 'sign_again':
      return texts.signAgain(of);
    case 'sign_changes':
      return texts.signChanges(of);
    case 'sign_changes_again':
      return texts.signChangesAgain(of);
    case 'is_yours':
      return texts.isYours(of);
    case 'taxes':
      return texts.taxes(of);
    case 'pay':
      return texts.pay(paidFor(context, task));
    case 'paying':
      return texts.paying(paidFor(context, task));
    case 'answer':
      return texts.answer(of);
    case 'rename':
      return texts.rename(of);
    case 'confirm':
      return texts.confirm(of);
    case 'collect':
      return texts.collect(of);
    case 'approve':
      return texts.approve(of);
  }
}

/** Names the filing, because several fees of one entity can be due. */
function paidFor(
  context: PageContext,
  { about, filing }: Extract<Task, { kind: 'pay' | 'paying' }>,
): string {
  return filing === undefined ? about : textsFor(context).filings[filing](about);
}

function term(context: PageContext, task: Task): Content {
  if (task.kind !== 'confirm') return null;
  const texts = textsFor(context);
  return `: ${task.overdue ? texts.overdue : texts.due} ${formatLastDay(task.dueOn, context)}`;
}
