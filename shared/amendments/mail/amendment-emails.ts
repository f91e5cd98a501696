import type { Locale } from '../../kernel/domain/locale.ts';
import { formatInstant } from '../../kernel/pages/format-dates.ts';
import type { EmailMessage, EmailParagraph } from '../../mail/mail/message.ts';
import type { AmendableEntity } from '../../registry/domain/amendable-entity.ts';
import { detailInLine, detailTextsFor } from '../../registry/pages/entity-details.ts';
import { amended, changedDetails, type ProposedChanges } from '../domain/proposed-changes.ts';
import type { amendmentEmailPartTexts } from '../texts/en.ts';

/** What differs between the recipients of an email. */
export interface AmendmentEmailRecipient {
  /** Whether the recipient did it. */
  readonly you: boolean;
  /** When the recipient objected, ISO 8601; null if they have not. */
  readonly objectedAt: string | null;
  /** The recipient's own link to view the amendment and object. */
  readonly url: string;
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

type Parts = typeof amendmentEmailPartTexts;

/** The link to object to an undecided amendment. */
export function linkToObject(
  { objectedAt, url }: AmendmentEmailRecipient,
  { look, lookOrObject }: Parts,
): EmailMessage['link'] & object {
  return { label: objectedAt === null ? lookOrObject : look, url };
}

/** What a recipient can do about an undecided amendment. */
export function whatToDo(
  { you, objectedAt }: AmendmentEmailRecipient,
  { stands, notYou, mayObject, yours }: Parts,
  locale?: Locale,
): readonly string[] {
  if (objectedAt !== null) return [stands(formatInstant(objectedAt, locale))];
  return [you ? notYou : mayObject, yours];
}

/** The answer to the reader's objection; empty for readers who did not object. */
export function answerTo(
  {
    objectedAt,
    answer,
  }: Pick<AmendmentEmailRecipient, 'objectedAt'> & { readonly answer: string | null },
  { decided, answered }: Parts,
  locale?: Locale,
): readonly EmailParagraph[] {
  if (objectedAt === null) return [];
  const at = formatInstant(objectedAt, locale);
  return [answer === null ? decided(at) : { fromReviewer: answered(at, answer) }];
}

/** A sentence for each detail that changes or has changed. */
export function formatChanges(
  { before, changes }: { readonly before: AmendableEntity; readonly changes: ProposedChanges },
  becomes: 'willChange' | 'changed',
  locale?: Locale,
): readonly string[] {
  const after = amended(before, changes);
  return changedDetails(changes).map((name) =>
    detailTextsFor({ locale })[name][becomes](
      detailInLine(before, name, locale),
      detailInLine(after, name, locale) ?? '',
    ),
  );
}
