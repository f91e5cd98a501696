import { bindingLocale, type Localized } from '../../kernel/domain/locale.ts';

import { byLocale } from '../../kernel/pages/by-locale.ts';
import { emails } from '../../mail/mail/message.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import type { ProposedChanges } from '../domain/proposed-changes.ts';
import {
  amendmentEmailPartTexts,
  amendmentEmailTexts,
  representationEmailTexts,
} from '../texts/index.ts';

const textsFor = byLocale(amendmentEmailPartTexts);

/** What differs between readers. */
export interface AmendmentEmailReader {
  /** Whether the reader did it. */
  readonly you: boolean;
  /** When the reader objected, ISO 8601; null if they have not. */
  readonly objectedAt: string | null;
  /** The reader's own link to view the amendment and object. */
  readonly url: string;
}

/** A person's name for an email, or their permit number; null if the account no longer exists. */
export function personInWords(
  person: { readonly name: string | null; readonly residentPermitNumber: string | null } | null,
  { locale = bindingLocale }: Localized,
): string {
  const { somebody, resident, nameless } = textsFor({ locale });
  if (person === null) return somebody;
  const { name, residentPermitNumber: number } = person;
  return name ?? (number === null ? nameless : resident(number));
}

/** An amendment as described in emails to representatives. */
export interface MailedAmendment {
  /** The entity before the amendment takes effect. */
  readonly before: AmendableEntity;
  readonly changes: ProposedChanges;
  /** The signer's name in the registry. */
  readonly signer: string;
  /** The name that the signer typed. */
  readonly typed: string;
}

/** Emails about amendments of legal entities. */
export const amendmentEmails = emails(amendmentEmailTexts);

/** Emails about changes of an entity's representatives. */
export const representationEmails = emails(representationEmailTexts);
