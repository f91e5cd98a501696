import { accept, type Decision, refuse } from './decision.ts';
import { uniformInteger } from './uniform-integer.ts';

/** How long a mailed code can be used, in milliseconds. */
export const codeLifetime = 600_000;

/** How long a challenge lives from the moment it was asked for, in milliseconds; codes end with it. */
export const challengeLifetime = 1_800_000;

/** Wrong codes after which a challenge is of no more use. */
export const mostWrongCodes = 5;

/** The span over which attempts are counted, in milliseconds: a UTC hour. */
export const attemptWindow = 3_600_000;

/** The longer span over which an account's wrong codes are counted, in milliseconds: a UTC day. */
export const accountWindow = 86_400_000;

/** How many attempts fit into the window. */
export const signInLimits = {
  challengesPerEmail: 5,
  challengesPerAddress: 20,
  wrongCodesPerAddress: 30,
  /** In a UTC day: what several networks together can guess of one account. */
  wrongCodesPerEmail: 40,
} as const;

/** The part of a challenge that its rules look at. Instants are ISO 8601 in UTC. */
export interface SignInChallenge {
  /** Null until a mail was delivered; for ever where there is nobody to write to. */
  readonly codeHash: string | null;
  readonly codeExpiresAt: string | null;
  readonly wrongCodes: number;
  readonly usedAt: string | null;
  readonly expiresAt: string;
}

export const challengeStatuses = ['waiting', 'open', 'lapsed', 'locked', 'used', 'ended'] as const;
export type ChallengeStatus = (typeof challengeStatuses)[number];

export type ChallengeCommand =
  /** A code goes out by mail; it replaces the one before. */
  | { readonly type: 'deliver'; readonly codeHash: string }
  | { readonly type: 'enterWrong' }
  | { readonly type: 'enterRight' };

/**
 * Every status with the commands it accepts. Wrong codes count in all that are alive, whether or not there
 * is a code: otherwise the fifth would tell who has an account.
 */
export const challengeTransitions: Readonly<
  Record<ChallengeStatus, readonly ChallengeCommand['type'][]>
> = {
  waiting: ['deliver', 'enterWrong'],
  open: ['deliver', 'enterWrong', 'enterRight'],
  lapsed: ['deliver', 'enterWrong'],
  locked: [],
  used: [],
  ended: [],
};

export function newChallenge(now: Date): SignInChallenge {
  return {
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
  if (challenge.wrongCodes >= mostWrongCodes) return 'locked';
  if (challenge.expiresAt <= now) return 'ended';
  if (challenge.codeExpiresAt === null) return 'waiting';
  return challenge.codeExpiresAt <= now ? 'lapsed' : 'open';
}

/** The challenge after a command. */
export function decideChallenge<C extends SignInChallenge>(
  challenge: C,
  command: ChallengeCommand,
  now: string,
): Decision<C, ChallengeStatus> {
  const status = challengeStatus(challenge, now);
  if (!challengeTransitions[status].includes(command.type)) return refuse(status);
  switch (command.type) {
    case 'deliver': {
      const codeExpiresAt = new Date(Date.parse(now) + codeLifetime).toISOString();
      return accept({ ...challenge, codeHash: command.codeHash, codeExpiresAt });
    }
    case 'enterWrong':
      return accept({ ...challenge, wrongCodes: challenge.wrongCodes + 1 });
    case 'enterRight':
      return accept({ ...challenge, usedAt: now });
  }
}

/** Six digits, each code as likely as any other. `random` gives that many random bytes. */
export function drawCode(random: (bytes: number) => Uint8Array): string {
  return String(uniformInteger(1_000_000, random)).padStart(6, '0');
}
