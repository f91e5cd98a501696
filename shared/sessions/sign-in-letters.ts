import { instantInWords } from '../kernel/domain/dates.ts';
import type { Letter } from '../mail/message.ts';

/** Who asked for a code, as far as it is known. */
export interface AskedCode {
  /** ISO 8601. */
  readonly at: string;
  /** Such as `Firefox on Windows`. */
  readonly browser: string | null;
  /** Whether it had signed in to the account before. */
  readonly known: boolean;
  /** The application that they are on the way to. */
  readonly client: string | null;
}

/** `09:05:00 UTC`. */
function timeOf(at: string): string {
  return instantInWords(at).slice(-12);
}

function wayOf({ at, browser, known, client }: AskedCode): string {
  const who =
    browser === null
      ? ''
      : `, by ${browser}, ${known ? 'which has' : 'which has not'} signed in to your account before`;
  const where = client === null ? '' : ` It leads on to the application “${client}”.`;
  return `It was asked for on ${instantInWords(at)}${who}.${where}`;
}

/** To who signs in. */
export const signInLetters = {
  signInCode: (facts: {
    code: string;
    kind: 'short' | 'long';
    minutes: number;
    asked: AskedCode;
  }): Letter => ({
    // The time tells several from each other. The code is not in the subject, which a locked screen shows; the first
    // lines, which it shows, too, are without it.
    subject: `Your code to sign in, asked for at ${timeOf(facts.asked.at)}`,
    paragraphs: [
      'Somebody asked for a code to sign in with this e-mail address. If it was you, enter it in the browser in which you asked for it:',
      { code: facts.code },
      `It is valid for ${facts.minutes} minutes, once. Give it to nobody: we never ask for it by phone or mail.`,
      wayOf(facts.asked),
      facts.kind === 'long' &&
        'The code is longer than usual because many were asked for or tried with this address. A browser that got no mail of its own accepts the newest of these codes, too.',
      'If you did not want to sign in, there is nothing to do: nobody gets in without the code.',
    ].filter((paragraph) => paragraph !== false),
  }),
} as const;
