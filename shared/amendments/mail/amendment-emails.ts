import { bindingLocale, type Spoken } from '../../kernel/domain/locale.ts';

import { words } from '../../kernel/pages/words.ts';
import { emails } from '../../mail/mail/message.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import type { ProposedChanges } from '../domain/proposed-changes.ts';
import {
  amendmentEmailPartTexts,
  amendmentEmailTexts,
  representationEmailTexts,
} from '../texts/index.ts';

const say = words(amendmentEmailPartTexts);

/** What differs between readers. */
export interface AmendmentEmailReader {
  /** The reader is the one who did it. */
  readonly you: boolean;
  /** When the reader objected, ISO 8601; null: not yet. */
  readonly objectedAt: string | null;
  /** The reader's own link, which shows the amendment and takes an objection. */
  readonly url: string;
}

/** A person's name in an email, else their permit number; null: the account is gone. */
export function personInWords(
  person: { readonly name: string | null; readonly residentPermitNumber: string | null } | null,
  { locale = bindingLocale }: Spoken,
): string {
  const { somebody, resident, nameless } = say({ locale });
  if (person === null) return somebody;
  const { name, residentPermitNumber: number } = person;
  return name ?? (number === null ? nameless : resident(number));
}

/** An amendment as its entity's representatives read about it. */
export interface MailedAmendment {
  /** The entity before the amendment takes effect. */
  readonly before: AmendableEntity;
  readonly changes: ProposedChanges;
  /** The signer, with the registry's data. */
  readonly signer: string;
  /** The name that they typed. */
  readonly typed: string;
}

/** Mail about amendments of legal entities. */
export const amendmentEmails = emails(amendmentEmailTexts);

/** Mail about who represents a legal entity. */
export const representationEmails = emails(representationEmailTexts);
