import { expect, it } from 'vitest';
import {
  publishedTexts,
  registerOf,
  residencySubjects,
} from '../../shared/documents/agreements/register.ts';

/**
 * Subject, version and digest of every published text. Lines may be added, but not changed or
 * removed, because people may have signed these texts.
 */
const published = [
  'legal_entity v11.01.2026 b843b404895d4cdbdc6f30540f942cf8224dcf4ab8d9d67258527fe84532a62f',
  'manifestation_of_will v11.01.2026 028d4174ba04805567b3896a9970a11521b673950a0be2443f036d6ca31c0b10',
  'limited_e_resident v11.01.2026 3c5463f32449e2de83848223177e02b042ae108d1f1e48407b985403c51cec56',
  'e_resident v11.01.2026 2ad06e80ad2be1f72bb154403519e721b838fd5522daa66fbe0630655590611e',
  'resident_annual v11.01.2026 f9ddd4ed59ccd305030185de934b469cc9311a9967c75cbadf6b0e4a2503d0e6',
];

const { inForce, withDigest } = registerOf(publishedTexts);

it('published texts are never edited or removed: new wording gets a new version', () => {
  const kept = publishedTexts.map(({ subject, version }) => `${subject} ${version}`);
  expect(new Set(kept).size).toBe(kept.length);
  const found = published.map((line) => {
    const text = withDigest(line.split(' ').at(-1) ?? '');
    return text && `${text.subject} ${text.version} ${text.sha256}`;
  });
  expect(found).toEqual(published);
  expect(publishedTexts).toHaveLength(published.length);
});

it('every kind of signed text has one in force', () => {
  for (const subject of ['legal_entity', 'manifestation_of_will', ...residencySubjects] as const) {
    expect(inForce(subject).subject).toBe(subject);
  }
});

it('the last published text of a subject is in force, and previous ones are still found', () => {
  const [first] = publishedTexts;
  if (first === undefined) throw new Error('nothing is published');
  const next = { ...first, version: 'v2', text: `${first.text} More.` };
  const register = registerOf([...publishedTexts, next]);
  expect(register.inForce(first.subject).version).toBe('v2');
  expect(register.withDigest(inForce(first.subject).sha256)?.version).toBe(first.version);
  expect(register.withDigest('0'.repeat(64))).toBeNull();
});
