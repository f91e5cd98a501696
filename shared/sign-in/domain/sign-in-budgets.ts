import type { CodeKind } from './sign-in-code.ts';

/**
 * The limit of a kind of request in a window; windows begin at multiples of their length, in UTC.
 */
export interface Budget {
  /** The name of its counter. */
  readonly kind: string;
  readonly max: number;
  /** The window's length in milliseconds. */
  readonly window: number;
}

const quarter = 900_000;
const hour = 3_600_000;
const day = 86_400_000;

/**
 * The budgets of the sign-in. Each is counted separately for each subject:
 *
 * | Budget         | Subject                                      | When used up                         |
 * |----------------|----------------------------------------------|--------------------------------------|
 * | `knownMails`   | one known browser                            | treated as an unknown one            |
 * | `knownShort`   | all known browsers of an account             | long codes                           |
 * | `networkAsks`  | one network, for all addresses               | 429 for its unknown browsers         |
 * | `networkMails` | unknown browsers of one network, one address | no email; the newest long code works |
 * | `unknownMails` | all unknown browsers, one address            | no email; the newest long code works |
 * | `networkShort` | unknown browsers of one network, one address | long codes                           |
 * | `unknownShort` | all unknown browsers, one address            | long codes                           |
 *
 * A request for a short code uses up its five attempts immediately. So an emailed code stays valid
 * for the browser that requested it, whatever strangers try in the meantime. A day has at most 90
 * attempts (8 × 5 by unknown browsers, 10 × 5 by known ones), each with a chance of 1 in 1,000,000:
 * one correct guess in 11,111 account-days. Each attempt at a long code has a chance of 2^-60: a
 * million attempts a second for a year add 1 in 36,000.
 *
 * Four emails in a quarter of an hour are at most 20 in any hour.
 */
export const signInBudgets = {
  knownMails: { kind: 'sign_in_known_mail', max: 10, window: hour },
  knownShort: { kind: 'sign_in_known_short', max: 10, window: day },
  networkAsks: { kind: 'sign_in_network', max: 60, window: hour },
  networkMails: { kind: 'sign_in_network_mail', max: 3, window: quarter },
  unknownMails: { kind: 'sign_in_unknown_mail', max: 4, window: quarter },
  networkShort: { kind: 'sign_in_network_short', max: 4, window: day },
  unknownShort: { kind: 'sign_in_unknown_short', max: 8, window: day },
} as const satisfies Readonly<Record<string, Budget>>;

export const budgetNames = [
  'knownMails',
  'knownShort',
  'networkAsks',
  'networkMails',
  'unknownMails',
  'networkShort',
  'unknownShort',
] as const satisfies readonly (keyof typeof signInBudgets)[];
export type BudgetName = (typeof budgetNames)[number];

/**
 * The number of emails to unknown browsers in one window that may have a short code. The others
 * have long ones: at the limit, people who get no email of their own sign in with the newest long
 * code.
 */
const maxShortMails = 2;

/** The requester of a code. */
export interface Asker {
  /** Id of the known browser, if the browser has signed in to this account before. */
  readonly knownBrowserId: string | null;
  /** The browser's network. */
  readonly network: string;
  /** The email address that the code is for. */
  readonly email: string;
}

/** A counted request, which is undone when the sign-in succeeds. */
export interface Counted {
  readonly budget: BudgetName;
  readonly subject: string;
}

export type Admission =
  /** The network has made too many requests. `windowEnd` is in Unix milliseconds. */
  { readonly kind: 'refused'; readonly windowEnd: number } | Admitted;

export interface Admitted {
  readonly kind: 'admitted';
  readonly browser: 'known' | 'unknown';
  /** The email to send; `none`: no email, and the newest long code must be used. */
  readonly code: CodeKind | 'none';
  readonly counted: readonly Counted[];
}

/** Counts one request if the budget allows it. `count` includes it. */
export type Count = (
  budget: Budget,
  subject: string,
) => Promise<{ readonly counted: boolean; readonly count: number; readonly windowEnd: number }>;

/** The decision on a request for a code. It does not depend on whether the account exists. */
export async function admitAsker(asker: Asker, count: Count): Promise<Admission> {
  const { knownBrowserId, network, email } = asker;
  const inNetwork = `${network} ${email}`;
  const counted: Counted[] = [];
  const take = async (budget: BudgetName, subject: string) => {
    const outcome = await count(signInBudgets[budget], subject);
    if (outcome.counted) counted.push({ budget, subject });
    return outcome;
  };
  const admitted = (browser: 'known' | 'unknown', code: CodeKind | 'none'): Admission => ({
    kind: 'admitted',
    browser,
    code,
    counted,
  });

  if (knownBrowserId !== null && (await take('knownMails', knownBrowserId)).counted) {
    return admitted('known', (await take('knownShort', email)).counted ? 'short' : 'long');
  }
  const asked = await take('networkAsks', network);
  if (!asked.counted) return { kind: 'refused', windowEnd: asked.windowEnd };
  // The network's own budget comes first, so a refused caller uses up no other budget.
  if (!(await take('networkMails', inNetwork)).counted) return admitted('unknown', 'none');
  const mail = await take('unknownMails', email);
  if (!mail.counted) return admitted('unknown', 'none');
  const short =
    mail.count <= maxShortMails &&
    (await take('networkShort', inNetwork)).counted &&
    (await take('unknownShort', email)).counted;
  return admitted('unknown', short ? 'short' : 'long');
}

/**
 * The attempts that a successful sign-in returns, because its browser is now known. They are only
 * returned if none was wrong, so the budget is never exceeded.
 */
export function returned<C extends { readonly budget: BudgetName }>(
  counted: readonly C[],
  wrongCodes: number,
): readonly C[] {
  const tries: readonly BudgetName[] = ['knownShort', 'networkShort', 'unknownShort'];
  return wrongCodes === 0 ? counted : counted.filter(({ budget }) => !tries.includes(budget));
}
