import { isDeepStrictEqual } from 'node:util';
import {
  certificateStatuses,
  isOpenCertificateStatus,
} from '../../certificates/domain/certificate.ts';
import { keys } from '../../kernel/db/keys.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import {
  type ErasureRule,
  exportedKind,
  itemRules,
  keepingRules,
} from '../../kernel/domain/item-rules.ts';
import {
  type ErasureFinds,
  isTheirs,
  type Relations,
  relationsOf,
} from '../db/erasure-relations.ts';

/** The effect of an erasure on a kind of items, or one of its fields. */
interface PlanLine {
  readonly kind: string;
  /** `*` is the whole item. */
  readonly field: string;
  readonly items: number;
  readonly fate: 'erased' | 'kept';
  /** Until when it is kept, and the rule; null if it is erased. */
  readonly until: string | null;
  readonly rule: string | null;
}

/** Why the person can't be erased now. */
export type ErasureBlocker =
  | 'account_active'
  | 'residency_runs'
  | 'represents_entities'
  | 'case_open'
  /** The account may be about to be taken over or recovered, so the case needs its evidence. */
  | 'mailbox_case_open';

export interface ErasureTarget {
  readonly kind: string;
  readonly item: Item;
}

export interface ErasurePlan {
  readonly personId: string;
  readonly state: 'planned' | 'running' | 'done';
  readonly blockers: readonly ErasureBlocker[];
  readonly lines: readonly PlanLine[];
  readonly files: number;
  /** The items to erase or empty, except the person. */
  readonly targets: readonly ErasureTarget[];
  readonly relations: Relations;
}

/** Every item of the table with its kind; not a consistent snapshot. */
export async function* everyItem(table: Table): AsyncGenerator<ErasureTarget> {
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await table.client.call('Scan', {
      TableName: table.name,
      ConsistentRead: true,
      ExclusiveStartKey: from,
    });
    for (const item of Items) yield { kind: exportedKind(item) ?? '', item };
    from = LastEvaluatedKey;
  } while (from !== undefined);
}

/** How often the scan is repeated if cases of the person change during it. */
const mostWalks = 5;

/**
 * The effects of a person's erasure, field by field. Scans the whole table, because some items are on no list of the
 * person, such as a partner's application for an address. A first scan collects their addresses and cases, a second one
 * their items. Blockers are determined from the second scan, whose items would be erased. Null if the person does not
 * exist. `changed`: their cases changed during every scan.
 */
export async function planErasure(
  personId: string,
  { table, now }: { readonly table: Table; now(): Date },
): Promise<ErasurePlan | 'changed' | null> {
  const person = await getItem(table, keys.person(personId));
  if (person === undefined) return null;
  const look = { person, personId, table, now: now().toISOString() };
  let { relations, blockers } = await lookAround(look, null);
  for (let walk = 0; walk < mostWalks; walk += 1) {
    const seen = await lookAround(look, relations);
    // A person who no longer represents an entity may have started something after the second scan passed it.
    blockers = blockers.union(seen.blockers);
    if (isDeepStrictEqual(seen.relations, relations)) return planOf(person, seen, blockers);
    relations = seen.relations;
  }
  return 'changed';
}

function planOf(
  person: Item,
  { relations, theirs }: Seen,
  blockers: Seen['blockers'],
): ErasurePlan {
  const counts = new Map<string, PlanLine>();
  const count = (line: Omit<PlanLine, 'items'>) => {
    const name = `${line.kind} ${line.field}`;
    counts.set(name, { ...line, items: (counts.get(name)?.items ?? 0) + 1 });
  };
  const erased = { fate: 'erased', until: null, rule: null } as const;
  const targets: ErasureTarget[] = [];
  for (const target of theirs) {
    const { kind, item } = target;
    const rule = ruleOf(kind);
    if (isFiling(target, relations)) {
      count({ kind, field: '*', fate: 'kept', until: keepingRules.register, rule: 'register' });
    } else if (rule.does === 'kept') {
      count({ kind, field: '*', fate: 'kept', until: keepingRules[rule.under], rule: rule.under });
    } else if (rule.does === 'removed') {
      count({ kind, field: '*', ...erased });
      targets.push(target);
    } else if (rule.does === 'emptied') {
      const full = Object.keys(rule.fields).filter((name) => isFull(item[name], rule.fields[name]));
      for (const name of full) count({ kind, field: name, ...erased });
      if (full.length > 0) targets.push(target);
    }
  }
  const ofPerson = itemRules['person']?.erasure;
  if (ofPerson?.does === 'emptied' && person['erasure'] !== 'done') {
    for (const [name, empty] of Object.entries(ofPerson.fields))
      if (isFull(person[name], empty)) count({ kind: 'person', field: name, ...erased });
  }
  const state = person['erasure'];
  return {
    personId: relations.personId,
    state: state === 'running' || state === 'done' ? state : 'planned',
    blockers: [...blockers],
    lines: [...counts.values()].toSorted((one, other) =>
      `${one.kind} ${one.field}` < `${other.kind} ${other.field}` ? -1 : 1,
    ),
    files: new Set(targets.flatMap(({ item }) => fileOf(item) ?? [])).size,
    targets,
    relations,
  };
}

/** The key of an item's file; null if it has none. */
export function fileOf(item: Item): string | null {
  const key: unknown = item['objectKey'] ?? Object(item['file'])['objectKey'];
  return typeof key === 'string' ? key : null;
}

/** Whether a field contains anything that its cleared value does not. */
function isFull(value: unknown, empty: unknown): boolean {
  if (value === undefined || value === null) return false;
  return JSON.stringify(value) !== JSON.stringify(empty);
}

/** Whether an application can't be erased: it is under review, or paid and not submitted. */
export function isOpenCase({ statusId, paidAt }: Item): boolean {
  return statusId === 'Pending Review' || (statusId === 'Draft' && typeof paidAt === 'string');
}

/** Whether the request's proof may still be needed. */
function isOpenRequest({ statusId }: Item): boolean {
  return certificateStatuses.some((each) => each === statusId && isOpenCertificateStatus(each));
}

function ruleOf(kind: string): ErasureRule {
  const rule = itemRules[kind]?.erasure;
  if (rule === undefined) throw new Error(`no rule says what becomes of ${kind || 'an item'}`);
  return rule;
}

/** Whether it is an approved application, which belongs to the register. */
function isFiling({ kind, item }: ErasureTarget, { filings }: Relations): boolean {
  return kind === 'application' && filings.has(String(item['id']));
}

/** The result of one read of the table. */
interface Seen {
  readonly relations: Relations;
  readonly blockers: ReadonlySet<ErasureBlocker>;
  readonly theirs: readonly ErasureTarget[];
}

/**
 * Scans the whole table. `relations` are those of the previous scan, which identify the person's data; null in the
 * first.
 */
async function lookAround(
  {
    person,
    personId,
    table,
    now,
  }: {
    readonly person: Item;
    readonly personId: string;
    readonly table: Table;
    readonly now: string;
  },
  relations: Relations | null,
): Promise<Seen> {
  const found: ErasureFinds = {
    personId,
    emailChanges: [],
    applications: [],
    residencyApplications: [],
    visitorPasses: [],
    visitorPassesOfEmail: [],
    mailboxCases: [],
    claims: [],
    entries: [],
    owned: [],
    othersClaims: new Set(),
  };
  const theirs: ErasureTarget[] = [];
  const blockers = new Set<ErasureBlocker>();
  if (person['status'] !== 'deactivated') blockers.add('account_active');
  const own = keys.person(personId).pk;
  const requests: Item[] = [];
  const proofs = new Set<string>();
  const lists: Readonly<Record<string, Item[]>> = {
    residencyApplication: found.residencyApplications,
    certificateRequest: requests,
    visitorPass: found.visitorPasses,
    visitorPassOfEmail: found.visitorPassesOfEmail,
    mailboxCase: found.mailboxCases,
    reviewOf: found.claims,
  };
  for await (const target of everyItem(table)) {
    const { kind, item } = target;
    ruleOf(kind);
    if (relations !== null && (isFiling(target, relations) || isTheirs[kind]?.(item, relations)))
      theirs.push(target);
    lists[kind]?.push(item);
    if (kind === 'email' && item['personId'] !== personId)
      found.othersClaims.add(String(item['pk']));
    if (kind === 'taxProof' && item['personId'] === personId) proofs.add(String(item['id']));
    if (kind === 'emailChange' && item['personId'] === personId) found.emailChanges.push(item);
    if (kind === 'audit' && Object(item['details'])['reasonId']) found.entries.push(item);
    if (item['pk'] !== own) continue;
    if (kind === 'application') found.applications.push(item);
    if (kind === 'represented') blockers.add('represents_entities');
    if (kind === 'residency' || kind === 'personDocument') found.owned.push(String(item['id']));
    const end = item['terminationDate'];
    if (kind === 'residency' && (typeof end !== 'string' || end > now))
      blockers.add('residency_runs');
  }
  const next = relationsOf(person, found);
  const cases = found.residencyApplications.filter(({ id }) => next.cases.has(String(id)));
  const ofPerson = ({ requestedBy, taxPaymentProofUrl: url }: Item) =>
    requestedBy === personId || proofs.has(String(url).split('/').at(-1) ?? '');
  if (
    [...cases, ...found.applications].some(isOpenCase) ||
    requests.some((item) => isOpenRequest(item) && ofPerson(item))
  )
    blockers.add('case_open');
  const disputed = found.mailboxCases.some(
    (item) => next.mailboxCases.has(String(item['pk'])) && item['endedAt'] === null,
  );
  if (disputed) blockers.add('mailbox_case_open');
  return { relations: next, blockers, theirs };
}
