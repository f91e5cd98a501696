import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import type { CodeKind } from './sign-in-code.ts';

/**
 * How long a short code is valid, in milliseconds; a long one is valid as long as its challenge.
 */
export const signInCodeLifetime = 600_000;

/**
 * How long a challenge is valid after the request, in milliseconds; codes expire with it. Twice the
 * window of `unknownMails`: people who get no email have at least until the next window to find the
 * newest long code.
 */
export const challengeLifetime = 1_800_000;

/** The number of wrong codes after which a challenge is locked. */
export const maxWrongCodes = 5;

/** The part of a challenge that its rules use. Instants are ISO 8601 in UTC. */
export interface SignInChallenge {
  /** The kind of code that is emailed for it; `none`: no email, only the newest long code. */
  readonly code: CodeKind | 'none';
  /** Null until an email is sent; it stays null if there is no account. */
  readonly codeHash: string | null;
  readonly codeExpiresAt: string | null;
  readonly wrongCodes: number;
  readonly usedAt: string | null;
  readonly expiresAt: string;
}

export const challengeStatuses = [
  'waiting',
  'unsent',
  'open',
  'lapsed',
  'locked',
  'used',
  'ended',
] as const;
export type ChallengeStatus = (typeof challengeStatuses)[number];

export type ChallengeCommand =
  /** A code is emailed; it replaces the previous one. */
  | { readonly type: 'deliver'; readonly codeHash: string }
  | { readonly type: 'enterWrong' }
  | { readonly type: 'enterRight' }
  /**
   * The newest long code is entered, which was emailed for another browser that requested one for
   * this address.
   */
  | { readonly type: 'enterNewest' }
  /** Its own long code is entered in another browser that requested one for this address. */
  | { readonly type: 'lend' };

/**
 * Every status with its commands and results. Wrong codes are counted in all open statuses, whether or not there is a
 * code; otherwise the fifth would reveal who has an account. A long code can be used elsewhere even when the requesting
 * browser is locked: strangers must not be able to spoil it.
 */
export const challengeTransitions: Readonly<
  Record<
    ChallengeStatus,
    Readonly<Partial<Record<ChallengeCommand['type'], readonly ChallengeStatus[]>>>
  >
> = {
  waiting: { deliver: ['open'], enterWrong: ['waiting', 'locked'], enterNewest: ['used'] },
  unsent: { enterWrong: ['unsent', 'locked'], enterNewest: ['used'] },
  open: {
    deliver: ['open'],
    enterWrong: ['open', 'locked'],
    enterRight: ['used'],
    enterNewest: ['used'],
    lend: ['used'],
  },
  lapsed: { deliver: ['open'], enterWrong: ['lapsed', 'locked'], enterNewest: ['used'] },
  locked: { lend: ['used'] },
  used: {},
  ended: {},
};

/** A sign-in that starts at `now`, with the requested kind of code; `none` if no email is sent. */
export function newChallenge(now: Date, code: CodeKind | 'none'): SignInChallenge {
  return {
    code,
    codeHash: null,
    codeExpiresAt: null,
    wrongCodes: 0,
    usedAt: null,
    expiresAt: new Date(now.getTime() + challengeLifetime).toISOString(),
  };
}

/** The status at this instant: `lapsed` when the code has expired, `ended` when the challenge has. */
export function challengeStatus(challenge: SignInChallenge, now: string): ChallengeStatus {
  if (challenge.usedAt !== null) return 'used';
  if (challenge.expiresAt <= now) return 'ended';
  if (challenge.wrongCodes >= maxWrongCodes) return 'locked';
  if (challenge.code === 'none') return 'unsent';
  if (challenge.codeExpiresAt === null) return 'waiting';
  return challenge.codeExpiresAt <= now ? 'lapsed' : 'open';
}

/** Whether codes can still be entered in the requesting browser. */
export function takesCodes(challenge: SignInChallenge, now: string): boolean {
  return (
    nextState(challengeTransitions, challengeStatus(challenge, now), 'enterWrong') !== undefined
  );
}

/** The challenge after a command. */
export function decideChallenge<C extends SignInChallenge>(
  challenge: C,
  command: ChallengeCommand,
  now: string,
): Decision<C, ChallengeStatus> {
  const status = challengeStatus(challenge, now);
  if (nextState(challengeTransitions, status, command.type) === undefined) return refuse(status);
  switch (command.type) {
    case 'deliver': {
      const { codeHash } = command;
      const codeExpiresAt =
        challenge.code === 'long'
          ? challenge.expiresAt
          : new Date(Date.parse(now) + signInCodeLifetime).toISOString();
      return accept({ ...challenge, codeHash, codeExpiresAt });
    }
    case 'enterWrong':
      return accept({ ...challenge, wrongCodes: challenge.wrongCodes + 1 });
    case 'lend':
      if (challenge.code !== 'long' || (challenge.codeExpiresAt ?? '') <= now)
        return refuse(status);
      return accept({ ...challenge, usedAt: now });
    case 'enterNewest':
    case 'enterRight':
      return accept({ ...challenge, usedAt: now });
  }
}
