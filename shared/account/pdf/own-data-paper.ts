import { heading, paragraph } from '../../documents/pdf/blocks.ts';
import type { Issuer } from '../../documents/pdf/issued.ts';
import { type Particular, particulars, postalAddress } from '../../documents/pdf/particulars.ts';
import { printOut } from '../../documents/pdf/printout.ts';
import type { Block, Sheet } from '../../documents/pdf/sheet.ts';
import { dayInUtc } from '../../kernel/domain/dates.ts';
import { type DataPart, dataParts } from '../../kernel/domain/item-rules.ts';
import type { PostalAddress } from '../../kernel/domain/legal-entity.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { formatDay, formatInstant } from '../../kernel/pages/format-dates.ts';
import type { Activity } from '../domain/activity.ts';
import { activityFacts } from '../pages/activity-facts.ts';
import { activityText } from '../pages/activity-page.ts';
import { aboutPart, dataTextsFor, partTextsFor } from '../pages/data-texts.ts';
import { ownDataPaperTexts } from '../texts/index.ts';
import { fieldLabel, fieldsInOrder, kindLabel, valueLabel } from './data-labels.ts';

const textsFor = byLocale(ownDataPaperTexts);

/** The maximum number of printed actions, to limit the length of the document. */
export const mostPrintedActs = 300;

/** In smaller print than a certificate, and in one size regardless of its length. */
const scale = 0.85;

export interface OwnDataPaper {
  readonly personId: string;
  readonly parts: Readonly<
    Record<DataPart, readonly { readonly kind: string; readonly fields: unknown }[]>
  >;
  /** Newest first. */
  readonly activity: readonly Activity[];
  readonly recipients: readonly { readonly name: string; readonly since: string }[];
  readonly at: string;
  readonly issuer: Issuer;
  readonly locale: Locale;
  /** The jurisdiction's time zone, for times beside UTC. */
  readonly timeZone?: string | undefined;
}

/** The reader of a document. */
type Reader = Pick<OwnDataPaper, 'locale' | 'timeZone'>;

/**
 * All stored data about a person as a document: each part with purpose, recipients and retention,
 * and its records. A4.
 */
export function renderOwnData(paper: OwnDataPaper): Promise<Uint8Array> {
  const { personId, at, issuer, locale, recipients, activity } = paper;
  const texts = textsFor(paper);
  const dataTexts = dataTextsFor(paper);
  const parts = partTextsFor(paper);
  return printOut({ number: personId, at, issuer, locale, scale }, texts.title, (sheet) => [
    paragraph(sheet, texts.lead),
    ...dataParts.flatMap((part) => {
      const about = aboutPart(part, paper).map(([label, text]) => ({ label, lines: [text] }));
      const left = activity.length - mostPrintedActs;
      const records =
        part === 'activity'
          ? [
              particulars(
                sheet,
                activity.slice(0, mostPrintedActs).map((act) => actOf(act, paper)),
              ),
            ]
          : paper.parts[part].map((record) => recordOf(sheet, record, paper));
      const blocks = records.flat();
      return [
        heading(sheet, parts[part].title),
        ...particulars(sheet, about, 8),
        ...(blocks.length === 0 ? [paragraph(sheet, texts.nothing)] : blocks),
        ...(part === 'activity' && left > 0
          ? [paragraph(sheet, texts.earlier(mostPrintedActs))]
          : []),
      ];
    }),
    heading(sheet, dataTexts.shared),
    ...(recipients.length === 0
      ? [paragraph(sheet, dataTexts.nobody)]
      : particulars(
          sheet,
          recipients.map(({ name, since }) => ({
            label: texts.since(formatDay(since, locale)),
            lines: [name],
          })),
        )),
    heading(sheet, dataTexts.left),
    ...dataTexts.notIncluded.map((each) => paragraph(sheet, each)),
    paragraph(sheet, dataTexts.ask),
  ]);
}

/** The name of a saved file, without its ending. */
export function ownDataFileName({ at, locale }: Pick<OwnDataPaper, 'at' | 'locale'>): string {
  return `${textsFor({ locale }).title} ${dayInUtc(at)}`;
}

function actOf(activity: Activity, { locale, timeZone }: Reader): Particular {
  const facts = activityFacts(activity, new Map(), { locale });
  return {
    label: formatInstant(activity.at, locale, timeZone),
    lines: [activityText(activity, { locale }), ...(facts.length > 0 ? [facts.join(' · ')] : [])],
  };
}

/** A record: its kind, and each of its fields. */
function recordOf(
  sheet: Sheet,
  { kind, fields }: { readonly kind: string; readonly fields: unknown },
  viewer: Reader,
): readonly Block[] {
  const facts = factsOf(fields, { label: '', field: '' }, viewer);
  if (facts.length === 0) return [];
  return [heading(sheet, kindLabel(kind, viewer), 3), ...particulars(sheet, facts, 4)];
}

/** `of` is the field that has the value, and its name with those of the surrounding fields. */
function factsOf(
  value: unknown,
  of: { readonly label: string; readonly field: string },
  viewer: Reader,
): readonly Particular[] {
  if (value === null || value === undefined || value === '') return [];
  if (isAddress(value)) return [{ label: of.label, lines: postalAddress(value, viewer.locale) }];
  if (Array.isArray(value)) {
    const plain = value.filter((each) => typeof each !== 'object');
    const lines = [plain.map((each) => textOf(each, of.field, viewer)).join(', ')];
    const facts = plain.length === 0 ? [] : [{ label: of.label, lines }];
    const inner = value.filter((each) => typeof each === 'object');
    return [...facts, ...inner.flatMap((each) => factsOf(each, of, viewer))];
  }
  if (typeof value === 'object') {
    return fieldsInOrder(value).flatMap(([field, inner]) => {
      const label = fieldLabel(field, viewer);
      if (label === null) return [];
      const path = [of.label, label].filter(Boolean).join(': ');
      return factsOf(inner, { label: path, field }, viewer);
    });
  }
  return [{ label: of.label, lines: [textOf(value, of.field, viewer)] }];
}

function textOf(value: unknown, field: string, viewer: Reader): string {
  const { locale, timeZone } = viewer;
  const texts = textsFor(viewer);
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return formatInstant(text, locale, timeZone);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDay(text, locale);
  return valueLabel(field, text, viewer);
}

function isAddress(value: unknown): value is PostalAddress {
  return (
    typeof value === 'object' &&
    value !== null &&
    'line1' in value &&
    'city' in value &&
    'postalCode' in value &&
    'country' in value
  );
}
