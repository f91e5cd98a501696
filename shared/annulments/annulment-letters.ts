import { postalAddress } from '../documents/pdf/postal-address.ts';
import type { AnnulmentReason } from '../kernel/domain/annulment.ts';
import { type CompanyName, fullName } from '../kernel/domain/company-name.ts';
import { dayInWords, instantInWords } from '../kernel/domain/dates.ts';
import type { PostalAddress } from '../kernel/domain/legal-entity.ts';
import type { Letter } from '../mail/message.ts';

/** Why, in the words of whoever is told. */
const because: Readonly<Record<AnnulmentReason, string>> = {
  approved_by_mistake: 'it was approved by mistake',
  wrong_subject: 'it was meant for somebody else',
  wrong_information: 'it rests on information that is wrong',
  duplicate: 'it was entered twice',
  not_entitled: 'nobody was entitled to ask for it',
  ordered: 'a court or an authority has ordered it',
};

interface Annulled {
  /** ISO 8601. */
  readonly at: string;
  readonly reasonCode: AnnulmentReason;
  /** Of the portal. */
  readonly url: string;
}

const money = 'What was paid is not paid back by itself: write to the registry.';
const objection = 'If this is wrong, write to the registry at once.';

/** To whom a mistake of the registry concerns, when it is put right. */
export const annulmentLetters = {
  registrationAnnulled: (facts: Annulled & { readonly entityName: string }): Letter => ({
    subject: `Annulled: the registration of ${facts.entityName}`,
    paragraphs: [
      `On ${instantInWords(facts.at)} the registry annulled the registration of ${facts.entityName}, because ${because[facts.reasonCode]}.`,
      'The legal entity is not in the register any more: searches do not find it, its name is free, and who verifies its permit number is told that it is not active. All its documents and certificates are withdrawn, and who verifies one is told so.',
      money,
      objection,
    ],
    link: { label: 'See my legal entities', url: facts.url },
  }),
  amendmentAnnulled: (
    facts: Annulled & {
      /** As the amendment found it, as far as it changed it. */
      readonly restored: CompanyName & { readonly principalOfficeAddress: PostalAddress | null };
      readonly ofName: boolean;
      readonly ofOffice: boolean;
    },
  ): Letter => {
    const { restored } = facts;
    const office = restored.principalOfficeAddress;
    return {
      subject: `Annulled: an amendment of ${fullName(restored)}`,
      paragraphs: [
        `On ${instantInWords(facts.at)} the registry annulled an amendment of ${fullName(restored)} that it had approved, because ${because[facts.reasonCode]}.`,
        ...(facts.ofName ? [`The name is “${fullName(restored)}” again.`] : []),
        ...(facts.ofOffice
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
      link: { label: 'See my legal entities', url: facts.url },
    };
  },
  residencyAnnulled: (facts: Annulled & { readonly stillResident: boolean }): Letter => ({
    subject: 'Annulled: your residency',
    paragraphs: [
      `On ${instantInWords(facts.at)} the registry annulled the residency that it had granted you last, because ${because[facts.reasonCode]}.`,
      facts.stillResident
        ? 'The residency that you had before is in force again.'
        : 'Who verifies your permit number is told that your residency is not active. The number stays yours, and so does your account.',
      money,
      objection,
    ],
    link: { label: 'See your residency', url: facts.url },
  }),
  partnersResidencyAnnulled: (
    facts: Annulled & { readonly applicationId: string; readonly residentPermitNumber: string },
  ): Letter => ({
    subject: 'Annulled: a residency that you applied for',
    paragraphs: [
      `On ${instantInWords(facts.at)} the registry annulled the residency of permit number ${facts.residentPermitNumber}, of your application ${facts.applicationId}, because ${because[facts.reasonCode]}. The resident was told, too. The application keeps its status.`,
      money,
    ],
    link: { label: 'How applications are made', url: facts.url },
  }),
  documentWithdrawn: (facts: {
    readonly entityName: string;
    readonly name: string;
    /** ISO 8601. */
    readonly createdAt: string;
    readonly at: string;
    /** The name of the document that replaces it. */
    readonly replacedBy: string | null;
    readonly url: string;
  }): Letter => ({
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
} as const;
