import { findIntegration } from '../../access/db/partner-integrations.ts';
import { type ItemKey, keys, partitions } from '../../kernel/db/keys.ts';
import { readAll } from '../../kernel/db/page.ts';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItems, type Item, type Table } from '../../kernel/db/table.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import {
  type DataPart,
  dataParts,
  exportedKind,
  itemRules,
} from '../../kernel/domain/item-rules.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { logoKeys } from '../../oauth/db/client-logos.ts';
import { findClient, StoredClient } from '../../oauth/db/oauth-clients.ts';
import { listConsents } from '../../oauth/db/oauth-consents.ts';
import { StoredOwnedClients } from '../../oauth/db/owned-clients.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { activePersonCheck } from '../../people/db/people-checks.ts';
import { isSameEmail } from '../../people/domain/person.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import {
  findResidencyApplication,
  StoredResidencyApplication,
} from '../../residency/db/residency-applications.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { readActivityPage } from '../db/activity-lists.ts';
import type { Activity } from '../domain/activity.ts';

interface RecordView {
  readonly kind: string;
  readonly fields: unknown;
}

/** A person's data, part by part. */
export interface OwnData {
  readonly parts: Readonly<Record<DataPart, readonly RecordView[]>>;
  readonly items: number;
  /** The activity part, in the form of the activity page; newest first. */
  readonly activity: readonly Activity[];
}

/**
 * The maximum number of activity entries in an export, as the printout says; the activity page has
 * older ones.
 */
const mostActivities = 2_000;

/**
 * All stored data about a person, by `itemRules`: the items in their own partition, and related
 * items elsewhere. The export is recorded in their activity.
 *
 * Error: 409 `person.deactivated`.
 */
export async function exportOwnData(person: StoredPerson, deps: CoreDeps): Promise<OwnData> {
  const { table } = deps;
  const own = await readAll(table, { value: partitions.person(person.id) });
  const [activity, elsewhere] = await Promise.all([
    allActivity(person.id, table),
    whatIsElsewhere(person, own, table),
  ]);
  const uploads = activity.flatMap(({ action, subject }) =>
    action === 'tax_proof.uploaded' && subject !== null ? [keys.taxProof(subject.id)] : [],
  );
  const items = [...own, ...elsewhere, ...(await found(uploads, table))];
  const records = items.flatMap((item): readonly (RecordView & { readonly part: DataPart })[] => {
    const kind = exportedKind(item) ?? '';
    const part = dataParts.find((each) => each === itemRules[kind]?.shown);
    return part === undefined ? [] : [{ part, kind, fields: shownFields(item) }];
  });
  const acts = activity.map((fields) => ({ part: 'activity' as const, kind: 'activity', fields }));
  const all = [...records, ...acts];
  await recordExport(person.id, all.length, deps);
  const byPart = Map.groupBy(all, ({ part }) => part);
  const of = (part: DataPart) =>
    (byPart.get(part) ?? []).map(({ kind, fields }) => ({ kind, fields }));
  return {
    items: all.length,
    activity,
    parts: {
      account: of('account'),
      residency: of('residency'),
      access: of('access'),
      applications: of('applications'),
      entities: of('entities'),
      proofs: of('proofs'),
      activity: of('activity'),
    },
  };
}

/**
 * Third parties with a person's data: connected applications, and the partner that applied for
 * them.
 */
export async function readRecipients(
  { id, email, residencyApplicationId }: StoredPerson,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<readonly { readonly name: string; readonly since: string }[]> {
  const applicationId = residencyApplicationId ?? null;
  const [consents, claimed] = await Promise.all([
    listConsents(table, id),
    applicationId === null ? null : findResidencyApplication(table, applicationId),
  ]);
  // A draft whose address was changed since is about another person.
  const application =
    claimed !== null && isSameEmail(claimed.data.personalDetails.email, email) ? claimed : null;
  const [clients, partner] = await Promise.all([
    Promise.all(consents.map(({ clientId }) => findClient(table, clientId))),
    application === null ? null : findIntegration(table, application.integrationId),
  ]);
  return [
    ...consents.map(({ clientId, createdAt }, position) => ({
      name: clients[position]?.name ?? clientId,
      since: createdAt,
    })),
    ...(partner === null || application === null
      ? []
      : [{ name: partner.name, since: application.createdAt }]),
  ];
}

async function allActivity(personId: string, table: Table): Promise<readonly Activity[]> {
  const all: Activity[] = [];
  for (let after: string | undefined; all.length < mostActivities; ) {
    const page = await readActivityPage(table, personId, {}, { limit: 100, after });
    all.push(...page.items);
    if (page.next === null) return all;
    after = page.next;
  }
  return all;
}

/** Data outside the person's partition: last use of keys, files and invoices of applications, passes, the address. */
async function whatIsElsewhere(
  { id, email, residencyApplicationId }: StoredPerson,
  own: readonly Item[],
  table: Table,
): Promise<readonly Item[]> {
  const ofKind = (requested: string) => own.filter((item) => exportedKind(item) === requested);
  const passes = await readAll(table, { value: keys.visitorPassOfEmail(email, '', '').pk });
  const applications = new Set([
    ...(residencyApplicationId ? [residencyApplicationId] : []),
    ...ofKind('residency').flatMap(({ applicationId }) =>
      typeof applicationId === 'string' ? [applicationId] : [],
    ),
  ]);
  const first = await found(
    [
      keys.mailAddress(email),
      keys.staffMember(id),
      ...ofKind('ownedClients').flatMap(clientsOf),
      ...ofKind('ownedKey').map((key) => keys.keyUse(String(key['id']))),
      ...ofKind('application').flatMap(invoiceOf),
      ...passes.map(({ itemPk, itemSk }) => ({ pk: String(itemPk), sk: String(itemSk) })),
      ...[...applications].map((application) => keys.residencyApplication(application)),
    ],
    table,
  );
  const isTheirs = (item: Item) => isApplicationOf(item, { id, email });
  const theirs = first.filter(isTheirs);
  const second = await found(
    [
      ...theirs.flatMap((application) => [...invoiceOf(application), ...proofOf(application)]),
      ...first.filter((item) => exportedKind(item) === 'oauthClient').flatMap(logosOf),
    ],
    table,
  );
  const isApplication = (item: Item) => exportedKind(item) === 'residencyApplication';
  return [...first.filter((item) => !isApplication(item) || isTheirs(item)), ...second];
}

/**
 * Whether a residency application is about the person. A draft keeps the id of the account that
 * claimed it, even if the partner later changes its address to another applicant's. So an approved
 * application belongs to its person, and any other to the owner of its address.
 */
function isApplicationOf(item: Item, { id, email }: Pick<StoredPerson, 'id' | 'email'>): boolean {
  if (exportedKind(item) !== 'residencyApplication') return false;
  const application = parseStored(StoredResidencyApplication, item);
  return application.personId === id || isSameEmail(application.data.personalDetails.email, email);
}

function clientsOf(owned: Item): readonly ItemKey[] {
  return parseStored(StoredOwnedClients, owned).clientIds.map((id) => keys.oauthClient(id));
}

function logosOf(client: Item): readonly ItemKey[] {
  return logoKeys(parseStored(StoredClient, client));
}

function invoiceOf({ invoiceId }: Item): readonly ItemKey[] {
  return typeof invoiceId === 'string' ? [keys.invoice(invoiceId)] : [];
}

function proofOf({ data }: Item): readonly ItemKey[] {
  const id: unknown = Object(data)['proofOfAddressUploadId'];
  return typeof id === 'string' ? [keys.proofOfAddress(id)] : [];
}

async function found(requested: readonly ItemKey[], table: Table): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let first = 0; first < requested.length; first += 100) {
    const some = await getItems(table, requested.slice(first, first + 100));
    items.push(...some.filter((item) => item !== undefined));
  }
  return items;
}

async function recordExport(personId: string, items: number, deps: CoreDeps): Promise<void> {
  const outcome = await transact(deps.table, {
    person: orElse(activePersonCheck(personId), apiErrors.personDeactivated),
    ...auditPerson(deps, {
      at: deps.now().toISOString(),
      actor: personActor(personId),
      personId,
      action: 'person.data_exported',
      details: { items },
    }),
  });
  if (outcome.kind === 'refused') throw outcome.refusal ?? outcome.error;
}

/** Item fields that are never exported: table keys, digests, secrets and storage locations. */
const leftOut: ReadonlySet<string> = new Set([
  ...['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk', 'gsi2sk', 'ttl', 'itemPk', 'itemSk'],
  ...[
    'hash',
    'token',
    'tokenHash',
    'signatureToken',
    'formToken',
    'nonce',
    'reference',
    'publicKey',
  ],
  ...['objectKey', 'version', 'secrets', 'shards', 'counterId', 'sessionPk', 'credentialId'],
]);

/** An item as it is exported to its person: without secrets and internal fields. */
function shownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !leftOut.has(name))
      .map(([name, inner]) => [name, shownFields(inner)]),
  );
}
