// Unicode properties that JavaScript's regular expressions lack, from the data files of Unicode 14.0
// (DerivedJoiningType, IndicSyllabicCategory). Later characters are missing. Each range is the distance of its
// first character from the end of the range before, and its own length if it is longer than one character, in base 36.

/** Letters that join the next one: Joining_Type Dual_Joining or Left_Joining. */
export const joinsNext = oneOf(
  [
    '17k 6 2 2.4 5.c 2.6 2.1 10.1 9.f j.11 2.1 a 2 2.1 15.2 3 j.2 6.3 2.8 2 2 2.1 w.a 4.e 3.3',
    '2 3.2 3.5 23.w 2f.4 3 2.9 2 b 2.3 3 u 3.4 j.9 6.1 3.5 2.e 30f p.2g f.x 2 sd2.1e jf2.4 9',
    '6.9 2.2 b.3 42 2 4.2 2.1 2 3 t.1 9e.x 2 el.2 2.g d.2 t.3 3.b 1b 2.1 5 3.1 2.1 2 3 6.1',
    '16wl.1v',
  ].join(' '),
);

/** Letters that join the previous one: Joining_Type Dual_Joining or Right_Joining. */
export const joinsFormer = oneOf(
  [
    '17k 2.t 2.9 10.1 2.2 2.2m 2 p.1 b.2 3 h 2.t u.1e 23.w 2e.o 8 2.3 2.3 6.i 4 3.5 i.c 2.q',
    '30f p.2g f.x 2 sd2.1d jf3.5 2 2.1 4.8 2.9 3 7.4 41.h o.5 9f.y el.k d.3 s.h 1b 2.4 2.7',
    '2.3 5.1 16wm.1v',
  ].join(' '),
);

/** Vowel signs: Indic_Syllabic_Category Vowel_Dependent. */
export const isDependentVowel = oneOf(
  [
    '1tm.1 3.e 2.1 6.2 b.1 2j.6 3.1 3.1 b b.1 2j.4 5.1 3.1 36.7 2.2 2.1 m.1 2j.6 3.1 3.1 9.2',
    'b.1 2j.4 4.2 2.2 b 2v.6 2.2 2.2 9.1 c.1 2j.6 2.2 2.2 9.1 c.1 2j.6 2.2 2.2 b b.1 30.5 2',
    '2.7 j.1 1p.9 7.5 2 2x.9 2 5.4 4t.c 3.1 4q.a x.3 9 5.1 9.3 f.3 m.1 19x.1 v.1 v.1 v.1 1v.f',
    '3 9k.8 i 3a.g 2f.4 1y.i 5e.e 2p.5 1q.8 1j.6 rme x.4 3y.e 1o 20.7 2u.8 15 1w.9 3i.e 19.4',
    '6s.7 il3.2 2.1 6.1 17v.d 1a.1 1o.8 a 2t.b j.1 31.c c.1 2 2m.7 4t.8 2e.6 3.1 3.1 b b.1',
    '5u.c 33.e 6p.6 3.3 x.1 2b.c 4 31.8 2z.a 76.a 6y.5 2.1 49.6 3.3 7 t.9 1z.a d0.7 2.3 39.4',
    '3h.5 4 2.1 2 4 1z.4 2.1 2.1 9r.3',
  ].join(' '),
);

/** A test for a character of these ranges. Few texts need it, so it is made when it is first used. */
function oneOf(ranges: string): (character: string) => boolean {
  let made: RegExp | undefined;
  return (character) => {
    made ??= new RegExp(`^[${classOf(ranges)}]$`, 'u');
    return made.test(character);
  };
}

function classOf(ranges: string): string {
  let last = 0;
  return ranges
    .split(' ')
    .map((range) => {
      const [distance = 0, length = 0] = range.split('.').map((part) => Number.parseInt(part, 36));
      const first = last + distance;
      last = first + length;
      return `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`;
    })
    .join('');
}
