import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import type { MailKind } from './mail-kind.ts';

/** The delivery state of an email address. Instants are ISO 8601 in UTC; null if not applicable. */
export interface MailAddress {
  /** When the email that bounced was sent. */
  readonly bouncedAt: string | null;
  /** The kind of email that bounced. Requested email takes precedence. Null if none bounced. */
  readonly bounceKind: MailKind | null;
  /** When its owner reported an email as spam. */
  readonly complainedAt: string | null;
  /** When an operator last lifted a bounce or a complaint. */
  readonly bounceLiftedAt: string | null;
  readonly complaintLiftedAt: string | null;
}

/** The fields that decide which email an address gets. */
export type Suppression = Pick<MailAddress, 'bouncedAt' | 'bounceKind' | 'complainedAt'>;

export const mailAddressStatuses = [
  'open',
  'complained',
  'unrequested_bounced',
  'unrequested_bounced_and_complained',
  'bounced',
  'bounced_and_complained',
] as const;
export type MailAddressStatus = (typeof mailAddressStatuses)[number];

export type MailAddressCommand =
  /** A requested email that was sent at that time bounced permanently. */
  | { readonly type: 'bounce'; readonly sentAt: string }
  /** The same for an unrequested email. */
  | { readonly type: 'bounceUnrequested'; readonly sentAt: string }
  /** Its owner reported an email as spam at that time. */
  | { readonly type: 'complain'; readonly at: string }
  /** An operator confirms that email arrives again. */
  | { readonly type: 'lift' }
  /** Like `lift`; the operator also confirms that the owner wants unrequested email. */
  | { readonly type: 'liftAll' };

/** The transitions of an address; other commands change nothing. */
export const mailAddressTransitions: Readonly<
  Record<
    MailAddressStatus,
    Readonly<Partial<Record<MailAddressCommand['type'], MailAddressStatus>>>
  >
> = {
  open: { bounce: 'bounced', bounceUnrequested: 'unrequested_bounced', complain: 'complained' },
  complained: {
    bounce: 'bounced_and_complained',
    bounceUnrequested: 'unrequested_bounced_and_complained',
    liftAll: 'open',
  },
  unrequested_bounced: {
    bounce: 'bounced',
    complain: 'unrequested_bounced_and_complained',
    lift: 'open',
    liftAll: 'open',
  },
  unrequested_bounced_and_complained: {
    bounce: 'bounced_and_complained',
    lift: 'complained',
    liftAll: 'open',
  },
  bounced: { complain: 'bounced_and_complained', lift: 'open', liftAll: 'open' },
  bounced_and_complained: { lift: 'complained', liftAll: 'open' },
};

/** An address without any reports. */
export const unknownAddress: MailAddress = {
  bouncedAt: null,
  bounceKind: null,
  complainedAt: null,
  bounceLiftedAt: null,
  complaintLiftedAt: null,
};

export function mailAddressStatus(address: Suppression): MailAddressStatus {
  const { bouncedAt, bounceKind, complainedAt } = address;
  if (bouncedAt === null) return complainedAt === null ? 'open' : 'complained';
  const bounced = bounceKind === 'requested' ? 'bounced' : 'unrequested_bounced';
  return complainedAt === null ? bounced : `${bounced}_and_complained`;
}

/**
 * Whether the address gets an email of this kind. After a requested email bounced, it gets none: another would bounce
 * as well, and SES stops accounts that continue. A complaint, or a bounce of unrequested email, stops only unrequested
 * email. Codes and account notices continue, because otherwise a stranger could lock the owner out.
 */
export function getsMail(address: Suppression, kind: MailKind): boolean {
  if (address.bouncedAt === null) return kind === 'requested' || address.complainedAt === null;
  return kind === 'requested' && address.bounceKind !== 'requested';
}

/**
 * The address after a report or an operator's action at `now`. Reports can come late, repeatedly and in any order:
 * `unchanged` for known reports, and for those from before the suppression was lifted. `complaint_active`: there is no
 * bounce to lift. `not_suppressed`: there is nothing to lift.
 */
export function decideMailAddress(
  address: MailAddress,
  command: MailAddressCommand,
  now: string,
): Decision<MailAddress, 'unchanged' | 'complaint_active' | 'not_suppressed'> {
  const status = mailAddressStatus(address);
  const isTaken = nextState(mailAddressTransitions, status, command.type) !== undefined;
  const { bouncedAt, complainedAt, bounceLiftedAt, complaintLiftedAt } = address;
  switch (command.type) {
    case 'bounce':
    case 'bounceUnrequested': {
      const { sentAt } = command;
      if (!isTaken || isBefore(sentAt, bounceLiftedAt)) return refuse('unchanged');
      const bounceKind = command.type === 'bounce' ? 'requested' : 'unrequested';
      return accept({ ...address, bouncedAt: sentAt, bounceKind });
    }
    case 'complain': {
      const { at } = command;
      if (!isTaken || isBefore(at, complaintLiftedAt)) return refuse('unchanged');
      return accept({ ...address, complainedAt: at });
    }
    case 'lift':
      if (!isTaken) return refuse(status === 'open' ? 'not_suppressed' : 'complaint_active');
      return accept({ ...address, bouncedAt: null, bounceKind: null, bounceLiftedAt: now });
    case 'liftAll':
      if (!isTaken) return refuse('not_suppressed');
      return accept({
        bouncedAt: null,
        bounceKind: null,
        complainedAt: null,
        bounceLiftedAt: bouncedAt === null ? bounceLiftedAt : now,
        complaintLiftedAt: complainedAt === null ? complaintLiftedAt : now,
      });
  }
}

function isBefore(instant: string, lifted: string | null): boolean {
  return lifted !== null && Date.parse(instant) <= Date.parse(lifted);
}

/** SES's report about an accepted email. */
export interface MailReport {
  /**
   * `bounced`: permanently. `delayed`: temporarily, for example because the mailbox is full. `complained`: reported as
   * spam. `withheld`: not sent, because the address is on SES's suppression list. `rejected`: not sent because of its
   * content.
   */
  readonly kind: 'bounced' | 'delayed' | 'complained' | 'withheld' | 'rejected';
  /** The recipients as sent. */
  readonly recipients: readonly string[];
  /** ISO 8601. */
  readonly sentAt: string;
  /** When it was reported, or when the recipient complained; ISO 8601. */
  readonly at: string;
  /** SES's term for the cause, such as `NoEmail` or `abuse`. */
  readonly cause: string | null;
  /** The kind of email; null if the email does not contain it. */
  readonly template: string | null;
}
