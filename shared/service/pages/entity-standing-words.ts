import type { Spoken } from '../../kernel/domain/locale.ts';
import { html } from '../../kernel/pages/html.ts';
import { notice } from '../../kernel/pages/text.ts';
import { words } from '../../kernel/pages/words.ts';
import type { EntityStanding } from '../../registry/domain/good-standing.ts';

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
    pending: {
      short: 'Not active yet',
      title: 'Its residency has not begun',
      text: 'A Certificate of Good Standing can be requested from that day on.',
    },
    expired: {
      short: 'Expired',
      title: 'Not in good standing: its residency has expired',
      text: 'Write to the registry to have it renewed. Until then there is no Certificate of Good Standing.',
    },
    without_certificate: {
      short: 'Active',
      title: 'Active',
      text: 'Its residency is active and its taxes are paid. There is no Certificate of Good Standing for legal entities of this type.',
    },
    taxes_overdue: {
      short: 'Taxes overdue',
      title: 'Active, but not in good standing: its taxes are overdue',
      text: 'You can request a Certificate of Good Standing once they are paid, or with proof that they are paid.',
    },
    taxes_unknown: {
      short: 'Active',
      title: 'Active, but its good standing is not confirmed',
      text: 'The registry does not know whether its taxes are paid. You can request a Certificate of Good Standing: a reviewer checks the taxes first.',
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
    pending: {
      short: 'Aún no activa',
      title: 'Su residencia aún no ha comenzado',
      text: 'A partir de ese día se puede solicitar un certificado de vigencia.',
    },
    expired: {
      short: 'Vencida',
      title: 'No está vigente: su residencia venció',
      text: 'Escriba al registro para renovarla. Hasta entonces no hay certificado de vigencia.',
    },
    without_certificate: {
      short: 'Activa',
      title: 'Activa',
      text: 'Su residencia está activa y sus impuestos están pagados. Para las personas jurídicas de este tipo no hay certificado de vigencia.',
    },
    taxes_overdue: {
      short: 'Impuestos atrasados',
      title: 'Activa, pero no al día: sus impuestos están atrasados',
      text: 'Puede solicitar un certificado de vigencia cuando estén pagados, o con una prueba de que lo están.',
    },
    taxes_unknown: {
      short: 'Activa',
      title: 'Activa, pero no se ha confirmado que esté al día',
      text: 'El registro no sabe si sus impuestos están pagados. Puede solicitar un certificado de vigencia: un revisor comprueba antes los impuestos.',
    },
    good: {
      short: 'Vigente y al día',
      title: 'Vigente y al día',
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
  pending: 'info',
  expired: 'warning',
  without_certificate: 'info',
  taxes_overdue: 'warning',
  taxes_unknown: 'info',
  good: 'success',
};
