import * as z from 'zod';
import { products } from '../shared/kernel/domain/product.ts';
import { reasonsFor } from '../shared/reviews/domain/rejection-reasons.ts';
import { type ReviewTexts, textKinds } from '../shared/reviews/domain/review-texts.ts';

/** Where functions find the texts: a layer has them, for a variable is too small. */
export const reviewTextsFile = 'review-texts.json';

const line = (limit: number) => z.string().trim().min(1).max(limit);
const Text = z.strictObject({
  label: line(80),
  text: z.strictObject({ en: line(1000), es: line(1000) }),
});

/** Texts of one list, which are chosen by their labels. */
function listOf<Each extends z.ZodType<{ readonly label: string }>>(each: Each) {
  return z
    .array(each)
    .max(12)
    .refine((texts) => new Set(texts.map(({ label }) => label)).size === texts.length, {
      error: 'each label once',
    })
    .optional();
}

const [questions, rejections] = textKinds;

/** The setting `reviewTexts` as it is written. docs/configuration.md describes it. */
const Setting = z.strictObject(
  Object.fromEntries(
    products.map((type) => {
      const reasonCode = z.enum(reasonsFor[type]).optional();
      return [
        type,
        z
          .strictObject({
            [questions]: listOf(Text),
            [rejections]: listOf(Text.extend({ reasonCode })),
          })
          .optional(),
      ];
    }),
  ),
);

/** Reads and checks the setting `reviewTexts`; undefined: there is none. Throws with the place that is wrong. */
export function readReviewTexts(setting: unknown): ReviewTexts | undefined {
  if (setting === undefined) return undefined;
  let value = setting;
  try {
    if (typeof setting === 'string') value = JSON.parse(setting);
  } catch (error) {
    throw new Error('reviewTexts: JSON', { cause: error });
  }
  const { data, error } = Setting.safeParse(value);
  // The schema has the keys and values of the type, which their names, as texts, do not tell.
  if (data !== undefined) return data as ReviewTexts;
  const [issue] = error.issues;
  throw new Error(`${['reviewTexts', ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
}
