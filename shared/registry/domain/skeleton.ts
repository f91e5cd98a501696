import { foldCase } from '../../kernel/domain/fold-case.ts';
import { confusables } from './confusables.ts';

// Accents and what is like them, the points of Hebrew and of Arabic. The vowel signs of other scripts are letters.
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0655\u0670]/g;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const ASCII = /^\p{ASCII}*$/u;

/** Text without accents and points, in compatible letters; case as it is. Tells no two letters of one look apart. */
export function withoutMarks(text: string): string {
  if (ASCII.test(text)) return text;
  return text.normalize('NFKD').replace(MARKS, '').replace(IGNORABLE, '').normalize('NFC');
}

/**
 * What a text looks like: each character is the one that it may be taken for (UTS #39, "skeleton", of Unicode's list
 * of confusable characters), without case and marks. Two texts that may be taken for each other have the same.
 */
export function skeleton(text: string): string {
  if (ASCII.test(text))
    return text.replaceAll(SEEN, (sign) => asciiLooks[sign] ?? sign).toLowerCase();
  looks ??= readConfusables();
  let seen = '';
  for (const character of withoutMarks(text).normalize('NFKD')) {
    seen += looks.get(character) ?? character;
  }
  return withoutMarks(foldCase(seen));
}

/** What the list has of ASCII, so that most names need not wait for all of it to be read, nor for Unicode's tables. */
const asciiLooks: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  I: 'l',
  '|': 'l',
  m: 'rn',
  '%': 'o/0',
};
const SEEN = /[01I|m%]/g;

let looks: ReadonlyMap<string, string> | undefined;

function readConfusables(): ReadonlyMap<string, string> {
  const read = new Map<string, string>();
  let former = 0;
  for (const entry of confusables.split(';')) {
    const [form = '', gaps = ''] = entry.split('=');
    const [begin = 0, ...others] = form.split('.').map((value) => Number.parseInt(value, 36));
    former += begin;
    const seen = String.fromCodePoint(former, ...others);
    let point = 0;
    for (const gap of gaps.split(',')) {
      point += Number.parseInt(gap, 36);
      read.set(String.fromCodePoint(point), seen);
    }
  }
  return read;
}
