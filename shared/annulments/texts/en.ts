import type { AnnulmentReason } from '../../kernel/domain/annulment.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { dayInWords, instantInWords } from '../../kernel/pages/dates-in-words.ts';
import type { Letter } from '../../mail/mail/message.ts';
import { noRefund } from '../../payments/texts/en.ts';
import type { AmendableDetail, AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import { detailInLine, detailWords } from '../../registry/pages/entity-details.ts';

/** The reason, in the recipient's language. */
const because: Readonly<Record<AnnulmentReason, string>> = {
  approved_by_mistake: 'it was approved by mistake',
  wrong_subject: 'it was meant for someone else',
  wrong_information: 'it was based on incorrect information',
  duplicate: 'it was entered twice',
  not_entitled: 'the person who asked for it was not entitled to it',
  ordered: 'a court or an authority ordered it',
};

interface Annulled {
  /** ISO 8601. */
  readonly at: string;
  readonly reasonCode: AnnulmentReason;
  /** The address of the portal. */
  readonly url: string;
}

type AnnulledRegistration = Annulled & { readonly entityName: string };

type AnnulledAmendment = Annulled & {
  /** As the amendment found it, as far as it changed it. */
  readonly restored: AmendableEntity;
  readonly details: readonly AmendableDetail[];
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

const objection = 'If this is wrong, contact us immediately.';

export const annulmentLetterTexts = {
  registrationAnnulled: (facts: AnnulledRegistration): Letter => ({
    subject: `Registration annulled: ${facts.entityName}`,
    paragraphs: [
      `On ${instantInWords(facts.at)} we annulled the registration of ${facts.entityName}, because ${because[facts.reasonCode]}.`,
      'The legal entity is no longer in the register. Searches do not find it, its name is available again, and anyone who verifies its permit number sees that it is not active. All its documents and certificates are withdrawn, and anyone who verifies one sees that.',
      noRefund,
      objection,
    ],
    link: { label: 'View your legal entities', url: facts.url },
  }),
  amendmentAnnulled: ({ at, reasonCode, url, restored, details }: AnnulledAmendment): Letter => ({
    subject: `Amendment annulled: ${fullName(restored)}`,
    paragraphs: [
      `On ${instantInWords(at)} we annulled an approved amendment to ${fullName(restored)}, because ${because[reasonCode]}.`,
      ...details.map((name) => detailWords({})[name].restored(detailInLine(restored, name))),
      'The Certificate of Amendment is withdrawn, and anyone who verifies it sees that.',
      noRefund,
      objection,
    ],
    link: { label: 'View your legal entities', url },
  }),
  residencyAnnulled: (facts: AnnulledResidency): Letter => ({
    subject: 'Your residency was annulled',
    paragraphs: [
      `On ${instantInWords(facts.at)} we annulled the last residency that we granted you, because ${because[facts.reasonCode]}.`,
      facts.stillResident
        ? 'Your previous residency is valid again.'
        : 'Anyone who verifies your permit number sees that your residency is not active. You keep your number and your account.',
      noRefund,
      objection,
    ],
    link: { label: 'View your residency', url: facts.url },
  }),
  partnersResidencyAnnulled: (facts: PartnersAnnulledResidency): Letter => ({
    subject: 'A residency you applied for was annulled',
    paragraphs: [
      `On ${instantInWords(facts.at)} we annulled the residency from your application ${facts.applicationId} (permit number: ${facts.residentPermitNumber ?? 'none'}), because ${because[facts.reasonCode]}. We also notified the resident. The status of the application does not change.`,
      noRefund,
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
};
