/** What a text may hold besides letters, digits, signs and spaces. */
export interface TextRules {
  /** Free text: takes characters that choose how the one before them looks (such as U+FE0F), and U+FFFD. */
  readonly variationSelectors?: boolean;
  /** Line ends of every kind and tabs. */
  readonly lines?: boolean;
}

/** The first character that a text must not contain. */
interface RefusedCharacter {
  /** What kind it is, with its article. */
  readonly kind: string;
  /** Its place in the text in code points, the first being 1. */
  readonly position: number;
}

/**
 * Controls, format characters, surrogates, what is private or unassigned, what is invisible by nature, the line
 * ends U+2028 and U+2029, and U+FFFD, which a program leaves where it could not read a character.
 */
const suspect = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufffd]/u;
const lineControls = /^[\t\n\r\u2028\u2029]$/;
const ofFreeText = /^[\p{Variation_Selector}\ufffd]$/u;
const joiner = /^[\u200c\u200d]$/;

const kinds: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [joiner, 'a joiner that joins nothing'],
  [/^\p{Cc}$/u, 'a control character'],
  [/^\p{Bidi_Control}$/u, 'a control of the writing direction'],
  [/^\p{Cf}$/u, 'a format character'],
  [/^\p{Cs}$/u, 'half a character'],
  [/^\p{Co}$/u, 'a private-use character'],
  [/^\p{Cn}$/u, 'an unassigned character'],
  [/^\p{Variation_Selector}$/u, 'a variation selector'],
  [/^[\u2028\u2029]$/, 'a line break'],
  [/^\ufffd$/, 'a replacement character'],
];

/**
 * The first character that is refused in every text (decisions 2): control, format, private-use, unassigned and
 * default-ignorable ones, line breaks, and halves of surrogate pairs. ZWJ and ZWNJ pass where UAX #31 allows them,
 * and what `rules` allow. Without any of these: the first mark that piles up on a letter. Null: there is none. Which
 * characters are unassigned depends on the Unicode version of the runtime's ICU. Linear in the text's length.
 */
export function refusedCharacter(text: string, rules: TextRules = {}): RefusedCharacter | null {
  if (!suspect.test(text)) return stackedMark(text);
  const characters = [...text];
  for (const [at, character] of characters.entries()) {
    if (!suspect.test(character)) continue;
    if (rules.lines && lineControls.test(character)) continue;
    if (rules.variationSelectors && ofFreeText.test(character)) continue;
    if (joiner.test(character) && isJoinerNeeded(characters, at)) continue;
    const kind = kinds.find(([pattern]) => pattern.test(character))?.[1];
    return { kind: kind ?? 'an invisible character', position: at + 1 };
  }
  return stackedMark(text);
}

/**
 * A letter with its marks; of more than five, five: to put many in order costs the square of their number.
 */
const marked = /[^\p{Mn}\p{Me}]?[\p{Mn}\p{Me}]{1,5}/gu;

const twice = /([\p{Mn}\p{Me}])\1/u;

/** The mark that makes a letter run over the lines around it: a fifth one, or one that is there already (UTS #39, 5.4). */
function stackedMark(text: string): RefusedCharacter | null {
  for (const { 0: found, index } of text.matchAll(marked)) {
    const decomposed = found.normalize('NFD');
    // A few letters of Gurung Khema have one mark twice.
    const isOwn = (character: string) => twice.test(character.normalize('NFD'));
    const kind = /[\p{Mn}\p{Me}]{5}/u.test(decomposed)
      ? 'more than four marks on one letter'
      : twice.test(decomposed) && !Array.from(found).some(isOwn)
        ? 'the same mark twice on one letter'
        : null;
    if (kind !== null) {
      return { kind, position: Array.from(text.slice(0, index + found.length)).length };
    }
  }
  return null;
}

/** Letters that show nothing: the Egyptian blanks. Ignorable ones are refused before. */
const blankLetters = /[\u{13441}\u{13442}\p{Default_Ignorable_Code_Point}]/gu;

/** Whether a name shows a letter or a digit. */
export function showsLetterOrDigit(name: string): boolean {
  return /[\p{L}\p{N}]/u.test(name.replace(blankLetters, ''));
}

/** A text with every character that it must not contain spelled out, such as `Ac<U+200B>me`. */
export function spelledOut(text: string): string {
  return Array.from(text, (character) =>
    suspect.test(character) ? `<U+${codePoint(character)}>` : character,
  ).join('');
}

function codePoint(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

// Properties of Unicode that regular expressions of JavaScript don't know, as classes of characters: from the
// data files of Unicode 14.0 (DerivedJoiningType, IndicSyllabicCategory). What later versions add is missing.

/** Letters that join the one after them: Joining_Type Dual_Joining or Left_Joining. */
const joinsNext = [
  String.raw`\u{620}\u{626}\u{628}\u{62a}-\u{62e}\u{633}-\u{63f}\u{641}-\u{647}\u{649}-\u{64a}`,
  String.raw`\u{66e}-\u{66f}\u{678}-\u{687}\u{69a}-\u{6bf}\u{6c1}-\u{6c2}\u{6cc}\u{6ce}`,
  String.raw`\u{6d0}-\u{6d1}\u{6fa}-\u{6fc}\u{6ff}\u{712}-\u{714}\u{71a}-\u{71d}\u{71f}-\u{727}`,
  String.raw`\u{729}\u{72b}\u{72d}-\u{72e}\u{74e}-\u{758}\u{75c}-\u{76a}\u{76d}-\u{770}\u{772}`,
  String.raw`\u{775}-\u{777}\u{77a}-\u{77f}\u{7ca}-\u{7ea}\u{841}-\u{845}\u{848}\u{84a}-\u{853}`,
  String.raw`\u{855}\u{860}\u{862}-\u{865}\u{868}\u{886}\u{889}-\u{88d}\u{8a0}-\u{8a9}`,
  String.raw`\u{8af}-\u{8b0}\u{8b3}-\u{8b8}\u{8ba}-\u{8c8}\u{1807}\u{1820}-\u{1878}`,
  String.raw`\u{1887}-\u{18a8}\u{18aa}\u{a840}-\u{a872}\u{10ac0}-\u{10ac4}\u{10acd}`,
  String.raw`\u{10ad3}-\u{10adc}\u{10ade}-\u{10ae0}\u{10aeb}-\u{10aee}\u{10b80}\u{10b82}`,
  String.raw`\u{10b86}-\u{10b88}\u{10b8a}-\u{10b8b}\u{10b8d}\u{10b90}\u{10bad}-\u{10bae}`,
  String.raw`\u{10d00}-\u{10d21}\u{10d23}\u{10f30}-\u{10f32}\u{10f34}-\u{10f44}`,
  String.raw`\u{10f51}-\u{10f53}\u{10f70}-\u{10f73}\u{10f76}-\u{10f81}\u{10fb0}`,
  String.raw`\u{10fb2}-\u{10fb3}\u{10fb8}\u{10fbb}-\u{10fbc}\u{10fbe}-\u{10fbf}\u{10fc1}\u{10fc4}`,
  String.raw`\u{10fca}-\u{10fcb}\u{1e900}-\u{1e943}`,
].join('');

/** Letters that join the one before them: Joining_Type Dual_Joining or Right_Joining. */
const joinsFormer = [
  String.raw`\u{620}\u{622}-\u{63f}\u{641}-\u{64a}\u{66e}-\u{66f}\u{671}-\u{673}\u{675}-\u{6d3}`,
  String.raw`\u{6d5}\u{6ee}-\u{6ef}\u{6fa}-\u{6fc}\u{6ff}\u{710}\u{712}-\u{72f}\u{74d}-\u{77f}`,
  String.raw`\u{7ca}-\u{7ea}\u{840}-\u{858}\u{860}\u{862}-\u{865}\u{867}-\u{86a}\u{870}-\u{882}`,
  String.raw`\u{886}\u{889}-\u{88e}\u{8a0}-\u{8ac}\u{8ae}-\u{8c8}\u{1807}\u{1820}-\u{1878}`,
  String.raw`\u{1887}-\u{18a8}\u{18aa}\u{a840}-\u{a871}\u{10ac0}-\u{10ac5}\u{10ac7}`,
  String.raw`\u{10ac9}-\u{10aca}\u{10ace}-\u{10ad6}\u{10ad8}-\u{10ae1}\u{10ae4}`,
  String.raw`\u{10aeb}-\u{10aef}\u{10b80}-\u{10b91}\u{10ba9}-\u{10bae}\u{10d01}-\u{10d23}`,
  String.raw`\u{10f30}-\u{10f44}\u{10f51}-\u{10f54}\u{10f70}-\u{10f81}\u{10fb0}`,
  String.raw`\u{10fb2}-\u{10fb6}\u{10fb8}-\u{10fbf}\u{10fc1}-\u{10fc4}\u{10fc9}-\u{10fca}`,
  String.raw`\u{1e900}-\u{1e943}`,
].join('');

/** Signs of vowels: Indic_Syllabic_Category Vowel_Dependent. */
const dependentVowels = [
  String.raw`\u{93a}-\u{93b}\u{93e}-\u{94c}\u{94e}-\u{94f}\u{955}-\u{957}\u{962}-\u{963}`,
  String.raw`\u{9be}-\u{9c4}\u{9c7}-\u{9c8}\u{9cb}-\u{9cc}\u{9d7}\u{9e2}-\u{9e3}\u{a3e}-\u{a42}`,
  String.raw`\u{a47}-\u{a48}\u{a4b}-\u{a4c}\u{abe}-\u{ac5}\u{ac7}-\u{ac9}\u{acb}-\u{acc}`,
  String.raw`\u{ae2}-\u{ae3}\u{b3e}-\u{b44}\u{b47}-\u{b48}\u{b4b}-\u{b4c}\u{b55}-\u{b57}`,
  String.raw`\u{b62}-\u{b63}\u{bbe}-\u{bc2}\u{bc6}-\u{bc8}\u{bca}-\u{bcc}\u{bd7}\u{c3e}-\u{c44}`,
  String.raw`\u{c46}-\u{c48}\u{c4a}-\u{c4c}\u{c55}-\u{c56}\u{c62}-\u{c63}\u{cbe}-\u{cc4}`,
  String.raw`\u{cc6}-\u{cc8}\u{cca}-\u{ccc}\u{cd5}-\u{cd6}\u{ce2}-\u{ce3}\u{d3e}-\u{d44}`,
  String.raw`\u{d46}-\u{d48}\u{d4a}-\u{d4c}\u{d57}\u{d62}-\u{d63}\u{dcf}-\u{dd4}\u{dd6}`,
  String.raw`\u{dd8}-\u{ddf}\u{df2}-\u{df3}\u{e30}-\u{e39}\u{e40}-\u{e45}\u{e47}\u{eb0}-\u{eb9}`,
  String.raw`\u{ebb}\u{ec0}-\u{ec4}\u{f71}-\u{f7d}\u{f80}-\u{f81}\u{102b}-\u{1035}`,
  String.raw`\u{1056}-\u{1059}\u{1062}\u{1067}-\u{1068}\u{1071}-\u{1074}\u{1083}-\u{1086}`,
  String.raw`\u{109c}-\u{109d}\u{1712}-\u{1713}\u{1732}-\u{1733}\u{1752}-\u{1753}`,
  String.raw`\u{1772}-\u{1773}\u{17b6}-\u{17c5}\u{17c8}\u{1920}-\u{1928}\u{193a}\u{19b0}-\u{19c0}`,
  String.raw`\u{1a17}-\u{1a1b}\u{1a61}-\u{1a73}\u{1b35}-\u{1b43}\u{1ba4}-\u{1ba9}`,
  String.raw`\u{1be7}-\u{1bef}\u{1c26}-\u{1c2c}\u{a802}\u{a823}-\u{a827}\u{a8b5}-\u{a8c3}\u{a8ff}`,
  String.raw`\u{a947}-\u{a94e}\u{a9b4}-\u{a9bc}\u{a9e5}\u{aa29}-\u{aa32}\u{aab0}-\u{aabe}`,
  String.raw`\u{aaeb}-\u{aaef}\u{abe3}-\u{abea}\u{10a01}-\u{10a03}\u{10a05}-\u{10a06}`,
  String.raw`\u{10a0c}-\u{10a0d}\u{11038}-\u{11045}\u{11073}-\u{11074}\u{110b0}-\u{110b8}`,
  String.raw`\u{110c2}\u{11127}-\u{11132}\u{11145}-\u{11146}\u{111b3}-\u{111bf}`,
  String.raw`\u{111cb}-\u{111cc}\u{111ce}\u{1122c}-\u{11233}\u{112e0}-\u{112e8}`,
  String.raw`\u{1133e}-\u{11344}\u{11347}-\u{11348}\u{1134b}-\u{1134c}\u{11357}`,
  String.raw`\u{11362}-\u{11363}\u{11435}-\u{11441}\u{114b0}-\u{114be}\u{115af}-\u{115b5}`,
  String.raw`\u{115b8}-\u{115bb}\u{115dc}-\u{115dd}\u{11630}-\u{1163c}\u{11640}`,
  String.raw`\u{116ad}-\u{116b5}\u{11720}-\u{1172a}\u{1182c}-\u{11836}\u{11930}-\u{11935}`,
  String.raw`\u{11937}-\u{11938}\u{119d1}-\u{119d7}\u{119da}-\u{119dd}\u{119e4}`,
  String.raw`\u{11a01}-\u{11a0a}\u{11a51}-\u{11a5b}\u{11c2f}-\u{11c36}\u{11c38}-\u{11c3b}`,
  String.raw`\u{11cb0}-\u{11cb4}\u{11d31}-\u{11d36}\u{11d3a}\u{11d3c}-\u{11d3d}\u{11d3f}\u{11d43}`,
  String.raw`\u{11d8a}-\u{11d8e}\u{11d90}-\u{11d91}\u{11d93}-\u{11d94}\u{11ef3}-\u{11ef6}`,
].join('');

const nonJoiner = '\u200c';

const letter = /^\p{L}$/u;
const mark = /^\p{Mn}$/u;
/** Marks that letters join across: Joining_Type Transparent, without what is refused anyway. */
const transparent = /^[\p{Mn}\p{Me}]$/u;
const before = new RegExp(`^[${joinsNext}]$`, 'u');
const after = new RegExp(`^[${joinsFormer}]$`, 'u');
const vowel = new RegExp(`^[${dependentVowels}]$`, 'u');

/**
 * Whether the zero-width joiner (U+200D) or non-joiner (U+200C) at `at` stands where scripts need it: the
 * contexts A1, A2 and B of UAX #31, section 2.3. `characters` are the code points of the text. It looks no
 * further than the next characters that are not marks, so that checking a whole text is linear in its length.
 */
export function isJoinerNeeded(characters: readonly string[], at: number): boolean {
  if (characters[at] === nonJoiner && breaksJoin(characters, at)) return true;
  if (!followsVirama(characters, at)) return false;
  if (characters[at] !== nonJoiner) return !vowel.test(characters[at + 1] ?? '');
  const next = skip(characters, at + 1, 1, isCombining);
  return letter.test(characters[next] ?? '');
}

/** A1: between two letters that would join. */
function breaksJoin(characters: readonly string[], at: number): boolean {
  const isTransparent = (character: string) => transparent.test(character);
  const left = characters[skip(characters, at - 1, -1, isTransparent)] ?? '';
  const right = characters[skip(characters, at + 1, 1, isTransparent)] ?? '';
  return before.test(left) && after.test(right);
}

/** The beginning of A2 and B: a letter with marks, a virama among the last of them. */
function followsVirama(characters: readonly string[], at: number): boolean {
  const virama = skip(characters, at - 1, -1, (sign) => isCombining(sign) && !isVirama(sign));
  if (!isVirama(characters[virama] ?? '')) return false;
  const base = skip(characters, virama - 1, -1, (character) => mark.test(character));
  return letter.test(characters[base] ?? '');
}

/** The first place from `from` on, in steps of `step`, whose character is not passed over. */
function skip(
  characters: readonly string[],
  from: number,
  step: 1 | -1,
  passes: (character: string) => boolean,
): number {
  let place = from;
  while (passes(characters[place] ?? '')) place += step;
  return place;
}

// Normalization puts marks in the order of their combining class (ccc), those of one class stay as they were:
// beside a mark of a known class it tells where another one stands. A mark of class 0 never moves.
const overlay = '\u0334'; // ccc 1
const kanaVoicing = '\u3099'; // ccc 8
const sheva = '\u05b0'; // ccc 10
const iotaSubscript = '\u0345'; // ccc 240

/** A nonspacing mark of a combining class other than 0. */
function isCombining(character: string): boolean {
  return mark.test(character) && (moves(character, overlay) || moves(iotaSubscript, character));
}

/** ccc 9. */
function isVirama(character: string): boolean {
  return moves(character, kanaVoicing) && moves(sheva, character);
}

/** Whether the second of two marks goes before the first. */
function moves(first: string, second: string): boolean {
  const kept = `a${first.normalize('NFD')}${second.normalize('NFD')}`;
  return `a${first}${second}`.normalize('NFD') !== kept;
}

/** Where mail programs look for a link: a dot before a name or a number, a colon of a scheme, an `@`. */
const linkLike = /[.。．｡](?=[\p{L}\p{N}]{2}|\p{N})|:(?=[/\p{L}])|@/gu;

/** ZERO WIDTH NON-JOINER. Unlike a joiner or a zero-width space it stands in no host name: whoever copies it gets nowhere. */
const apart = '\u200c';

/**
 * A text that shows the same, in which no email program finds a link. Names are chosen by whoever likes
 * (`evil.com/login`), and a link in an email of our own would look like one of our own.
 */
export function harmless(text: string): string {
  // What stands before an `@` counts as well.
  return text.replaceAll(linkLike, (found) => (found === '@' ? apart : '') + found + apart);
}

/** The text as it was, for what someone copies from our mail into a field. */
export function unharmed(text: string): string {
  return text.replaceAll(/([.。．｡:@])\u200c/gu, '$1').replaceAll('\u200c@', '@');
}
