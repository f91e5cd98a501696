import { accept, type Decision, refuse } from '../../kernel/domain/decision.ts';
import type { MailKind } from './mail-kind.ts';

/** What is known of an address that mail was sent to. Instants are ISO 8601 in UTC; null: not so, or not any more. */
export interface MailAddress {
  /** When the mail was sent that came back for good. */
  readonly bouncedAt: string | null;
  /** When its reader called a mail spam. */
  readonly complainedAt: string | null;
  /** When an operator last lifted a bounce, and a complaint. */
  readonly bounceLiftedAt: string | null;
  readonly complaintLiftedAt: string | null;
}

/** What decides which mail an address gets. */
export type Suppression = Pick<MailAddress, 'bouncedAt' | 'complainedAt'>;

export const mailAddressStatuses = [
  'open',
  'complained',
  'bounced',
  'bounced_and_complained',
] as const;
export type MailAddressStatus = (typeof mailAddressStatuses)[number];

export type MailAddressCommand =
  /** A mail that was sent at that time came back for good. */
  | { readonly type: 'bounce'; readonly sentAt: string }
  /** Its reader called a mail spam at that time. */
  | { readonly type: 'complain'; readonly at: string }
  /** An operator knows that mail arrives again. */
  | { readonly type: 'lift' }
  /** An operator knows, besides, that its reader wants mail that somebody else causes. */
  | { readonly type: 'liftAll' };

/** Every status with the commands that change it, and where they lead. */
export const mailAddressTransitions: Readonly<
  Record<
    MailAddressStatus,
    Readonly<Partial<Record<MailAddressCommand['type'], readonly MailAddressStatus[]>>>
  >
> = {
  open: { bounce: ['bounced'], complain: ['complained'] },
  complained: { bounce: ['bounced_and_complained'], liftAll: ['open'] },
  bounced: { complain: ['bounced_and_complained'], lift: ['open'], liftAll: ['open'] },
  bounced_and_complained: { lift: ['complained'], liftAll: ['open'] },
};

/** An address of which nothing is known. */
export const unknownAddress: MailAddress = {
  bouncedAt: null,
  complainedAt: null,
  bounceLiftedAt: null,
  complaintLiftedAt: null,
};

export function mailAddressStatus({ bouncedAt, complainedAt }: Suppression): MailAddressStatus {
  if (bouncedAt === null) return complainedAt === null ? 'open' : 'complained';
  return complainedAt === null ? 'bounced' : 'bounced_and_complained';
}

/**
 * Whether the address gets mail of a kind. None once mail came back: another try would come back, too, and SES stops
 * who goes on. A complaint stops what the reader did not ask for; codes, and what they have to know of their account,
 * go on, or a click would shut them out of it.
 */
export function getsMail(address: Suppression, kind: MailKind): boolean {
  if (address.bouncedAt !== null) return false;
  return kind === 'asked' || address.complainedAt === null;
}

/**
 * What a report or an operator makes of an address at the time `now`. Reports come more than once, late, and in any
 * order: `unchanged` for what is known, and for what was before the lifting. `only_complained`: there is no bounce to
 * lift. `not_suppressed`: there is nothing to lift.
 */
export function decideMailAddress(
  address: MailAddress,
  command: MailAddressCommand,
  now: string,
): Decision<MailAddress, 'unchanged' | 'only_complained' | 'not_suppressed'> {
  const { bouncedAt, complainedAt, bounceLiftedAt, complaintLiftedAt } = address;
  switch (command.type) {
    case 'bounce': {
      const { sentAt } = command;
      if (bouncedAt !== null || isBefore(sentAt, bounceLiftedAt)) return refuse('unchanged');
      return accept({ ...address, bouncedAt: sentAt });
    }
    case 'complain': {
      const { at } = command;
      if (complainedAt !== null || isBefore(at, complaintLiftedAt)) return refuse('unchanged');
      return accept({ ...address, complainedAt: at });
    }
    case 'lift': {
      if (bouncedAt !== null) return accept({ ...address, bouncedAt: null, bounceLiftedAt: now });
      return refuse(complainedAt === null ? 'not_suppressed' : 'only_complained');
    }
    case 'liftAll': {
      if (bouncedAt === null && complainedAt === null) return refuse('not_suppressed');
      return accept({
        bouncedAt: null,
        complainedAt: null,
        bounceLiftedAt: bouncedAt === null ? bounceLiftedAt : now,
        complaintLiftedAt: complainedAt === null ? complaintLiftedAt : now,
      });
    }
  }
}

function isBefore(instant: string, lifted: string | null): boolean {
  return lifted !== null && Date.parse(instant) <= Date.parse(lifted);
}
