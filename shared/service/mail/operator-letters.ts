import { instantInWords } from '../../kernel/domain/dates.ts';
import type { Letter } from '../../mail/message.ts';

const subjects = {
  permit_number: 'The register changed what it says of a permit number',
  tax_state: 'The register changed the tax state of a legal entity',
  legal_entity: 'You were entered as a representative of a legal entity',
  partner_key: 'A Partner Key was made',
  staff: 'You have other roles at the registry',
} as const;

/** To those whom an act of two operators concerns that no other letter tells of. */
export const operatorLetters = {
  /** `of`: the entity or the integration by name; null: the reader's own number, or an entity that they see in the portal. */
  operatorsActed: (facts: {
    what: keyof typeof subjects;
    of: string | null;
    at: string;
    url: string;
  }): Letter => ({
    subject: facts.of === null ? subjects[facts.what] : `${subjects[facts.what]}: ${facts.of}`,
    paragraphs: [
      `On ${instantInWords(facts.at)} an operator of the registry ${done(facts)}, and a second one approved it.`,
      'If you did not expect this, write to the registry at once.',
    ],
    link: { label: 'Look at what the register says', url: facts.url },
  }),
} as const;

function done({ what, of }: { readonly what: keyof typeof subjects; readonly of: string | null }) {
  switch (what) {
    case 'permit_number':
      return of === null
        ? 'granted you a residency: your permit number is active as long as it says'
        : `changed since when, or until when, the permit number of ${of} is active`;
    case 'tax_state':
      return `changed what the register says of the taxes of ${of ?? 'an entity that you represent'}`;
    case 'legal_entity':
      return 'entered a legal entity in the register, with you as a representative';
    case 'staff':
      return 'gave you roles, or other ones: the portal shows what you may do';
    case 'partner_key':
      return `made a Partner Key for ${of ?? 'your integration'}: whoever has it can apply for residencies in its name`;
  }
}
