import { dayInWords } from '../../kernel/domain/dates.ts';
import { type Content, type Html, html } from '../../kernel/pages/html.ts';
import { href, type Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import type { ToDo } from './application-stage.ts';

const say = words({
  en: {
    title: 'To do',
    nothing: 'You have nothing to do right now.',
    kinds: {
      sign: 'Sign',
      sign_again: 'Sign again',
      is_yours: 'Confirm',
      taxes: 'Taxes overdue',
      pay: 'Pay',
      answer: 'Answer',
      rename: 'Choose another name',
      confirm: 'Annual confirmation due',
      collect: 'New documents',
    },
    sign: (about: string) => `Read and sign the agreement for ${about}`,
    signAgain: (about: string) =>
      `The agreement for ${about} changed after it was signed: read and sign the new version`,
    isYours: (about: string) => `Read the application for ${about} and confirm that it is yours`,
    taxes: (about: string) => `Pay the taxes of ${about}, or send proof that they are paid`,
    pay: (about: string) => `Pay the fee for ${about}`,
    answer: (about: string) => `Answer the registry’s question about ${about}`,
    rename: (about: string) => `The name ${about} is already registered: choose another`,
    confirm: (about: string) => `Check and confirm the registered details of ${about}`,
    collect: (about: string) => `New documents for ${about}`,
    residency: 'your residency',
    due: 'due on',
    overdue: 'it was due on',
  },
  es: {
    title: 'Por hacer',
    nothing: 'Ahora no tiene nada que hacer.',
    kinds: {
      sign: 'Firmar',
      sign_again: 'Firmar de nuevo',
      is_yours: 'Confirmar',
      taxes: 'Impuestos atrasados',
      pay: 'Pagar',
      answer: 'Responder',
      rename: 'Elegir otro nombre',
      confirm: 'Confirmación anual pendiente',
      collect: 'Documentos nuevos',
    },
    sign: (about: string) => `Leer y firmar el acuerdo de ${about}`,
    signAgain: (about: string) =>
      `El acuerdo de ${about} cambió después de firmarse: lea y firme la nueva versión`,
    isYours: (about: string) => `Lea la solicitud de ${about} y confirme que es suya`,
    taxes: (about: string) => `Pagar los impuestos de ${about} o enviar un comprobante de pago`,
    pay: (about: string) => `Pagar la tasa de ${about}`,
    answer: (about: string) => `Responder la pregunta del registro sobre ${about}`,
    rename: (about: string) => `El nombre ${about} ya está registrado: elija otro`,
    confirm: (about: string) => `Revisar y confirmar los datos registrados de ${about}`,
    collect: (about: string) => `Ver los documentos nuevos de ${about}`,
    residency: 'su residencia',
    due: 'hasta el',
    overdue: 'el plazo terminó el',
  },
});

/** One thing that waits for someone, and where it is done. `about`: a legal entity by its name; null: their residency. */
export type Task =
  | {
      readonly kind: ToDo | 'sign_again' | 'is_yours' | 'taxes' | 'collect';
      readonly about: string | null;
      readonly path: `/${string}`;
    }
  | {
      readonly kind: 'confirm';
      readonly about: string;
      readonly path: `/${string}`;
      readonly dueOn: string;
      readonly overdue: boolean;
    };

/** In which order things are said. */
const order = [
  'sign_again',
  'is_yours',
  'sign',
  'taxes',
  'pay',
  'answer',
  'rename',
  'confirm',
  'collect',
] as const;

/** What waits for someone, the most urgent kind first. */
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

function sentence(site: Site, { kind, about }: Task): string {
  const said = say(site);
  const of = about ?? said.residency;
  switch (kind) {
    case 'sign':
      return said.sign(of);
    case 'sign_again':
      return said.signAgain(of);
    case 'is_yours':
      return said.isYours(of);
    case 'taxes':
      return said.taxes(of);
    case 'pay':
      return said.pay(of);
    case 'answer':
      return said.answer(of);
    case 'rename':
      return said.rename(of);
    case 'confirm':
      return said.confirm(of);
    case 'collect':
      return said.collect(of);
  }
}

function term(site: Site, task: Task): Content {
  if (task.kind !== 'confirm') return null;
  const said = say(site);
  return `: ${task.overdue ? said.overdue : said.due} ${dayInWords(task.dueOn, site.locale)}`;
}
