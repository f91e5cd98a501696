import * as z from 'zod';
import { bindingLocale, type Locale, locales } from '../shared/kernel/domain/locale.ts';
import { products } from '../shared/kernel/domain/product.ts';
import { reasonsFor } from '../shared/reviews/domain/rejection-reasons.ts';
import { type ReviewTexts, textKinds } from '../shared/reviews/domain/review-texts.ts';

/** Where functions find the texts: in a layer, because a variable is too small. */
export const reviewTextsFile = 'review-texts.json';

type OtherLocale = Exclude<Locale, typeof bindingLocale>;

/** A text in English and optional other languages, which default to English. */
export function byLanguage(text: z.ZodString) {
  const others = locales.filter((locale): locale is OtherLocale => locale !== bindingLocale);
  const optional = Object.fromEntries(others.map((locale) => [locale, text.optional()]));
  return z
    .strictObject({
      [bindingLocale]: text,
      // One entry for each other language.
      ...(optional as Record<OtherLocale, z.ZodOptional<z.ZodString>>),
    })
    .transform(inAllLanguages);
}

/** A value for each language, with English as the default. */
export function inAllLanguages(
  texts: Readonly<
    Record<typeof bindingLocale, string> & Partial<Record<OtherLocale, string | undefined>>
  >,
): Readonly<Record<Locale, string>> {
  const all = locales.map((locale) => [locale, texts[locale] ?? texts[bindingLocale]]);
  // One entry for each language.
  return Object.fromEntries(all) as Record<Locale, string>;
}

const line = (limit: number) => z.string().trim().min(1).max(limit);
const Text = z.strictObject({
  label: line(80),
  text: byLanguage(line(1000)),
});

/** Texts of one list, selected by their labels. */
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

/** The setting `reviewTexts` as an operator writes it. docs/configuration.md describes it. */
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

/** Reads and checks the setting `reviewTexts`; undefined if it is not set. Throws with the invalid part. */
export function readReviewTexts(setting: unknown): ReviewTexts | undefined {
  if (setting === undefined) return undefined;
  let value = setting;
  try {
    if (typeof setting === 'string') value = JSON.parse(setting);
  } catch (error) {
    throw new Error('reviewTexts: JSON', { cause: error });
  }
  const { data, error } = Setting.safeParse(value);
  // The schema has the keys and values of the type, but TypeScript sees its keys only as strings.
  if (data !== undefined) return data as ReviewTexts;
  const [issue] = error.issues;
  throw new Error(`${['reviewTexts', ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
}
