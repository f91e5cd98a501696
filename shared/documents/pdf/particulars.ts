import { countryName } from '../../kernel/contracts/address.ts';
import { type PostalAddress, shownPostalCode } from '../../kernel/domain/legal-entity.ts';
import { bindingLocale, type Locale } from '../../kernel/domain/locale.ts';
import { byLocale } from '../../kernel/pages/by-locale.ts';
import { addressTexts } from '../texts/index.ts';
import { ink } from './seal.ts';
import { belowEachOther, heightOf } from './set-text.ts';
import {
  type Block,
  drawRule,
  type Sheet,
  type StructureElement,
  scaledText,
  tagged,
  typeArea,
} from './sheet.ts';
import type { Span } from './words.ts';

/** A labelled value. Each text is on a separate line. */
export interface Particular {
  readonly label: string;
  readonly lines: readonly string[];
  readonly weight?: Span['weight'];
}

/** Labelled values in rows separated by hairlines; a list for screen readers. `above` is the space above, in points. */
export function particulars(
  sheet: Sheet,
  facts: readonly Particular[],
  above = 18,
): readonly Block[] {
  // The list element is created with the first row, because an element that is never drawn keeps the PDF open.
  let list: StructureElement | null = null;
  return facts.map((fact, position) => {
    const isFirst = position === 0;
    const block = row(sheet, fact);
    return {
      ...block,
      gap: isFirst ? above * sheet.scale : 0,
      draw(top) {
        drawRule(sheet, typeArea.left, top, typeArea.width);
        list ??= addedList(sheet);
        list.add(block.item(top));
        if (position === facts.length - 1) list.end();
        drawRule(sheet, typeArea.left, top + block.height, typeArea.width);
      },
    };
  });
}

function addedList({ pdf, root }: Sheet): StructureElement {
  const list = pdf.struct('L');
  root.add(list);
  return list;
}

const labelWidth = 142;

/** A row's measures, and the element that draws it. */
function row(
  sheet: Sheet,
  fact: Particular,
): Omit<Block, 'gap' | 'draw'> & { item(top: number): StructureElement } {
  const { pdf, scale } = sheet;
  const label = scaledText(sheet, [{ text: fact.label }], {
    size: 9.5,
    width: labelWidth - 12,
    colour: ink.secondary,
    leading: 1.5,
  });
  const values = fact.lines.map((text) =>
    scaledText(sheet, [{ text, weight: fact.weight ?? 'regular' }], {
      size: 10.5,
      width: typeArea.width - labelWidth,
      leading: 1.36,
    }),
  );
  const padding = 5.5 * scale;
  const height = Math.max(label.height, heightOf(values)) + 2 * padding;
  return {
    height,
    hasCodePoints: values.some(({ hasCodePoints }) => hasCodePoints),
    item: (top) =>
      pdf.struct('LI', {}, [
        tagged(pdf, 'Lbl', label.at(typeArea.left, top + padding)),
        tagged(pdf, 'LBody', belowEachOther(values, typeArea.left + labelWidth, top + padding)),
      ]),
  };
}

const addressTextsFor = byLocale(addressTexts);

/** An address with the country's name, one part per line; "None recorded" without one. */
export function postalAddress(
  address: PostalAddress | null,
  locale: Locale = bindingLocale,
): readonly string[] {
  if (address === null) return [addressTextsFor({ locale }).none];
  const { line1, line2, city, state, country } = address;
  const town = [shownPostalCode(address), city].filter(Boolean).join(' ');
  const place = [town, state].filter(Boolean).join(', ');
  return [line1, line2 ?? '', place, countryName(country, locale)].filter(
    (line) => line.trim() !== '',
  );
}
