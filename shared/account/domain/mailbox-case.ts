import { accept, type Decision, isFinal, nextState, refuse } from '../../kernel/domain/decision.ts';

/**
 * The states of a case in which someone can no longer read their account's mailbox and requests
 * another address. Two staff members decide, based on evidence. While the case is open, nobody can
 * act in the person's name. It can't be approved before the owner of the new mailbox has confirmed
 * it with an emailed link.
 *
 * An approval is valid as long as its author may give it. Before a case advances by its approvals
 * (`approve`, `confirm`, `mature`), those of staff who were removed, have another role or lost
 * their account are void. The transaction checks the others: if a removal and the next step are
 * simultaneous, one of them comes first.
 *
 * New evidence cancels the first approval, which did not consider it. `approve` leads to `changed`
 * if a passkey has confirmed the case; otherwise the change waits 72 hours.
 */
export const mailboxCaseTransitions: Readonly<
  Record<
    MailboxCaseStatus,
    Readonly<Partial<Record<MailboxCommand['type'], readonly MailboxCaseStatus[]>>>
  >
> = {
  open: {
    prove: ['open'],
    add_evidence: ['open'],
    approve: ['approved'],
    confirm: ['open'],
    refuse: ['refused'],
    withdraw: ['withdrawn'],
    stop: ['stopped'],
  },
  approved: {
    prove: ['approved'],
    add_evidence: ['open'],
    approve: ['waiting', 'changed'],
    void_approvals: ['open'],
    confirm: ['approved'],
    refuse: ['refused'],
    withdraw: ['withdrawn'],
    stop: ['stopped'],
  },
  waiting: {
    prove: ['waiting'],
    confirm: ['changed'],
    mature: ['changed'],
    void_approvals: ['approved', 'open'],
    refuse: ['refused'],
    withdraw: ['withdrawn'],
    stop: ['stopped'],
  },
  changed: {},
  refused: {},
  withdrawn: {},
  stopped: {},
};

export const mailboxCaseStatuses = [
  'open',
  'approved',
  'waiting',
  'changed',
  'refused',
  'withdrawn',
  'stopped',
] as const;
export type MailboxCaseStatus = (typeof mailboxCaseStatuses)[number];

/**
 * How long a reader of the previous mailbox can stop it after the second approval, in milliseconds:
 * 72 hours.
 */
export const mailboxWait = 72 * 3_600_000;

/**
 * How long before the case a passkey must have been added to confirm it, in milliseconds. The owner
 * was emailed then, so they had as much time to object as during the wait that the passkey
 * replaces.
 */
export const confirmingPasskeyAge = mailboxWait;

/**
 * How long a link that confirms the new address is valid, in milliseconds: a week. Support can have
 * another one emailed.
 */
export const proofLinkAge = 7 * 24 * 3_600_000;

/** The maximum number of evidence files of a case. */
const maxEvidence = 10;

export const evidenceKinds = ['identity_document', 'video_call', 'letter', 'other'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** Why a case was refused. Staff choose the first ones; the last two are automatic. */
export const refusalReasons = [
  'evidence_insufficient',
  'not_the_person',
  'representative_objects',
  'other',
  'address_taken',
  'account_deactivated',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** The reasons that a staff member can choose. */
export const staffReasons = [
  'evidence_insufficient',
  'not_the_person',
  'representative_objects',
  'other',
] as const satisfies readonly RefusalReason[];

interface MailboxApproval {
  /** Id of the person. */
  readonly by: string;
  readonly at: string;
}

/** The input of the rules. Instants are ISO 8601 in UTC. */
export interface MailboxCase {
  readonly personId: string;
  readonly status: MailboxCaseStatus;
  readonly openedAt: string;
  /** The staff member who opened it; null for an operator. */
  readonly openedBy: string | null;
  readonly evidence: number;
  readonly approvals: readonly MailboxApproval[];
  /** When a reader of the new address confirmed it. */
  readonly provenAt: string | null;
  /** When its person confirmed it with a passkey. */
  readonly confirmedAt: string | null;
  /** When the address will change; null before the second approval. */
  readonly dueAt: string | null;
  readonly endedAt: string | null;
  readonly reason: RefusalReason | null;
}

export type MailboxCommand =
  /** `linkMadeAt` is when the link was emailed. */
  | { readonly type: 'prove'; readonly linkMadeAt: string }
  | { readonly type: 'add_evidence' }
  | { readonly type: 'approve'; readonly by: string }
  /** `passkeyAddedAt` is that of the passkey with which they signed in. */
  | { readonly type: 'confirm'; readonly passkeyAddedAt: string }
  | { readonly type: 'mature' }
  /** `by` are the authors of void approvals. */
  | { readonly type: 'void_approvals'; readonly by: readonly string[] }
  | { readonly type: 'refuse'; readonly reason: RefusalReason }
  | { readonly type: 'withdraw' }
  | { readonly type: 'stop' };

export type MailboxRefusal =
  | 'ended'
  /** The case's state does not allow this now, such as new evidence after the second approval. */
  | 'wrong_step'
  | 'evidence_limit_reached'
  | 'no_evidence'
  /** Whether the new address was confirmed. */
  | 'address_unconfirmed'
  | 'address_confirmed'
  | 'link_too_old'
  /** Refused for the person of the case, and for the one who opened it. */
  | 'own'
  | 'same_person'
  | 'passkey_too_new'
  | 'too_early';

export function isEnded(status: MailboxCaseStatus): boolean {
  return isFinal(mailboxCaseTransitions, status);
}

/** The case after a command. */
export function decideMailboxCase<C extends MailboxCase>(
  found: C,
  command: MailboxCommand,
  now: string,
): Decision<C, MailboxRefusal> {
  const { status } = found;
  const [first, second] = nextState(mailboxCaseTransitions, status, command.type) ?? [];
  if (first === undefined) return refuse(isEnded(status) ? 'ended' : 'wrong_step');
  switch (command.type) {
    case 'prove': {
      if (found.provenAt !== null) return refuse('address_confirmed');
      const until = Date.parse(command.linkMadeAt) + proofLinkAge;
      if (Date.parse(now) > until) return refuse('link_too_old');
      return accept({ ...found, status: first, provenAt: now });
    }
    case 'add_evidence':
      if (found.evidence >= maxEvidence) return refuse('evidence_limit_reached');
      return accept({ ...found, status: first, evidence: found.evidence + 1, approvals: [] });
    case 'approve':
      return approved(found, command.by, { first, second }, now);
    case 'confirm': {
      const latest = Date.parse(found.openedAt) - confirmingPasskeyAge;
      if (Date.parse(command.passkeyAddedAt) > latest) return refuse('passkey_too_new');
      const confirmed = { ...found, status: first, confirmedAt: found.confirmedAt ?? now };
      return accept(first === 'changed' ? { ...confirmed, endedAt: now } : confirmed);
    }
    case 'mature':
      if (found.dueAt === null || now < found.dueAt) return refuse('too_early');
      return accept({ ...found, status: first, endedAt: now });
    case 'void_approvals': {
      const approvals = found.approvals.filter(({ by }) => !command.by.includes(by));
      const status = approvals.length === 0 ? 'open' : 'approved';
      return accept({ ...found, status, approvals, dueAt: null });
    }
    case 'refuse':
      return accept({ ...found, status: first, endedAt: now, reason: command.reason });
    default:
      return accept({ ...found, status: first, endedAt: now });
  }
}

function approved<C extends MailboxCase>(
  found: C,
  by: string,
  { first, second }: { readonly first: MailboxCaseStatus; readonly second?: MailboxCaseStatus },
  now: string,
): Decision<C, MailboxRefusal> {
  if (found.evidence === 0) return refuse('no_evidence');
  if (found.provenAt === null) return refuse('address_unconfirmed');
  if (by === found.personId || by === found.openedBy) return refuse('own');
  if (found.approvals.some((approval) => approval.by === by)) return refuse('same_person');
  const approvals = [...found.approvals, { by, at: now }];
  if (approvals.length < 2) return accept({ ...found, status: first, approvals });
  const dueAt = new Date(Date.parse(now) + mailboxWait).toISOString();
  if (found.confirmedAt === null || second === undefined) {
    return accept({ ...found, status: first, approvals, dueAt });
  }
  return accept({ ...found, status: second, approvals, dueAt: now, endedAt: now });
}

export function isEvidenceKind(text: unknown): text is EvidenceKind {
  return evidenceKinds.some((kind) => kind === text);
}

/** The emails about a case to both addresses. */
export interface CaseEmail {
  readonly about: 'opened' | 'waiting' | 'ended';
  /** When it was due; ISO 8601 in UTC. */
  readonly at: string;
}

/**
 * How late an email is sent at most, in milliseconds: distinguishes its bounce from that of a later
 * one.
 */
const onItsWay = 15 * 60_000;

/**
 * The emails of a case that did not reach an address with bounces: `bouncedAt` is when the first
 * email was sent that bounced since sending was last allowed. That one did not arrive, nor did
 * later ones.
 */
export function undeliveredEmails(
  { status, openedAt, approvals, endedAt }: MailboxCase,
  bouncedAt: string,
): readonly CaseEmail[] {
  const second = approvals[1];
  const emails: readonly CaseEmail[] = [
    { about: 'opened', at: openedAt },
    ...(second === undefined ? [] : [{ about: 'waiting', at: second.at } as const]),
    ...(endedAt === null || !isEnded(status) ? [] : [{ about: 'ended', at: endedAt } as const]),
  ];
  return emails.filter(({ at }) => Date.parse(at) + onItsWay >= Date.parse(bouncedAt));
}
