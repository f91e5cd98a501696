/**
 * Grams: runs of one, two and three letters of a name, and of digits of a number, each as one integer. Letters beyond
 * ASCII share 128 values, so that a name which has a gram's value need not have its letters; one that lacks the value
 * lacks them.
 */
const tag = { one: 0x1000000, two: 0x2000000, three: 0x3000000, number: 0x4000000 } as const;

/** Visits the grams of all lengths of a folded name, some of them more than once. */
export function visitNameGrams(key: string, visit: (gram: number) => void): void {
  let before = 0;
  let last = 0;
  for (let index = 0; index < key.length; index += 1) {
    const letter = letterAt(key, index);
    visit(tag.one | letter);
    if (index > 0) visit(tag.two | (last << 8) | letter);
    if (index > 1) visit(tag.three | (before << 16) | (last << 8) | letter);
    before = last;
    last = letter;
  }
}

/** Grams that every name has which contains the word; at least one. The word is not empty. */
export function gramsOfWord(word: string): number[] {
  const at = (index: number) => letterAt(word, index);
  if (word.length === 1) return [tag.one | at(0)];
  if (word.length === 2) return [tag.two | (at(0) << 8) | at(1)];
  return Array.from(
    { length: word.length - 2 },
    (_, index) => tag.three | (at(index) << 16) | (at(index + 1) << 8) | at(index + 2),
  );
}

/** Visits the grams of all lengths of a number's digits, some of them more than once. */
export function visitNumberGrams(digits: string, visit: (gram: number) => void): void {
  for (let index = 0; index < digits.length; index += 1) {
    for (let length = 1; length <= 3 && index + length <= digits.length; length += 1) {
      visit(numberGram(digits, index, length));
    }
  }
}

/** Grams that every number has which contains the digits; at least one. */
export function gramsOfDigits(digits: string): number[] {
  const length = Math.min(3, digits.length);
  return Array.from({ length: digits.length - length + 1 }, (_, index) =>
    numberGram(digits, index, length),
  );
}

function letterAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  return unit < 128 ? unit : 128 + (((unit * 0x9e35) >>> 8) & 127);
}

function numberGram(digits: string, from: number, length: number): number {
  let value = 0;
  for (let index = from; index < from + length; index += 1) {
    value = 10 * value + (digits.charCodeAt(index) - 48);
  }
  // Behind those of fewer digits: ten of one, a hundred of two.
  return tag.number + value + (length === 3 ? 110 : length === 2 ? 10 : 0);
}
