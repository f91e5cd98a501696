import { words } from '../../kernel/pages/words.ts';
import { specimenTexts } from '../texts/index.ts';
import { drawDecoration, type Pdf, pageSize } from './pdf.ts';
import { ink } from './seal.ts';
import { setText } from './set-text.ts';
import { drawAll } from './sheet.ts';

/** What a document of a sandbox says: `mark` on every page, `note` once, where a screen reader finds it. */
export const specimenWords = words(specimenTexts);

/** From the lower left to the upper right, clear of the QR code. In degrees. */
const slope = 52;

/** Width of the mark, in points: most of the page's diagonal. */
const length = 620;

/**
 * Draws the mark across the page, below everything that is drawn later. An opaque pale colour, so that no page needs a
 * transparency group, and an artifact, which a screen reader skips.
 */
export function drawSpecimenMark(pdf: Pdf, mark: string): void {
  const { width, height } = pageSize;
  const setting = {
    weight: 'bold',
    align: 'centre',
    colour: ink.specimen,
    leading: 1,
    tracking: 0,
    width: 10 * length,
  } as const;
  const natural = setText(pdf, [{ text: mark }], { ...setting, size: 100 }).width;
  const set = setText(pdf, [{ text: mark }], { ...setting, size: (100 * length) / natural });
  drawDecoration(pdf, 'Layout', () => {
    pdf.save();
    pdf.rotate(-slope, { origin: [width / 2, height / 2] });
    drawAll(set.at(width / 2 - 5 * length, (height - set.height) / 2));
    pdf.restore();
  });
}
