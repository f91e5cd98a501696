import { isEnded, type MailboxCase } from './mailbox-case.ts';

/** What both addresses are written of a case. */
export interface CaseLetter {
  readonly about: 'opened' | 'waiting' | 'ended';
  /** When it was due; ISO 8601 in UTC. */
  readonly at: string;
}

/**
 * How long after its time an email is sent at the latest, in milliseconds: distinguishes its bounce from that
 * of a later one.
 */
const onItsWay = 15 * 60_000;

/**
 * The letters of a case that have not arrived at an address from which mail that is asked for comes back: `bouncedAt` is when the first
 * was sent that came back since mail to it was last allowed. That one did not arrive, nor did what would have gone there afterwards.
 */
export function undeliveredLetters(
  { status, openedAt, approvals, endedAt }: MailboxCase,
  bouncedAt: string,
): readonly CaseLetter[] {
  const second = approvals[1];
  const letters: readonly CaseLetter[] = [
    { about: 'opened', at: openedAt },
    ...(second === undefined ? [] : [{ about: 'waiting', at: second.at } as const]),
    ...(endedAt === null || !isEnded(status) ? [] : [{ about: 'ended', at: endedAt } as const]),
  ];
  return letters.filter(({ at }) => Date.parse(at) + onItsWay >= Date.parse(bouncedAt));
}
