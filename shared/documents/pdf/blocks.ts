import type { Issuer } from './issued.ts';
import { drawCrest, drawSeal, ink } from './seal.ts';
import { heightOf, type SetText } from './set-text.ts';
import {
  type Block,
  drawFigure,
  drawRule,
  drawTagged,
  type Sheet,
  scaledText,
  typeArea,
} from './sheet.ts';
import type { Span } from './words.ts';

/** The seal or the jurisdiction's crest, the names of the registry and its jurisdiction, and its address. */
export function letterhead(
  sheet: Sheet,
  issuer: Issuer,
  { office = 'Office of the Registrar', seal = 'Seal of the', crest = 'Crest of the' } = {},
): Block {
  const { registryName, jurisdiction, branding } = issuer;
  const side = 84 * sheet.scale;
  const registry = scaledText(sheet, [{ text: registryName.toUpperCase() }], {
    size: 13,
    weight: 'bold',
    tracking: 1.1,
    align: 'centre',
    colour: branding?.colour ?? ink.heading,
    leading: 1.3,
  });
  const place = [office, jurisdiction ?? []].flat().join(' · ');
  const address = branding?.address.join(', ') ?? '';
  const lines = [place, address]
    .filter((text) => text !== '')
    .map((text) =>
      scaledText(sheet, [{ text }], { size: 9.5, align: 'centre', colour: ink.secondary }),
    );
  const sealGap = 10 * sheet.scale;
  return {
    gap: 0,
    height: side + sealGap + registry.height + heightOf(lines),
    hasCodePoints: [registry, ...lines].some(({ hasCodePoints }) => hasCodePoints),
    draw(top) {
      const own = branding?.crest ?? null;
      const left = typeArea.left + (typeArea.width - side) / 2;
      drawFigure(sheet, `${own === null ? seal : crest} ${registryName}`, () =>
        own === null
          ? drawSeal(sheet.pdf, left, top, side)
          : drawCrest(sheet.pdf, own, left, top, side),
      );
      let below = top + side + sealGap;
      for (const text of [registry, ...lines]) {
        drawTagged(sheet, 'P', text.at(typeArea.left, below));
        below += text.height;
      }
    },
  };
}

/** The document's title, its only top-level heading. */
export function title(sheet: Sheet, text: string): Block {
  const set = scaledText(sheet, [{ text }], {
    size: 26,
    weight: 'bold',
    align: 'centre',
    colour: ink.heading,
    leading: 1.25,
  });
  const ruleGap = 14 * sheet.scale;
  return {
    gap: 20 * sheet.scale,
    height: ruleGap * 2 + set.height,
    draw(top) {
      const inset = typeArea.width * 0.36;
      drawRule(sheet, typeArea.left + inset, top, typeArea.width - 2 * inset);
      drawTagged(sheet, 'H1', set.at(typeArea.left, top + ruleGap));
      const below = top + 2 * ruleGap + set.height;
      drawRule(sheet, typeArea.left + inset, below, typeArea.width - 2 * inset);
    },
  };
}

/** The name of the subject, in the largest size that fits on two lines, at least 12 points. */
export function subject(sheet: Sheet, name: string): Block {
  const inSize = (size: number): SetText =>
    scaledText(sheet, [{ text: name }], {
      size,
      weight: 'bold',
      align: 'centre',
      colour: ink.heading,
      leading: 1.3,
    });
  const size = [20, 18, 16, 14].find((candidate) => inSize(candidate).lineCount <= 2) ?? 12;
  return paragraphOf(sheet, inSize(size), 13);
}

/** A centred sentence, such as the ones before and after the subject. */
export function sentence(sheet: Sheet, spans: readonly Span[]): Block {
  return paragraphOf(sheet, scaledText(sheet, spans, { size: 11, align: 'centre' }), 13);
}

/** Centred small print. */
export function remark(sheet: Sheet, text: string): Block {
  const set = scaledText(sheet, [{ text }], {
    size: 8.5,
    align: 'centre',
    colour: ink.secondary,
    leading: 1.45,
  });
  return paragraphOf(sheet, set, 12);
}

/** A heading below the title, kept on the page of the following block. */
export function heading(sheet: Sheet, text: string, level: 2 | 3 = 2): Block {
  const set = scaledText(sheet, [{ text }], {
    size: level === 2 ? 14 : 11,
    weight: 'bold',
    colour: ink.heading,
    leading: 1.35,
  });
  return {
    gap: (level === 2 ? 26 : 14) * sheet.scale,
    height: set.height,
    hasCodePoints: set.hasCodePoints,
    keepsWithNext: true,
    draw: (top) => drawTagged(sheet, `H${level}`, set.at(typeArea.left, top)),
  };
}

/** A paragraph of running text. */
export function paragraph(sheet: Sheet, text: string): Block {
  return paragraphOf(sheet, scaledText(sheet, [{ text }], { size: 10, leading: 1.5 }), 8);
}

/** A numbered clause: its heading and its text. */
export function clause(sheet: Sheet, number: number, heading: string, text: string): Block {
  const spans: readonly Span[] = [{ text: `${number}. ${heading}. `, weight: 'bold' }, { text }];
  return paragraphOf(
    sheet,
    scaledText(sheet, spans, { size: 10, leading: 1.5 }),
    number === 1 ? 16 : 8,
  );
}

function paragraphOf(sheet: Sheet, set: SetText, gap: number): Block {
  return {
    gap: gap * sheet.scale,
    height: set.height,
    hasCodePoints: set.hasCodePoints,
    draw: (top) => drawTagged(sheet, 'P', set.at(typeArea.left, top)),
  };
}
