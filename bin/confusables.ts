import { readFileSync, writeFileSync } from 'node:fs';
import { foldCase } from '../shared/kernel/domain/fold-case.ts';
import { withoutMarks } from '../shared/registry/domain/name-features.ts';

/**
 * Writes `shared/registry/domain/confusables.ts`: which characters look alike (UTS #39, Unicode's `confusables.txt`),
 * from ICU's copy of that list.
 *
 * mvn dependency:copy -Dartifact=com.ibm.icu:icu4j:78.3 -DoutputDirectory=/tmp/icu
 *
 * unzip -p /tmp/icu/icu4j-78.3.jar com/ibm/icu/impl/data/icudata/confusables.cfu > /tmp/icu/confusables.cfu
 *
 * node bin/confusables.ts /tmp/icu/confusables.cfu
 *
 * The format is that of ICU's `uspoof_impl.h` ("Confusable Mappings Data Structures"), big-endian in the Java library.
 * Characters that NFKC changes are left out, because lookups use NFKC.
 */
const [file = ''] = process.argv.slice(2);
const data = readFileSync(file);
const start = data.readUInt16BE(0);
if (data.readUInt32BE(start) !== 0x3845fdef || data.readUInt8(start + 4) !== 2) {
  throw new Error(`${file} is no table of confusable characters`);
}
const [keys = 0, count = 0, values = 0, , strings = 0] = [12, 16, 20, 24, 28].map((at) =>
  data.readUInt32BE(start + at),
);

const byPrototype = new Map<string, number[]>();
for (let index = 0; index < count; index += 1) {
  const key = data.readUInt32BE(start + keys + 4 * index);
  const point = key & 0xffffff;
  const length = (key >>> 24) + 1;
  const value = data.readUInt16BE(start + values + 2 * index);
  // A single unit is stored in place.
  const prototype = String.fromCharCode(
    ...(length === 1
      ? [value]
      : Array.from({ length }, (_, at) => data.readUInt16BE(start + strings + 2 * (value + at)))),
  );
  const character = String.fromCodePoint(point);
  // Lookups and comparisons use this form.
  if (character.normalize('NFKD') !== character) continue;
  const form = plain(prototype);
  // Names are compared without signs.
  if (!/[\p{L}\p{N}]/u.test(form) || form === plain(character)) continue;
  byPrototype.set(form, [...(byPrototype.get(form) ?? []), point]);
}

const first = (form: string) => form.codePointAt(0) ?? 0;
let former = 0;
const lines = [...byPrototype]
  .toSorted(([left], [right]) => first(left) - first(right))
  .map(([form, points]) => {
    const seen = Array.from(form, first);
    const [begin = 0] = seen;
    seen[0] = begin - former;
    former = begin;
    const gaps = points.map((point, at) => point - (points[at - 1] ?? 0));
    const inBase36 = (values: readonly number[]) => values.map((value) => value.toString(36));
    return `${inBase36(seen).join('.')}=${inBase36(gaps).join(',')}`;
  });
writeFileSync(
  new URL('../shared/registry/domain/confusables.ts', import.meta.url),
  `/**
 * Characters that look like others, of Unicode 17.0 (UTS #39, confusables.txt), from ICU 78.3.
 * Copyright © 1991-2025 Unicode, Inc. Unicode License v3, https://www.unicode.org/license.txt.
 *
 * Made by bin/confusables.ts. Entries \`looks like=characters\`, all in base 36: the code points of what they look like, the
 * first as the gap from that of the entry before, and the gaps between theirs.
 */
export const confusables =
  '${lines.join(';')}';
`,
);
process.stdout.write(
  `${lines.length} forms of ${[...byPrototype.values()].flat().length} characters\n`,
);

/** As in `skeleton`: without case and marks. */
function plain(text: string): string {
  return withoutMarks(foldCase(withoutMarks(text)));
}
