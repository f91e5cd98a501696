import type { Locale } from '../../kernel/domain/locale.ts';
import type { Product } from '../../kernel/domain/product.ts';
import type { RejectionReason } from './rejection-reasons.ts';

/** A text that reviewers choose instead of typing it. */
export interface ReviewText {
  /** The label for reviewers, unique in its list. */
  readonly label: string;
  /** The text for the applicant. */
  readonly text: Readonly<Record<Locale, string>>;
  /** The type of reason, unless the reviewer states one. */
  readonly reasonCode?: RejectionReason | undefined;
}

/** The texts for one type of case. */
interface TextsOfType {
  readonly questions?: readonly ReviewText[] | undefined;
  readonly rejections?: readonly ReviewText[] | undefined;
}

/**
 * The setting `reviewTexts`. It is checked when templates are written or the local service starts
 * (`lib/review-texts.ts`), not in functions.
 */
export type ReviewTexts = Readonly<Partial<Record<Product, TextsOfType>>>;

export const textKinds = ['questions', 'rejections'] as const;
export type TextKind = (typeof textKinds)[number];

/** The texts that a reviewer can choose from. */
export function textsFor(texts: ReviewTexts, type: Product, kind: TextKind): readonly ReviewText[] {
  return texts[type]?.[kind] ?? [];
}
