/** Words to avoid, and what to write instead. */
interface Advice {
  readonly pattern: RegExp;
  /** A fast check: matches every file in which `pattern` can match, regardless of sentences. */
  readonly hint?: RegExp;
  readonly advice: string;
}

const spaced = (list: string) => list.replaceAll(' ', ' +');
const words = (list: string, advice: string): Advice => ({
  pattern: new RegExp(String.raw`(?<![\w-])(?:${spaced(list)})(?![\w-])`, 'gi'),
  advice,
});
/** Matches only at the beginning of a sentence. */
const opening = (list: string, advice: string): Advice => ({
  pattern: new RegExp(`(?<=^ *|[.!?:] +)(?:${spaced(list)})`, 'g'),
  hint: new RegExp(spaced(list)),
  advice,
});

/** Matches at the beginning of a sentence that follows another one. A lone phrase such as "What was done." is a label. */
const following = (list: string, advice: string): Advice => ({
  pattern: new RegExp(`(?<=[.!?] +)(?:${spaced(list)})`, 'g'),
  advice,
});

/** For pages, emails, messages, descriptions, help, Markdown and comments. */
export const avoided: readonly Advice[] = [
  words('anew', 'again'),
  words('in place of', 'instead of'),
  words('for ever|for good(?= [^cenrst]|[.,;:])', 'permanently'),
  words('formerly', 'previously'),
  words('meanwhile', 'in the meantime'),
  words('somebody', 'someone, or the role'),
  words("one[’']s own", 'your own, their own'),
  words('go on|goes on|going on|went on|gone on', 'continue'),
  words(
    'a mail(?! FROM)|mails|mailed|mailing(?! address)|by mail|(?:this|that|each|every|another|no|one) mail',
    'email; send an email',
  ),
  words(
    'dearer|dearest|reckon(?:s|ed|ing)?|earnest|mend(?:s|ed|ing)?|whilst|thereof|whereof|whosever',
    'a common word',
  ),
  words('(?:is|are|was|were) to be', 'must, should, will'),
  words('counts? no more|goes on counting', 'is no longer valid'),
  words('tells? of|(?:is|are|was|were|be|been|being) told of', 'report, notify of'),
  { pattern: /, +too\b(?! +\w)/gi, advice: 'also' },
  words('at once', 'immediately; at the same time'),
  words('any more', 'no longer'),
  words('besides', 'also; except'),
  // “Former principal office” is printed on certificates.
  words('former(?! principal office)', 'previous, old'),
  words('whoever|whomever|whosoever', 'anyone who; the applicant; the caller'),
  words('(?:is|are|was|were|be|been|being) told(?! apart)', 'notified; say what they see'),
  words(String.raw`how (?:\w+ ){1,3}stands?|how (?:they|it|things) stood`, 'the status of'),
  words('no longer counts?', 'is no longer valid'),
  words(
    "(?:that|which) (?:is|are) none|where there is none|(?:for|to|but|of) nobody|nobody but|nobody[’']s",
    'not a valid …; say what happens',
  ),
  words('front door|beginnings|hindrances?|impatient', 'a term of docs/glossary.md'),
  words('has to be|have to be', 'must be'),
  words('keys of tokens|certificates of credentials', 'token-signing keys'),
  words('by ES256|by PS256', 'with ES256'),
  words('unless (?:it says|said) otherwise|unless given', 'by default'),
  words('put right', 'fix, correct'),
  words('stands? beside', 'is next to, is sent with'),
  words('in a word of|be it one', 'the plain statement'),
  opening('Of (?!course)', 'the subject first'),
  following(String.raw`(?:Who|Whom|What|Whose) [^.?!:]{8,}\.(?= |$)`, 'a noun as the subject'),
];
