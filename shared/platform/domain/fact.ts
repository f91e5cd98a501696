import { canonicalJson } from '../../kernel/domain/same-value.ts';
/** An item as it is in the stream. */
export type Image = Readonly<Record<string, unknown>>;

/** One change of the table, from its stream. */
export interface Change {
  readonly pk: string;
  readonly sk: string;
  /** Undefined for a new item. */
  readonly before: Image | undefined;
  /** Undefined for a removed item. */
  readonly after: Image | undefined;
  /** Whether the item's time to live removed it, not a person or the service. */
  readonly expired: boolean;
  /** When the table was written, to the second: the stream is no more precise. */
  readonly at: string;
  /** The stream's sequence number, which increases with the changes of one item. */
  readonly sequence: string;
}

/**
 * What a restored table must contain for an item: the rule's fields, or null if the item was removed. The newest fact
 * of an item decides.
 */
export interface Fact {
  readonly of: FactKind;
  readonly pk: string;
  readonly sk: string;
  readonly at: string;
  readonly sequence: string;
  readonly state: Image | null;
}

/** Which parts of a kind of item are copied. */
interface FactRule {
  /** The prefix of the partition key, and the sort key. A sort key that ends in `#` is also a prefix. */
  readonly pk: string;
  readonly sk: string;
  /**
   * - `end`: copied with every change once the item has `ended`: it is no longer valid.
   * - `claim`: copied from the start: it is taken permanently.
   * - `removal`: its removal is copied, and its return.
   */
  readonly keep: 'end' | 'claim' | 'removal';
  readonly fields: readonly string[];
  readonly ended?: (item: Image) => boolean;
  /** For `removal`: the item never returns, so only its removal is copied. */
  readonly once?: true;
}

const hasEnded = (field: string) => (item: Image) => (item[field] ?? null) !== null;
const isInactive = (item: Image) => item['active'] === false;

/**
 * The items that leave facts, and their copied fields. These never contain names, addresses or other personal data,
 * only ids, instants, public numbers and digests. A certificate's facts are those on its public page.
 */
export const factRules = {
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
    // The secrets' SHA-256, as in the table: a replaced secret must not work again. Tokens that were revoked by an
    // instant stay revoked.
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
  // A removed or suspended passkey must not work again, and no counter may decrease.
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
    // Any change may remove a right.
    fields: ['status', 'roles', 'subjectTypes'],
    ended: () => true,
  },
  // A case that was stopped or carried out must not be carried out again with an old approval.
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
  // A revoked proof must not show anyone's data again.
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
  // A redeemed code must not be valid again.
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
  // A revocation is permanent.
  revokedIndex: {
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
  // Without the reason, which an operator typed.
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

/** The kind of items that a key belongs to, or undefined if no facts of it are kept. */
function factKindOf(pk: string, sk: string): FactKind | undefined {
  return rules.find(
    ([, rule]) =>
      pk.startsWith(rule.pk) && (rule.sk.endsWith('#') ? sk.startsWith(rule.sk) : sk === rule.sk),
  )?.[0];
}

/** The fact that a change leaves, or undefined if there is none. */
export function factOf(change: Change): Fact | undefined {
  const { pk, sk, before, after, expired, at, sequence } = change;
  const of = factKindOf(pk, sk);
  if (of === undefined) return undefined;
  const rule: FactRule = factRules[of];
  const fact = (state: Image | null): Fact => ({ of, pk, sk, at, sequence, state });
  if (after === undefined) {
    // The removal of an item does not undo a permanent claim or an end.
    return rule.keep === 'removal' && !expired ? fact(null) : undefined;
  }
  const state = picked(rule, after);
  if (before !== undefined && canonicalJson(picked(rule, before)) === canonicalJson(state)) {
    return undefined;
  }
  if (rule.keep === 'removal') return rule.once ? undefined : fact(state);
  if (rule.keep === 'claim') return fact(state);
  // If an ended item becomes valid again, that is copied too, because the newest fact decides.
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

/** Prefixes of partitions in which any change may leave a fact, and of those in which only some items do. */
export const watched = {
  partitions: [...new Set(rules.filter(([, { sk }]) => isAlone(sk)).map(([, { pk }]) => pk))],
  /** Partitions of owners, which also contain other items. */
  owners: [...new Set(rules.filter(([, { sk }]) => !isAlone(sk)).map(([, { pk }]) => pk))],
  items: [...new Set(rules.filter(([, { sk }]) => !isAlone(sk)).map(([, { sk }]) => sk))],
} as const;

/** Sort keys of items that share their partition with others. */
function isAlone(sk: string): boolean {
  return !sk.endsWith('#') && !['PERSON', 'MANIFESTATION', 'INTEGRATION'].includes(sk);
}
