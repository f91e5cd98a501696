import { expect, test } from 'vitest';
import { readPdf } from '../support/pdf-text.ts';
import { goodStandingOf } from './extreme-documents.ts';

/** The drawn texts of a certificate for this name, and the text screen readers get for other scripts. */
async function certificateOf(name: string) {
  const { texts, structure } = readPdf(await goodStandingOf(name));
  const told = structure.filter(({ type }) => type === 'Span').map(({ actual }) => actual);
  return { texts, told, missing: texts.some(({ hasMissingGlyph }) => hasMissingGlyph) };
}

test.each([
  ['王小明 LLC', '王小明'],
  ['東京太郎 さくら LLC', '東京太郎 さくら'],
  ['김철수 李 LLC', '김철수 李'],
  ['प्रिया LLC', 'प्रिया'],
  ['สมชาย น้ำทิพย์ LLC', 'สมชาย น้ำทิพย์'],
  ['ສົມພອນ ນ້ຳ LLC', 'ສົມພອນ ນ້ຳ'],
  ['ნინო ბერიძე LLC', 'ნინო ბერიძე'],
  ['Արամ Խաչատրյան LLC', 'Արամ Խաչատրյան'],
  ['አበበ በቀለ LLC', 'አበበ በቀለ'],
  ['প্রিয়াঙ্কা চক্রবর্তী LLC', 'প্রিয়াঙ্কা চক্রবর্তী'.normalize('NFC')],
  ['પ્રિયા પટેલ LLC', 'પ્રિયા પટેલ'],
  ['கிருஷ்ணன் செல்வி LLC', 'கிருஷ்ணன் செல்வி'],
  ['శ్రీనివాస్ రెడ్డి LLC', 'శ్రీనివాస్ రెడ్డి'],
  ['ಕೃಷ್ಣ ಕೆಂಪೇಗೌಡ LLC', 'ಕೃಷ್ಣ ಕೆಂಪೇಗೌಡ'],
  ['ශ්‍රී ප්‍රියංකා LLC', 'ශ්‍රී ප්‍රියංකා'],
  ['محمد بن عبد الله LLC', 'محمد بن عبد الله'],
])('%s is drawn in its own script, and screen readers get it as written', async (name, told) => {
  expect(await certificateOf(name)).toMatchObject({ told: [told], missing: false });
});

test('the ring of a Thai or Lao AM is drawn below the tone mark, as readers write it', async () => {
  const drawn = (await certificateOf('น้ำ ນ້ຳ LLC')).texts.map(({ text }) => text.trim());
  expect(drawn).toEqual(
    expect.arrayContaining(['\u0e19\u0e4d\u0e49\u0e32', '\u0e99\u0ecd\u0ec9\u0eb2']),
  );
});

test('a name that the font library can’t set is shown by its code points', async () => {
  const { texts, told } = await certificateOf('ஹஈீஃ LLC');
  expect(told).toEqual(['ஹஈீஃ']);
  expect(texts.map(({ text }) => text.trim())).toContain('U+0BB9');
});

test('right-to-left words keep their order within a left-to-right line', async () => {
  const { texts, told } = await certificateOf('שלום עולם LLC');
  expect(told).toEqual(['שלום עולם']);
  const placeOf = (word: string) =>
    texts.find(({ text }) => text === Array.from(word).toReversed().join(''))?.x ?? 0;
  expect(placeOf('עולם')).toBeGreaterThan(0);
  expect(placeOf('עולם')).toBeLessThan(placeOf('שלום'));
  expect(placeOf('שלום')).toBeLessThan(texts.find(({ text }) => text.trim() === 'LLC')?.x ?? 0);
});

test('digits and code points in right-to-left text are drawn from left to right', async () => {
  const { texts, told, missing } = await certificateOf('مُحَمَّد ١٢٣ شرکت ۴٬۵۶۴ חברה 789 ܣܘ LLC');
  expect(missing).toBe(false);
  const drawn = texts.map(({ text }) => text.trim());
  expect(drawn).toEqual(expect.arrayContaining(['١٢٣', '۴٬۵۶۴', '789', 'U+0723', 'U+0718']));
  expect(told).toEqual(['مُحَمَّد ١٢٣ شرکت ۴٬۵۶۴', ' ', 'חברה', ' 789 ܣܘ']);
});
