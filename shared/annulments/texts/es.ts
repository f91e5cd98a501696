import type { AnnulmentReason } from '../../kernel/domain/annulment.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { dayInWords, instantInWords } from '../../kernel/pages/dates-in-words.ts';
import type { Letter } from '../../mail/mail/message.ts';
import { noRefund } from '../../payments/texts/es.ts';
import { detailInLine, detailWords } from '../../registry/pages/entity-details.ts';
import type * as en from './en.ts';

/** The reason, in the recipient's language. */
const because: Readonly<Record<AnnulmentReason, string>> = {
  approved_by_mistake: 'se aprobó por error',
  wrong_subject: 'era para otra persona',
  wrong_information: 'se basa en datos incorrectos',
  duplicate: 'se inscribió dos veces',
  not_entitled: 'quien la pidió no tenía derecho a ella',
  ordered: 'lo ordenó un tribunal o una autoridad',
};

const queja = 'Si es incorrecto, escríbanos de inmediato.';

export const annulmentLetterTexts: typeof en.annulmentLetterTexts = {
  registrationAnnulled: (facts): Letter => ({
    subject: `Inscripción anulada: ${facts.entityName}`,
    paragraphs: [
      `El ${instantInWords(facts.at, 'es')} anulamos la inscripción de ${facts.entityName}, porque ${because[facts.reasonCode]}.`,
      'La persona jurídica ya no consta en el registro. No aparece en las búsquedas, su nombre queda disponible y quien verifique su número de permiso verá que no está activa. Todos sus documentos y certificados quedan sin efecto, y quien verifique alguno lo verá.',
      noRefund,
      queja,
    ],
    link: { label: 'Ver sus personas jurídicas', url: facts.url },
  }),
  amendmentAnnulled: ({ at, reasonCode, url, restored, details }): Letter => ({
    subject: `Modificación anulada: ${fullName(restored)}`,
    paragraphs: [
      `El ${instantInWords(at, 'es')} anulamos una modificación aprobada de ${fullName(restored)}, porque ${because[reasonCode]}.`,
      ...details.map((name) =>
        detailWords({ locale: 'es' })[name].restored(detailInLine(restored, name, 'es')),
      ),
      'El certificado de modificación queda sin efecto, y quien lo verifique lo verá.',
      noRefund,
      queja,
    ],
    link: { label: 'Ver sus personas jurídicas', url },
  }),
  residencyAnnulled: (facts): Letter => ({
    subject: 'Su residencia fue anulada',
    paragraphs: [
      `El ${instantInWords(facts.at, 'es')} anulamos la última residencia que le concedimos, porque ${because[facts.reasonCode]}.`,
      facts.stillResident
        ? 'Su residencia anterior vuelve a estar vigente.'
        : 'Quien verifique su número de permiso verá que su residencia no está activa. Usted conserva su número y su cuenta.',
      noRefund,
      queja,
    ],
    link: { label: 'Ver su residencia', url: facts.url },
  }),
  partnersResidencyAnnulled: (facts): Letter => ({
    subject: 'Una residencia que usted solicitó fue anulada',
    paragraphs: [
      `El ${instantInWords(facts.at, 'es')} anulamos la residencia de su solicitud ${facts.applicationId} (número de permiso: ${facts.residentPermitNumber ?? 'ninguno'}), porque ${because[facts.reasonCode]}. También avisamos al residente. El estado de la solicitud no cambia.`,
      noRefund,
    ],
    link: { label: 'Leer cómo crear solicitudes', url: facts.url },
  }),
  documentWithdrawn: (facts): Letter => ({
    subject: `Documento retirado: ${facts.entityName}`,
    paragraphs: [
      `El ${instantInWords(facts.at, 'es')} retiramos el documento «${facts.name}» de ${facts.entityName}, emitido el ${dayInWords(facts.createdAt, 'es')}. No lo use: quien lo verifique verá que está retirado.`,
      facts.replacedBy === null
        ? 'Ningún otro documento lo sustituye.'
        : `Lo sustituye «${facts.replacedBy}», que está en los documentos de la persona jurídica.`,
      queja,
    ],
    link: { label: 'Ver sus personas jurídicas', url: facts.url },
  }),
};
