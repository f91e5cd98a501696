import { listAmendments } from '../../amendments/db/amendments.ts';
import { amendmentStage } from '../../amendments/domain/amendment.ts';
import { readCertificateRequests } from '../../certificates/db/certificates.ts';
import { certificateStage } from '../../certificates/domain/certificate.ts';
import { listDocuments, withdrawnSince } from '../../documents/db/documents.ts';
import type { DocumentDeps } from '../../documents/deps/documents.ts';
import { documentLink } from '../../documents/usecases/present-documents.ts';
import { type ItemKey, keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import type { Item } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findInvoices } from '../../payments/db/invoices.ts';
import { paymentsUnderWay } from '../../payments/usecases/payment-subject.ts';
import { findPeople } from '../../people/db/people.ts';
import { findRepresentedEntity, StoredEntity } from '../../registry/db/entities.ts';
import { listConfirmations } from '../../registry/db/entity-confirmations.ts';
import {
  listRepresentatives,
  listRepresentedEntities,
  noteOpened,
} from '../../registry/db/representatives.ts';
import { confirmationOf } from '../../registry/domain/entity-confirmation.ts';
import { entityStanding } from '../../registry/domain/good-standing.ts';
import type { ListedEntity } from '../pages/own-entities-page.ts';
import type { OwnEntity } from '../pages/own-entity-page.ts';

/** The entities that a person represents, by name, with their status. */
export async function listOwnEntities(
  personId: string,
  { table, now }: Pick<CoreDeps, 'table' | 'now'>,
): Promise<readonly ListedEntity[]> {
  const at = now().toISOString();
  const entities = await listRepresentedEntities(table, personId);
  return entities.map((entity) => ({ ...entity, standing: entityStanding(entity, at) }));
}

/** The keys that an entity's page reads with the session: the entity, and whether the person represents it. */
export function ownEntityKeys(entityId: string, personId: string): readonly ItemKey[] {
  return [keys.entity(entityId), keys.representative(entityId, personId)];
}

/**
 * The entity from the items of `ownEntityKeys`, for a current representative. Error: 404, also if it does not exist.
 */
export function ownEntityOf([entity, representative]: readonly (Item | undefined)[]): StoredEntity {
  const found = representative === undefined ? null : parseFound(StoredEntity, entity);
  if (found === null) throw apiErrors.notFound();
  return found;
}

/**
 * Everything that an entity's page shows. Two round trips after the entity was read, and two more if filings are
 * unpaid.
 */
export async function readOwnEntity(
  entity: StoredEntity,
  deps: Pick<CoreDeps, 'table' | 'confirmationsFrom' | 'now'>,
): Promise<OwnEntity> {
  const { table } = deps;
  const { id } = entity;
  const [representatives, amendments, certificates, confirmations, documents] = await Promise.all([
    listRepresentatives(table, id).then(async (all) => {
      const people = await findPeople(
        table,
        all.map(({ personId }) => personId),
      );
      return all.map(({ personId, since }) => {
        const person = people.find((each) => each.id === personId);
        const { residentPermitNumber = null } = person ?? {};
        return {
          name: person ? personName(person) : null,
          residentPermitNumber,
          since,
        };
      });
    }),
    listAmendments(table, id),
    readCertificateRequests(table, id),
    listConfirmations(table, id),
    readOwnDocuments(id, deps),
  ]);
  const unpaid = [
    ...amendments.filter((filing) => amendmentStage(filing) === 'pay'),
    ...certificates.filter((request) => certificateStage(request) === 'pay'),
  ];
  const years = confirmations.map(({ year }) => year);
  const due = confirmationOf(entity, years, deps.confirmationsFrom, deps.now().toISOString());
  const isDue = due.statusId === 'due' || due.statusId === 'overdue';
  return {
    entity,
    representatives,
    filings: { amendments, certificates, confirmations, paying: await beingPaid(unpaid, deps) },
    confirmationDue:
      isDue && due.dueOn !== null
        ? { dueOn: due.dueOn, overdue: due.statusId === 'overdue' }
        : null,
    documents,
  };
}

/** Ids of invoices with a payment that was started and may arrive. */
async function beingPaid(
  unpaid: readonly { readonly invoiceId: string }[],
  deps: Pick<CoreDeps, 'table' | 'now'>,
): Promise<ReadonlySet<string>> {
  const ids = unpaid.map(({ invoiceId }) => invoiceId);
  const invoices = await findInvoices(deps.table, ids);
  return paymentsUnderWay([...invoices.values()], deps);
}

/** How many documents one read checks for withdrawals. */
const batch = 100;

async function readOwnDocuments(entityId: string, { table }: Pick<CoreDeps, 'table'>) {
  const all = await listDocuments(table, entityId);
  const visible = all.filter(({ visibility }) => visibility === 'visible');
  const batches = Array.from({ length: Math.ceil(visible.length / batch) }, (_, index) =>
    visible.slice(index * batch, (index + 1) * batch),
  );
  const withdrawn = await Promise.all(batches.map((each) => withdrawnSince(table, entityId, each)));
  return visible.map((document) => {
    const since = withdrawn.map((each) => each.get(document.id)).find((at) => at !== undefined);
    return { ...document, withdrawnAt: since ?? null };
  });
}

/** How long a link is valid, in seconds: the document is opened immediately. */
const linkLife = 60;

/**
 * A link to an entity's document, for a current representative. The saved file is named after the entity, the document
 * and its day. The opening is recorded. Error: 404, also for documents that are not shown outside the registry.
 */
export async function linkToOwnDocument(
  { entityId, documentId }: { readonly entityId: string; readonly documentId: string },
  personId: string,
  { table, documents, now }: DocumentDeps & Pick<CoreDeps, 'now'>,
): Promise<string> {
  const [entity, all] = await Promise.all([
    findRepresentedEntity(table, entityId, personId),
    listDocuments(table, entityId),
  ]);
  const document = all.find(({ id }) => id === documentId);
  if (entity === null || document?.visibility !== 'visible') throw apiErrors.notFound();
  await noteOpened(table, { entityId, personId, at: now().toISOString() });
  return documentLink(document, linkLife, documents, fullName(entity));
}
