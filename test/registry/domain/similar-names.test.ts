import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey } from '../../../shared/kernel/domain/legal-entity.ts';
import {
  genericWords,
  type NameFeatures,
  nameFeatures,
  skeleton,
  withoutMarks,
} from '../../../shared/registry/domain/name-features.ts';
import { packRegistry } from '../../../shared/registry/domain/pack-registry.ts';
import { packedRegistry } from '../../../shared/registry/domain/packed-registry.ts';
import { createRegistryIndex } from '../../../shared/registry/domain/registry-index.ts';
import { mostSimilar, similarityOf } from '../../../shared/registry/domain/similar-names.ts';
import {
  maybeSimilar,
  nameSignature,
  similarFinder,
} from '../../../shared/registry/domain/similar-rows.ts';
import { nameTools } from '../../../shared/registry/usecases/compare-names.ts';
import { registryRow } from '../../support/registry-index-contract.ts';
import { similarPairs } from './similar-pairs.ts';

const featuresOf = (name: string) => nameFeatures(name, nameTools);

describe('similar names', () => {
  it('are tested with more than two hundred distinct pairs', () => {
    const seen = new Set(similarPairs.map(([one, other]) => JSON.stringify([one, other])));
    expect(seen.size).toBe(similarPairs.length);
    expect(seen.size).toBeGreaterThan(200);
  });

  it.each(similarPairs)(
    'have the expected reasons in both directions: %s and %s: %s',
    (one, other, reasons) => {
      const verdict = (left: string, right: string) =>
        similarityOf(featuresOf(left), featuresOf(right), nameTools)?.reasons.join(' ') ?? '';
      expect([verdict(one, other), verdict(other, one)]).toEqual([reasons, reasons]);
    },
  );

  it.each(similarPairs.filter(([, , reasons]) => reasons !== ''))(
    'are not ruled out by their signatures: %s and %s',
    (one, other) => {
      const [left, right] = [one, other].map((name) => nameSignature(featuresOf(name)));
      if (left === undefined || right === undefined) throw new Error('there are two');
      expect([maybeSimilar(left, right), maybeSimilar(right, left)]).toEqual([true, true]);
    },
  );
});

/** The rule for names that neither look alike nor have the same words, without any shortcut. */
function plainReasons(left: NameFeatures, right: NameFeatures): string {
  const pairs =
    left.telling.length === right.telling.length
      ? left.telling.map((word, at): [string, string] => [word, right.telling[at] ?? ''])
      : [[left.core, right.core] as [string, string]];
  const others = pairs.filter(([one, other]) => one !== other);
  const digits: Readonly<Record<string, string>> = {
    0: 'o',
    1: 'l',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
  };
  const read = (word: string) => word.replaceAll(/[013457]/g, (digit) => digits[digit] ?? '');
  const areOneWord = ([one, other]: [string, string]) =>
    /[a-z]/.test(one) && /[a-z]/.test(other) && read(one) === read(other);
  if (left.digits !== right.digits && !others.every(areOneWord)) return '';
  const shorter = ([one, other]: [string, string]) => Math.min(one.length, other.length);
  const allowed = (pair: [string, string]) => {
    if (/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(pair.join('')))
      return shorter(pair) > 5 ? 1 : 0;
    return shorter(pair) <= 3 ? 0 : shorter(pair) <= 6 ? 1 : 2;
  };
  const distances = others.map((pair) => nameTools.distance(...pair));
  const sum = distances.reduce((all, each) => all + each, 0);
  const isNear =
    others.every((pair, at) => (distances[at] ?? 0) <= allowed(pair)) &&
    sum <= allowed([left.core, right.core]);
  const sounds: readonly string[] = right.sounds() ?? [];
  const soundsSame =
    others.every((pair) => shorter(pair) >= 4) &&
    sum <= Math.ceil(Math.max(left.core.length, right.core.length) / 2) &&
    (left.sounds() ?? []).some((sound) => sounds.includes(sound));
  return [isNear && 'similar_spelling', soundsSame && 'similar_sound'].filter(Boolean).join(' ');
}

it('no similar pair is lost to a shortcut, in a hundred thousand pairs', () => {
  const words = [
    ...[
      'acme',
      'acm3',
      'akme',
      'phoenix',
      'fenix',
      'phenixes',
      'sun',
      'sunn',
      'son',
      'nite',
      'night',
    ],
    ...[
      'knightsbridge',
      'nitesbridge',
      'kaufmann',
      'coffman',
      'kofmans',
      '東京商事',
      '東京商事会社',
      'ж',
      'жук',
    ],
  ];
  const names = words.flatMap((one) => [one, ...words.map((other) => `${one} ${other}`)]);
  const features = names.map(featuresOf);
  const lost: string[] = [];
  let similar = 0;
  for (const left of features) {
    for (const right of features) {
      const reasons = similarityOf(left, right, nameTools)?.reasons.join(' ') ?? '';
      if (/same|alike/.test(reasons)) continue;
      if (reasons !== plainReasons(left, right)) lost.push(`${left.key}, ${right.key}`);
      if (reasons !== '') similar += 1;
    }
  }
  expect(lost).toEqual([]);
  expect(similar).toBeGreaterThan(500);
});

it('the skeleton of an ASCII text is the same within a non-ASCII text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      expect(skeleton(`${text}中`)).toBe(`${skeleton(text)}中`);
    }),
  );
  for (let code = 0; code < 128; code += 1) {
    const sign = String.fromCodePoint(code);
    expect(skeleton(`${sign}中`), sign).toBe(`${skeleton(sign)}中`);
  }
});

it('generic words are listed in the form that is compared', () => {
  for (const word of genericWords) expect(withoutMarks(nameKey(word))).toBe(word);
});

describe('name signatures', () => {
  it('never rule out a similar name', () => {
    const word = fc.constantFrom(
      'acme',
      'sun',
      'rn',
      'Group',
      'ö',
      '1',
      'phoenix',
      'б',
      '東',
      'of',
    );
    const name = fc.array(word, { minLength: 1, maxLength: 5 });
    const edit = fc.record({
      at: fc.nat(20),
      kind: fc.constantFrom('drop', 'swap', 'put'),
      letter: fc.constantFrom('a', 'l', 'I', '0', ' ', 'é', 'ж'),
    });
    const changed = (
      text: string,
      edits: readonly { at: number; kind: string; letter: string }[],
    ) =>
      edits.reduce((each, { at, kind, letter }) => {
        const place = at % (each.length + 1);
        const rest = each.slice(kind === 'put' ? place : place + 1);
        return each.slice(0, place) + (kind === 'drop' ? '' : letter) + rest;
      }, text);
    fc.assert(
      fc.property(
        name,
        fc.constantFrom('', ' '),
        fc.array(edit, { maxLength: 3 }),
        (words, gap, edits) => {
          const one = featuresOf(words.join(gap));
          const other = featuresOf(changed(words.join(' '), edits));
          if (similarityOf(one, other, nameTools) === null) return;
          expect(maybeSimilar(nameSignature(one), nameSignature(other))).toBe(true);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

describe('the skeleton (UTS #39)', () => {
  it.each([
    ['PayPal', 'paypal'],
    ['РауРаl', 'paypal'],
    ['0range', 'orange'],
    ['ﬁ', 'fi'],
    ['Ⅷ', 'vlll'],
    ['modern', 'rnodern'],
    ['Ångström', 'angstrorn'],
    ['東京', '東京'],
  ])('of %s is %s', (text, looks) => {
    expect(skeleton(text)).toBe(looks);
  });
});

describe('similar names in the index', () => {
  const names = ['Acme Marine', 'Acne Marine', 'Асme Marine', 'Marine Acme', 'Zenith', 'Zenyth'];
  const rows = names.map((name, number) => registryRow(number + 1, { name }));
  const { arrays, facts } = packRegistry(rows, nameTools);
  const namesOf = (index: ReturnType<typeof createRegistryIndex>, name: string) =>
    index
      .similar(similarFinder(name, nameTools))
      .map(({ row, reasons }) => `${row.name}: ${reasons.join(' ')}`)
      .toSorted();
  const expected = [
    'Acme Marine: same_name',
    'Acne Marine: similar_spelling',
    'Marine Acme: same_words',
    'Асme Marine: looks_alike',
  ];

  it('are found in both packed and loose rows', () => {
    const packed = createRegistryIndex(packedRegistry(arrays, facts));
    const loose = createRegistryIndex();
    loose.apply(rows);
    expect(namesOf(packed, 'Acme Marine')).toEqual(expected);
    expect(namesOf(loose, 'Acme Marine')).toEqual(expected);
    expect(namesOf(packed, 'Zenith')).toEqual(namesOf(loose, 'Zenith'));
  });

  it('are the same whether names are packed or loose, of all lengths and spellings', () => {
    const letter = fc.constantFrom('a', 'b', 'm', 'é', '1', ' ', 'ж');
    const name = fc
      .string({ unit: letter, minLength: 1, maxLength: 12 })
      .map((text) => text.trim() || 'a');
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 80 }), letter, (some, added) => {
        // Every name is longer or shorter than another.
        const other = `${some[0]}${added}`;
        const own = some
          .flatMap((each) => [each, `${each}${added}b`])
          .map((each, number) => registryRow(number + 1, { name: each }));
        const packing = packRegistry(own, nameTools);
        const packed = createRegistryIndex(packedRegistry(packing.arrays, packing.facts));
        const loose = createRegistryIndex();
        loose.apply(own);
        expect(namesOf(packed, other)).toEqual(namesOf(loose, other));
      }),
      { numRuns: 300 },
    );
  });

  it('are compared with five hundred candidates, those that look alike first', () => {
    const trades = [...genericWords].filter((word) => /^[a-z]{3,}$/.test(word)).slice(0, 30);
    const many = trades.flatMap((one) => trades.map((other) => `Acme ${one} ${other}`));
    const own = [...many, 'Асme'].map((name, number) => registryRow(number + 1, { name }));
    const packing = packRegistry(own, nameTools);
    const found = namesOf(
      createRegistryIndex(packedRegistry(packing.arrays, packing.facts)),
      'Acme',
    );
    expect(found).toHaveLength(500);
    expect(found).toContain('Асme: looks_alike');
  });

  it('are compared with the newest version of each row', () => {
    const index = createRegistryIndex(packedRegistry(arrays, facts));
    index.apply([registryRow(1, { name: 'Quartz', version: 2 })]);
    expect(namesOf(index, 'Acme Marine')).toEqual(expected.slice(1));
    index.apply([registryRow(1, { name: 'Acme Marine', version: 3 })]);
    expect(namesOf(index, 'Acme Marine')).toEqual(expected);
    expect(namesOf(index, 'Quartz')).toEqual([]);
  });
});

describe('the most similar names', () => {
  const known = (id: string, name: string, status: 'registered' | 'reserved' | 'pending') => ({
    id,
    name,
    extension: null,
    status,
  });
  const found = [
    { ...known('1', 'F', 'registered'), reasons: ['similar_sound'] as const, distance: 1 },
    { ...known('2', 'E', 'registered'), reasons: ['similar_spelling'] as const, distance: 2 },
    { ...known('3', 'D', 'registered'), reasons: ['similar_spelling'] as const, distance: 1 },
    { ...known('5', 'B', 'reserved'), reasons: ['same_name'] as const, distance: 0 },
    { ...known('4', 'B', 'registered'), reasons: ['same_name'] as const, distance: 0 },
    { ...known('6', 'A', 'pending'), reasons: ['same_name'] as const, distance: 0 },
    {
      ...known('7', 'C', 'registered'),
      reasons: ['similar_spelling', 'similar_sound'] as const,
      distance: 1,
    },
  ];

  it('are sorted by reason, distance, further reasons, status, name and id', () => {
    const ids = (each: typeof found) => mostSimilar(each).map(({ id }) => id);
    expect(ids(found)).toEqual(['4', '5', '6', '7', '3', '2', '1']);
    expect(ids(found.toReversed())).toEqual(ids(found));
  });

  it('are limited to ten', () => {
    const many = Array.from({ length: 30 }, (_, number) => ({
      ...known(String(number).padStart(2, '0'), 'Same', 'registered'),
      reasons: ['same_words'] as const,
      distance: 0,
    }));
    expect(mostSimilar(many).map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, number) => String(number).padStart(2, '0')),
    );
  });
});
