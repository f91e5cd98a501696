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
      title: 'Registration annulled',
      text: 'The registration was a mistake. The legal entity no longer has a name, and you can’t file anything for it.',
    },
    dissolved: {
      short: 'Dissolved',
      title: 'Dissolved',
      text: 'The issued documents stay here. You can’t file anything new.',
    },
    pending: {
      short: 'Not active yet',
      title: 'Not active yet: its residency has not started',
      text: 'You can request a Certificate of Good Standing from the day its residency starts.',
    },
    expired: {
      short: 'Expired',
      title: 'Not in good standing: its residency has expired',
      text: 'Contact the registry to renew it. Until then you can’t get a Certificate of Good Standing.',
    },
    without_certificate: {
      short: 'Active',
      title: 'Active',
      text: 'Its residency is active and its taxes are paid. This type of legal entity can’t get a Certificate of Good Standing.',
    },
    taxes_overdue: {
      short: 'Taxes overdue',
      title: 'Active, but not in good standing: its taxes are overdue',
      text: 'You can request a Certificate of Good Standing when the taxes are paid, or with proof that they are paid.',
    },
    taxes_unknown: {
      short: 'Active',
      title: 'Active, but its good standing is not confirmed',
      text: 'The registry does not know if its taxes are paid. You can request a Certificate of Good Standing. A reviewer checks the taxes first.',
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
      title: 'Inscripción anulada',
      text: 'La inscripción fue un error. La persona jurídica ya no tiene nombre y no puede presentar trámites por ella.',
    },
    dissolved: {
      short: 'Disuelta',
      title: 'Disuelta',
      text: 'Los documentos emitidos siguen aquí. No puede presentar trámites nuevos.',
    },
    pending: {
      short: 'Aún no activa',
      title: 'Aún no activa: su residencia no ha comenzado',
      text: 'Puede solicitar un certificado de vigencia a partir del día en que comience su residencia.',
    },
    expired: {
      short: 'Vencida',
      title: 'No está vigente: su residencia venció',
      text: 'Comuníquese con el registro para renovarla. Hasta entonces no puede obtener un certificado de vigencia.',
    },
    without_certificate: {
      short: 'Activa',
      title: 'Activa',
      text: 'Su residencia está activa y sus impuestos están pagados. Este tipo de persona jurídica no puede obtener un certificado de vigencia.',
    },
    taxes_overdue: {
      short: 'Impuestos atrasados',
      title: 'Activa, pero no al día: sus impuestos están atrasados',
      text: 'Puede solicitar un certificado de vigencia cuando los impuestos estén pagados, o con un comprobante de que lo están.',
    },
    taxes_unknown: {
      short: 'Activa',
      title: 'Activa, pero no se ha confirmado que esté al día',
      text: 'El registro no sabe si sus impuestos están pagados. Puede solicitar un certificado de vigencia. Un revisor revisa antes los impuestos.',
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
