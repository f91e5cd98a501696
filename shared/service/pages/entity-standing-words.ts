import type { Spoken } from '../../kernel/domain/locale.ts';
import { html } from '../../kernel/pages/html.ts';
import { notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { EntityStanding } from '../../registry/domain/entity-standing.ts';

interface Words {
  /** In a list. */
  readonly short: string;
  readonly title: string;
  readonly text: string;
}

const say = words<Readonly<Record<EntityStanding, Words>>>({
  en: {
    annulled: {
      short: 'Registration annulled',
      title: 'The registration was annulled',
      text: 'It was a mistake. The legal entity has no name any more, and nothing can be filed for it.',
    },
    dissolved: {
      short: 'Dissolved',
      title: 'Dissolved',
      text: 'What was issued stays here. Nothing new can be filed.',
    },
    not_begun: {
      short: 'Residency not begun',
      title: 'Its residency has not begun',
      text: 'A Certificate of Good Standing can be requested from that day on.',
    },
    ended: {
      short: 'Residency ended',
      title: 'Not in good standing: its residency has ended',
      text: 'Write to the registry to have it renewed. Until then there is no Certificate of Good Standing.',
    },
    without_certificate: {
      short: 'Active',
      title: 'Active',
      text: 'There is no Certificate of Good Standing for legal entities of this type.',
    },
    taxes_overdue: {
      short: 'Taxes overdue',
      title: 'Active, but its taxes count as overdue',
      text: 'A Certificate of Good Standing can be had once they are paid, or if you show that they are.',
    },
    taxes_unknown: {
      short: 'Active',
      title: 'Active; its taxes are not known',
      text: 'A Certificate of Good Standing can be requested. The registry looks at the taxes first, which takes longer.',
    },
    good: {
      short: 'In good standing',
      title: 'In good standing',
      text: 'Its residency is active and its taxes are paid.',
    },
  },
  es: {
    annulled: {
      short: 'Inscripción anulada',
      title: 'La inscripción fue anulada',
      text: 'Fue un error. La persona jurídica ya no tiene nombre y no se puede presentar nada por ella.',
    },
    dissolved: {
      short: 'Disuelta',
      title: 'Disuelta',
      text: 'Lo que se emitió sigue aquí. No se puede presentar nada nuevo.',
    },
    not_begun: {
      short: 'Residencia aún no iniciada',
      title: 'Su residencia aún no ha comenzado',
      text: 'A partir de ese día se puede solicitar un certificado de buen estado.',
    },
    ended: {
      short: 'Residencia terminada',
      title: 'No está en buen estado: su residencia terminó',
      text: 'Escriba al registro para renovarla. Hasta entonces no hay certificado de buen estado.',
    },
    without_certificate: {
      short: 'Activa',
      title: 'Activa',
      text: 'Para las personas jurídicas de este tipo no hay certificado de buen estado.',
    },
    taxes_overdue: {
      short: 'Impuestos atrasados',
      title: 'Activa, pero sus impuestos constan como atrasados',
      text: 'Puede obtener un certificado de buen estado cuando estén pagados, o si demuestra que lo están.',
    },
    taxes_unknown: {
      short: 'Activa',
      title: 'Activa; no se conoce la situación de sus impuestos',
      text: 'Se puede solicitar un certificado de buen estado. El registro revisa antes los impuestos, lo que tarda más.',
    },
    good: {
      short: 'En buen estado',
      title: 'En buen estado',
      text: 'Su residencia está activa y sus impuestos están pagados.',
    },
  },
});

/** How an entity stands, in a word or two. */
export function standingInShort(standing: EntityStanding, reader: Spoken): string {
  return say(reader)[standing].short;
}

/** How an entity stands, and why. */
export function standingNotice(standing: EntityStanding, reader: Spoken) {
  const { title, text } = say(reader)[standing];
  return notice(kinds[standing], title, html`<p>${text}</p>`);
}

const kinds: Readonly<Record<EntityStanding, 'info' | 'success' | 'warning'>> = {
  annulled: 'warning',
  dissolved: 'info',
  not_begun: 'info',
  ended: 'warning',
  without_certificate: 'info',
  taxes_overdue: 'warning',
  taxes_unknown: 'info',
  good: 'success',
};
