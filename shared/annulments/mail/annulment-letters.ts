import { postalAddress } from '../../documents/pdf/particulars.ts';
import type { AnnulmentReason } from '../../kernel/domain/annulment.ts';
import { dayInWords, instantInWords } from '../../kernel/domain/dates.ts';
import {
  type CompanyName,
  fullName,
  type PostalAddress,
} from '../../kernel/domain/legal-entity.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { type Letter, letters } from '../../mail/mail/message.ts';

/** Why, in the words of whoever is told. */
const because: Readonly<Record<Locale, Readonly<Record<AnnulmentReason, string>>>> = {
  en: {
    approved_by_mistake: 'it was approved by mistake',
    wrong_subject: 'it was meant for someone else',
    wrong_information: 'it was based on incorrect information',
    duplicate: 'it was entered twice',
    not_entitled: 'the person who asked for it was not entitled to it',
    ordered: 'a court or an authority ordered it',
  },
  es: {
    approved_by_mistake: 'se aprobó por error',
    wrong_subject: 'era para otra persona',
    wrong_information: 'se basa en datos incorrectos',
    duplicate: 'se inscribió dos veces',
    not_entitled: 'quien la pidió no tenía derecho a ella',
    ordered: 'lo ordenó un tribunal o una autoridad',
  },
};

interface Annulled {
  /** ISO 8601. */
  readonly at: string;
  readonly reasonCode: AnnulmentReason;
  /** Of the portal. */
  readonly url: string;
}

type AnnulledRegistration = Annulled & { readonly entityName: string };

type AnnulledAmendment = Annulled & {
  /** As the amendment found it, as far as it changed it. */
  readonly restored: CompanyName & { readonly principalOfficeAddress: PostalAddress | null };
  readonly ofName: boolean;
  readonly ofOffice: boolean;
};

type AnnulledResidency = Annulled & { readonly stillResident: boolean };

/** `residentPermitNumber` null: the resident has none. */
type PartnersAnnulledResidency = Annulled & {
  readonly applicationId: string;
  readonly residentPermitNumber: string | null;
};

interface Withdrawn {
  readonly entityName: string;
  readonly name: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly at: string;
  /** The name of the document that replaces it. */
  readonly replacedBy: string | null;
  readonly url: string;
}

const money = 'Fees are not refunded automatically. Contact us to ask for a refund.';
const objection = 'If this is wrong, contact us immediately.';
const dinero =
  'Los pagos no se reembolsan automáticamente. Escríbanos para solicitar un reembolso.';
const queja = 'Si es incorrecto, escríbanos de inmediato.';

/** To whom a mistake of the registry concerns, when it is put right. */
export const annulmentLetters = letters({
  en: {
    registrationAnnulled: (facts: AnnulledRegistration): Letter => ({
      subject: `Registration annulled: ${facts.entityName}`,
      paragraphs: [
        `On ${instantInWords(facts.at)} we annulled the registration of ${facts.entityName}, because ${because.en[facts.reasonCode]}.`,
        'The legal entity is no longer in the register. Searches do not find it, its name is available again, and anyone who verifies its permit number sees that it is not active. All its documents and certificates are withdrawn, and anyone who verifies one sees that.',
        money,
        objection,
      ],
      link: { label: 'View your legal entities', url: facts.url },
    }),
    amendmentAnnulled: ({
      at,
      reasonCode,
      url,
      restored,
      ofName,
      ofOffice,
    }: AnnulledAmendment): Letter => {
      const office = restored.principalOfficeAddress;
      return {
        subject: `Amendment annulled: ${fullName(restored)}`,
        paragraphs: [
          `On ${instantInWords(at)} we annulled an approved amendment to ${fullName(restored)}, because ${because.en[reasonCode]}.`,
          ...(ofName ? [`The name is “${fullName(restored)}” again.`] : []),
          ...(ofOffice
            ? [
                office === null
                  ? 'No principal office is recorded, as before.'
                  : `The principal office is “${postalAddress(office).join(', ')}” again.`,
              ]
            : []),
          'The Certificate of Amendment is withdrawn, and anyone who verifies it sees that.',
          money,
          objection,
        ],
        link: { label: 'View your legal entities', url },
      };
    },
    residencyAnnulled: (facts: AnnulledResidency): Letter => ({
      subject: 'Your residency was annulled',
      paragraphs: [
        `On ${instantInWords(facts.at)} we annulled the last residency that we granted you, because ${because.en[facts.reasonCode]}.`,
        facts.stillResident
          ? 'Your previous residency is valid again.'
          : 'Anyone who verifies your permit number sees that your residency is not active. You keep your number and your account.',
        money,
        objection,
      ],
      link: { label: 'View your residency', url: facts.url },
    }),
    partnersResidencyAnnulled: (facts: PartnersAnnulledResidency): Letter => ({
      subject: 'A residency you applied for was annulled',
      paragraphs: [
        `On ${instantInWords(facts.at)} we annulled the residency from your application ${facts.applicationId} (permit number: ${facts.residentPermitNumber ?? 'none'}), because ${because.en[facts.reasonCode]}. We also notified the resident. The status of the application does not change.`,
        money,
      ],
      link: { label: 'Read how to create applications', url: facts.url },
    }),
    documentWithdrawn: (facts: Withdrawn): Letter => ({
      subject: `Document withdrawn: ${facts.entityName}`,
      paragraphs: [
        `On ${instantInWords(facts.at)} we withdrew the document “${facts.name}” of ${facts.entityName}, issued on ${dayInWords(facts.createdAt)}. Do not use it: anyone who verifies it sees that it is withdrawn.`,
        facts.replacedBy === null
          ? 'No other document replaces it.'
          : `“${facts.replacedBy}” replaces it. You can find it in the legal entity’s documents.`,
        objection,
      ],
      link: { label: 'View your legal entities', url: facts.url },
    }),
  },
  es: {
    registrationAnnulled: (facts): Letter => ({
      subject: `Inscripción anulada: ${facts.entityName}`,
      paragraphs: [
        `El ${instantInWords(facts.at, 'es')} anulamos la inscripción de ${facts.entityName}, porque ${because.es[facts.reasonCode]}.`,
        'La persona jurídica ya no consta en el registro. No aparece en las búsquedas, su nombre queda disponible y quien verifique su número de permiso verá que no está activa. Todos sus documentos y certificados quedan sin efecto, y quien verifique alguno lo verá.',
        dinero,
        queja,
      ],
      link: { label: 'Ver sus personas jurídicas', url: facts.url },
    }),
    amendmentAnnulled: ({ at, reasonCode, url, restored, ofName, ofOffice }): Letter => {
      const office = restored.principalOfficeAddress;
      return {
        subject: `Modificación anulada: ${fullName(restored)}`,
        paragraphs: [
          `El ${instantInWords(at, 'es')} anulamos una modificación aprobada de ${fullName(restored)}, porque ${because.es[reasonCode]}.`,
          ...(ofName ? [`El nombre vuelve a ser «${fullName(restored)}».`] : []),
          ...(ofOffice
            ? [
                office === null
                  ? 'No consta ninguna oficina principal, como antes.'
                  : `La oficina principal vuelve a ser «${postalAddress(office, 'es').join(', ')}».`,
              ]
            : []),
          'El certificado de modificación queda sin efecto, y quien lo verifique lo verá.',
          dinero,
          queja,
        ],
        link: { label: 'Ver sus personas jurídicas', url },
      };
    },
    residencyAnnulled: (facts): Letter => ({
      subject: 'Su residencia fue anulada',
      paragraphs: [
        `El ${instantInWords(facts.at, 'es')} anulamos la última residencia que le concedimos, porque ${because.es[facts.reasonCode]}.`,
        facts.stillResident
          ? 'Su residencia anterior vuelve a estar vigente.'
          : 'Quien verifique su número de permiso verá que su residencia no está activa. Usted conserva su número y su cuenta.',
        dinero,
        queja,
      ],
      link: { label: 'Ver su residencia', url: facts.url },
    }),
    partnersResidencyAnnulled: (facts): Letter => ({
      subject: 'Una residencia que usted solicitó fue anulada',
      paragraphs: [
        `El ${instantInWords(facts.at, 'es')} anulamos la residencia de su solicitud ${facts.applicationId} (número de permiso: ${facts.residentPermitNumber ?? 'ninguno'}), porque ${because.es[facts.reasonCode]}. También avisamos al residente. El estado de la solicitud no cambia.`,
        dinero,
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
  },
});
