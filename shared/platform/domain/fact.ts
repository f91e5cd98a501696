import { canonicalJson } from '../../kernel/domain/same-value.ts';
/** An item as the stream has it. */
export type Image = Readonly<Record<string, unknown>>;

/** One change of the table, as its stream tells it. */
export interface Change {
  readonly pk: string;
  readonly sk: string;
  /** Undefined for an item that is new. */
  readonly before: Image | undefined;
  /** Undefined for an item that is gone. */
  readonly after: Image | undefined;
  /** That its time to live removed the item: nobody did. */
  readonly expired: boolean;
  /** When the table was written, to the second: the stream says no more. */
  readonly at: string;
  /** The stream's number of the change: it grows with the changes of one item. */
  readonly sequence: string;
}

/**
 * What a restored table must contain of an item: the rule's fields, or null if the item was removed. The newest fact of
 * an item is decisive.
 */
export interface Fact {
  readonly of: FactKind;
  readonly pk: string;
  readonly sk: string;
  readonly at: string;
  readonly sequence: string;
  readonly state: Image | null;
}

/** The copied parts of a kind of items. */
interface FactRule {
  /** The partition's prefix, and the sort key: all of it, or its beginning where it ends in `#`. */
  readonly pk: string;
  readonly sk: string;
  /**
   * - `end`: kept once `ended`, and from then on with every change: what stopped being good.
   * - `claim`: kept from the beginning: what is taken permanently.
   * - `removal`: that it was removed, and that it is there again.
   */
  readonly keep: 'end' | 'claim' | 'removal';
  readonly fields: readonly string[];
  readonly ended?: (item: Image) => boolean;
  /** For a removal: the item never returns, so only its removal is copied. */
  readonly once?: true;
}

const hasEnded = (field: string) => (item: Image) => (item[field] ?? null) !== null;
const isInactive = (item: Image) => item['active'] === false;

/**
 * Which items leave facts, and which of their fields. No names, addresses or other data of persons: ids, instants, numbers that
 * are public, digests. A certificate's facts are those on its public page.
 */
const factRules = {
  apiKey: {
    pk: 'KEY#',
    sk: 'KEY',
    keep: 'end',
    fields: ['revokedAt', 'integrationActive', 'ttl'],
    ended: (item) => hasEnded('revokedAt')(item) || item['integrationActive'] === false,
  },
  personalKey: {
    pk: 'PERSON#',
    sk: 'APIKEY#',
    keep: 'end',
    fields: ['revokedAt'],
    ended: hasEnded('revokedAt'),
  },
  partnerKey: {
    pk: 'INTEGRATION#',
    sk: 'APIKEY#',
    keep: 'end',
    fields: ['revokedAt'],
    ended: hasEnded('revokedAt'),
  },
  integration: {
    pk: 'INTEGRATION#',
    sk: 'INTEGRATION',
    keep: 'end',
    fields: ['active'],
    ended: isInactive,
  },
  oauthClient: {
    pk: 'CLIENT#',
    sk: 'CLIENT',
    keep: 'end',
    // Secrets as their SHA-256, as in the table: a replaced secret must not work again. Ended tokens from before an instant stay
    // ended.
    fields: ['active', 'secrets', 'tokensNotBefore'],
    ended: () => true,
  },
  person: {
    pk: 'PERSON#',
    sk: 'PERSON',
    keep: 'end',
    fields: ['status', 'credentialEpoch'],
    ended: (item) => item['status'] === 'deactivated',
  },
  manifestation: {
    pk: 'PERSON#',
    sk: 'MANIFESTATION',
    keep: 'end',
    fields: ['active', 'revokedAt'],
    ended: isInactive,
  },
  residency: {
    pk: 'PERSON#',
    sk: 'RESIDENCY#',
    keep: 'end',
    fields: ['id', 'terminationDate'],
    ended: hasEnded('terminationDate'),
  },
  consent: { pk: 'PERSON#', sk: 'CONSENT#', keep: 'removal', fields: ['id'] },
  representative: { pk: 'ENTITY#', sk: 'REPRESENTATIVE#', keep: 'removal', fields: [] },
  represented: { pk: 'PERSON#', sk: 'ENTITY#', keep: 'removal', fields: [] },
  // One that was removed or suspended must not work again, and no counter may go back.
  passkey: {
    pk: 'PERSON#',
    sk: 'PASSKEY#',
    keep: 'removal',
    fields: ['id', 'signCount', 'suspendedAt'],
  },
  staffMember: {
    pk: 'STAFF',
    sk: 'MEMBER#',
    keep: 'end',
    // Every change may take something away.
    fields: ['status', 'roles', 'subjectTypes'],
    ended: () => true,
  },
  // One that was stopped, or carried out, must not be carried out again by an approval of before.
  mailboxCase: {
    pk: 'MAILBOX_CASE#',
    sk: 'MAILBOX_CASE',
    keep: 'end',
    fields: ['endedAt'],
    ended: hasEnded('endedAt'),
  },
  staffSeeds: { pk: 'STAFF', sk: 'SEEDS', keep: 'claim', fields: ['takenOver'] },
  session: { pk: 'SESSION#', sk: 'SESSION', keep: 'removal', fields: [], once: true },
  grant: {
    pk: 'GRANT#',
    sk: 'GRANT',
    keep: 'end',
    fields: ['revokedAt'],
    ended: hasEnded('revokedAt'),
  },
  refreshToken: {
    pk: 'REFRESH_TOKEN#',
    sk: 'REFRESH_TOKEN',
    keep: 'end',
    fields: ['usedAt'],
    ended: hasEnded('usedAt'),
  },
  authorizationCode: {
    pk: 'OAUTH_CODE#',
    sk: 'OAUTH_CODE',
    keep: 'end',
    fields: ['usedAt'],
    ended: hasEnded('usedAt'),
  },
  revokedToken: {
    pk: 'REVOKED_TOKEN#',
    sk: 'REVOKED_TOKEN',
    keep: 'claim',
    fields: ['revokedAt', 'ttl'],
  },
  voucher: {
    pk: 'VOUCHER#',
    sk: 'VOUCHER',
    keep: 'end',
    fields: ['redeemedAt', 'redeemedFor'],
    ended: hasEnded('redeemedAt'),
  },
  payment: {
    pk: 'PAYMENT#',
    sk: 'PAYMENT',
    keep: 'claim',
    fields: ['provider', 'paymentId', 'outcome', 'invoiceId', 'at'],
  },
  paymentReport: {
    pk: 'PAYMENT_REPORT#',
    sk: 'PAYMENT_REPORT',
    keep: 'claim',
    fields: ['provider', 'eventId', 'at', 'ttl'],
  },
  // What was taken back must not show anyone's data again.
  holderProof: {
    pk: 'PROOF#',
    sk: 'PROOF',
    keep: 'end',
    fields: ['revokedAt'],
    ended: hasEnded('revokedAt'),
  },
  ownedProof: {
    pk: 'PERSON#',
    sk: 'PROOF#',
    keep: 'end',
    fields: ['revokedAt'],
    ended: hasEnded('revokedAt'),
  },
  credential: {
    pk: 'PERSON#',
    sk: 'CREDENTIAL#',
    keep: 'end',
    fields: ['revokedAt'],
    ended: hasEnded('revokedAt'),
  },
  credentialGrant: {
    pk: 'CREDENTIAL_GRANT#',
    sk: 'CREDENTIAL_GRANT',
    keep: 'end',
    fields: ['revokedAt'],
    ended: hasEnded('revokedAt'),
  },
  // A code that was redeemed must not be good again.
  credentialOffer: {
    pk: 'CREDENTIAL_OFFER#',
    sk: 'CREDENTIAL_OFFER',
    keep: 'end',
    fields: ['redeemedAt'],
    ended: hasEnded('redeemedAt'),
  },
  // Two credentials with one index would be revoked together.
  credentialIndex: {
    pk: 'CREDENTIAL_INDEX#',
    sk: 'CREDENTIAL_INDEX',
    keep: 'claim',
    fields: ['ttl'],
  },
  // What was revoked once is revoked permanently.
  revokedPlace: {
    pk: 'STATUS_LIST#',
    sk: 'REVOKED#',
    keep: 'claim',
    fields: ['index', 'ttl'],
  },
  certificateCode: {
    pk: 'CERTIFICATE_CODE#',
    sk: 'CERTIFICATE_CODE',
    keep: 'claim',
    fields: [
      'type',
      'requestId',
      'applicationId',
      'change',
      'entityId',
      'entityName',
      'residentPermitNumber',
      'issuedAt',
      'sha256',
    ],
  },
  // Without the reason, which an operator has typed.
  withdrawal: {
    pk: 'WITHDRAWAL#',
    sk: 'WITHDRAWAL',
    keep: 'claim',
    fields: ['entityId', 'documentId', 'withdrawnAt', 'replacedBy'],
  },
  residentPermitNumber: {
    pk: 'RPN#',
    sk: 'RPN',
    keep: 'claim',
    fields: ['resident', 'ownerId', 'periods'],
  },
} as const satisfies Record<string, FactRule>;

export type FactKind = keyof typeof factRules;

// Object.entries loses the names' type.
const rules = Object.entries(factRules) as readonly [FactKind, FactRule][];

/** The kind of items that a key belongs to; undefined if nothing is kept of it. */
function factKindOf(pk: string, sk: string): FactKind | undefined {
  return rules.find(
    ([, rule]) =>
      pk.startsWith(rule.pk) && (rule.sk.endsWith('#') ? sk.startsWith(rule.sk) : sk === rule.sk),
  )?.[0];
}

/** What must be kept of a change; undefined: nothing. */
export function factOf(change: Change): Fact | undefined {
  const { pk, sk, before, after, expired, at, sequence } = change;
  const of = factKindOf(pk, sk);
  if (of === undefined) return undefined;
  const rule: FactRule = factRules[of];
  const fact = (state: Image | null): Fact => ({ of, pk, sk, at, sequence, state });
  if (after === undefined) {
    // What is taken permanently, or has ended, is not undone by a removal.
    return rule.keep === 'removal' && !expired ? fact(null) : undefined;
  }
  const state = picked(rule, after);
  if (before !== undefined && canonicalJson(picked(rule, before)) === canonicalJson(state)) {
    return undefined;
  }
  if (rule.keep === 'removal') return rule.once ? undefined : fact(state);
  if (rule.keep === 'claim') return fact(state);
  // Once it has ended, its coming back is kept as well: the newest fact counts.
  const isKept = rule.ended?.(after) || (before !== undefined && rule.ended?.(before));
  return isKept ? fact(state) : undefined;
}

function picked({ fields }: FactRule, item: Image): Image {
  return Object.fromEntries(
    fields.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  );
}

/** The later of two facts about one item. */
export function newerFact(one: Fact, other: Fact): Fact {
  if (one.at !== other.at) return one.at > other.at ? one : other;
  const width = Math.max(one.sequence.length, other.sequence.length);
  return one.sequence.padStart(width, '0') > other.sequence.padStart(width, '0') ? one : other;
}

/** Prefixes of partitions of which every change may leave something, and of those in which only some items do. */
export const watched = {
  partitions: [...new Set(rules.filter(([, { sk }]) => isAlone(sk)).map(([, { pk }]) => pk))],
  /** Partitions of owners, with what else lies there. */
  owners: [...new Set(rules.filter(([, { sk }]) => !isAlone(sk)).map(([, { pk }]) => pk))],
  items: [...new Set(rules.filter(([, { sk }]) => !isAlone(sk)).map(([, { sk }]) => sk))],
} as const;

/** Sort keys of items that share their partition with others. */
function isAlone(sk: string): boolean {
  return !sk.endsWith('#') && !['PERSON', 'MANIFESTATION', 'INTEGRATION'].includes(sk);
}
