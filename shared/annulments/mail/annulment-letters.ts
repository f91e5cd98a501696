import { postalAddress } from '../../documents/pdf/postal-address.ts';
import type { AnnulmentReason } from '../../kernel/domain/annulment.ts';
import { type CompanyName, fullName } from '../../kernel/domain/company-name.ts';
import { dayInWords, instantInWords } from '../../kernel/domain/dates.ts';
import type { PostalAddress } from '../../kernel/domain/legal-entity.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { letters } from '../../mail/mail/letters.ts';
import type { Letter } from '../../mail/mail/message.ts';

/** Why, in the words of whoever is told. */
const because: Readonly<Record<Locale, Readonly<Record<AnnulmentReason, string>>>> = {
  en: {
    approved_by_mistake: 'it was approved by mistake',
    wrong_subject: 'it was meant for somebody else',
    wrong_information: 'it rests on information that is wrong',
    duplicate: 'it was entered twice',
    not_entitled: 'nobody was entitled to ask for it',
    ordered: 'a court or an authority has ordered it',
  },
  es: {
    approved_by_mistake: 'se aprobó por error',
    wrong_subject: 'era para otra persona',
    wrong_information: 'se basa en datos incorrectos',
    duplicate: 'se inscribió dos veces',
    not_entitled: 'nadie tenía derecho a pedirla',
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

const money = 'What was paid is not paid back by itself: write to the registry.';
const objection = 'If this is wrong, write to the registry at once.';
const dinero = 'Lo que se pagó no se devuelve por sí solo: escriba al registro.';
const queja = 'Si es incorrecto, escriba enseguida al registro.';

/** To whom a mistake of the registry concerns, when it is put right. */
export const annulmentLetters = letters({
  en: {
    registrationAnnulled: (facts: AnnulledRegistration): Letter => ({
      subject: `Annulled: the registration of ${facts.entityName}`,
      paragraphs: [
        `On ${instantInWords(facts.at)} the registry annulled the registration of ${facts.entityName}, because ${because.en[facts.reasonCode]}.`,
        'The legal entity is not in the register any more: searches do not find it, its name is free, and who verifies its permit number is told that it is not active. All its documents and certificates are withdrawn, and who verifies one is told so.',
        money,
        objection,
      ],
      link: { label: 'See my legal entities', url: facts.url },
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
        subject: `Annulled: an amendment of ${fullName(restored)}`,
        paragraphs: [
          `On ${instantInWords(at)} the registry annulled an amendment of ${fullName(restored)} that it had approved, because ${because.en[reasonCode]}.`,
          ...(ofName ? [`The name is “${fullName(restored)}” again.`] : []),
          ...(ofOffice
            ? [
                office === null
                  ? 'No principal office is recorded, as before.'
                  : `The principal office is “${postalAddress(office).join(', ')}” again.`,
              ]
            : []),
          'The Certificate of Amendment is withdrawn, and who verifies it is told so.',
          money,
          objection,
        ],
        link: { label: 'See my legal entities', url },
      };
    },
    residencyAnnulled: (facts: AnnulledResidency): Letter => ({
      subject: 'Annulled: your residency',
      paragraphs: [
        `On ${instantInWords(facts.at)} the registry annulled the residency that it had granted you last, because ${because.en[facts.reasonCode]}.`,
        facts.stillResident
          ? 'The residency that you had before is in force again.'
          : 'Who verifies your permit number is told that your residency is not active. The number stays yours, and so does your account.',
        money,
        objection,
      ],
      link: { label: 'See your residency', url: facts.url },
    }),
    partnersResidencyAnnulled: (facts: PartnersAnnulledResidency): Letter => ({
      subject: 'Annulled: a residency that you applied for',
      paragraphs: [
        `On ${instantInWords(facts.at)} the registry annulled the residency of permit number ${facts.residentPermitNumber ?? 'none'}, of your application ${facts.applicationId}, because ${because.en[facts.reasonCode]}. The resident was told, too. The application keeps its status.`,
        money,
      ],
      link: { label: 'How applications are made', url: facts.url },
    }),
    documentWithdrawn: (facts: Withdrawn): Letter => ({
      subject: `Withdrawn: a document of ${facts.entityName}`,
      paragraphs: [
        `On ${instantInWords(facts.at)} the registry withdrew the document “${facts.name}” of ${facts.entityName}, of ${dayInWords(facts.createdAt)}. Do not use it any more: who verifies it is told that it is withdrawn.`,
        facts.replacedBy === null
          ? 'No other document replaces it.'
          : `It is replaced by “${facts.replacedBy}”, which is among the documents of the legal entity.`,
        objection,
      ],
      link: { label: 'See my legal entities', url: facts.url },
    }),
  },
  es: {
    registrationAnnulled: (facts): Letter => ({
      subject: `Anulada: la inscripción de ${facts.entityName}`,
      paragraphs: [
        `El ${instantInWords(facts.at, 'es')} el registro anuló la inscripción de ${facts.entityName}, porque ${because.es[facts.reasonCode]}.`,
        'La persona jurídica ya no consta en el registro: las búsquedas no la encuentran, su nombre queda libre y a quien verifica su número de permiso se le dice que no está activa. Todos sus documentos y certificados quedan retirados, y a quien verifica uno se le dice.',
        dinero,
        queja,
      ],
      link: { label: 'Ver mis personas jurídicas', url: facts.url },
    }),
    amendmentAnnulled: ({ at, reasonCode, url, restored, ofName, ofOffice }): Letter => {
      const office = restored.principalOfficeAddress;
      return {
        subject: `Anulada: una modificación de ${fullName(restored)}`,
        paragraphs: [
          `El ${instantInWords(at, 'es')} el registro anuló una modificación de ${fullName(restored)} que había aprobado, porque ${because.es[reasonCode]}.`,
          ...(ofName ? [`El nombre vuelve a ser «${fullName(restored)}».`] : []),
          ...(ofOffice
            ? [
                office === null
                  ? 'No consta ninguna oficina principal, como antes.'
                  : `La oficina principal vuelve a ser «${postalAddress(office, 'es').join(', ')}».`,
              ]
            : []),
          'El certificado de modificación queda retirado, y a quien lo verifica se le dice.',
          dinero,
          queja,
        ],
        link: { label: 'Ver mis personas jurídicas', url },
      };
    },
    residencyAnnulled: (facts): Letter => ({
      subject: 'Anulada: su residencia',
      paragraphs: [
        `El ${instantInWords(facts.at, 'es')} el registro anuló la última residencia que le había concedido, porque ${because.es[facts.reasonCode]}.`,
        facts.stillResident
          ? 'La residencia que tenía antes vuelve a estar en vigor.'
          : 'A quien verifica su número de permiso se le dice que su residencia no está activa. El número sigue siendo suyo, y su cuenta también.',
        dinero,
        queja,
      ],
      link: { label: 'Ver su residencia', url: facts.url },
    }),
    partnersResidencyAnnulled: (facts): Letter => ({
      subject: 'Anulada: una residencia que usted solicitó',
      paragraphs: [
        `El ${instantInWords(facts.at, 'es')} el registro anuló la residencia del número de permiso ${facts.residentPermitNumber ?? '(ninguno)'}, de su solicitud ${facts.applicationId}, porque ${because.es[facts.reasonCode]}. También se avisó al residente. La solicitud conserva su estado.`,
        dinero,
      ],
      link: { label: 'Cómo se hacen las solicitudes', url: facts.url },
    }),
    documentWithdrawn: (facts): Letter => ({
      subject: `Retirado: un documento de ${facts.entityName}`,
      paragraphs: [
        `El ${instantInWords(facts.at, 'es')} el registro retiró el documento «${facts.name}» de ${facts.entityName}, del ${dayInWords(facts.createdAt, 'es')}. No lo use más: a quien lo verifica se le dice que está retirado.`,
        facts.replacedBy === null
          ? 'Ningún otro documento lo sustituye.'
          : `Lo sustituye «${facts.replacedBy}», que está entre los documentos de la persona jurídica.`,
        queja,
      ],
      link: { label: 'Ver mis personas jurídicas', url: facts.url },
    }),
  },
});
