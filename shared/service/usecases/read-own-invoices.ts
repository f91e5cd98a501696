import { listAmendments } from '../../amendments/db/amendments.ts';
import { readCertificateRequests } from '../../certificates/db/certificates.ts';
import { listApplications, StoredApplication } from '../../incorporation/db/applications.ts';
import { toDoFor } from '../../incorporation/domain/application.ts';
import { keys } from '../../kernel/db/keys.ts';
import { parseFound } from '../../kernel/db/stored.ts';
import { getItems, type Item } from '../../kernel/db/table.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { personName } from '../../kernel/domain/person-name.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findInvoice, StoredInvoice } from '../../payments/db/invoices.ts';
import { paymentsUnderWay } from '../../payments/usecases/payment-subject.ts';
import type { StoredPerson } from '../../people/db/people.ts';
import { StoredEntity } from '../../registry/db/entities.ts';
import { listRepresented, listRepresentedEntities } from '../../registry/db/representatives.ts';
import type { StoredResidencyApplication } from '../../residency/db/residency-applications.ts';
import type { OwnInvoice } from '../pages/invoice-texts.ts';
import type { OwnInvoices } from '../pages/own-invoices-page.ts';
import { residencyApplicationOf } from './read-applications-of.ts';
import { ownEntityOf } from './read-own-entity.ts';

type Reading = Pick<CoreDeps, 'table' | 'now'>;

/** The maximum number of keys in a BatchGetItem. */
const batch = 100;

/**
 * The invoices of a person's applications, and the entities that have invoices of their own. Two round trips. The
 * residency application's invoice is the person's if they paid it in a checkout; a partner's payment belongs to the
 * partner.
 */
export async function readOwnInvoices(person: StoredPerson, deps: Reading): Promise<OwnInvoices> {
  const [invoices, residency, entities] = await Promise.all([
    listApplications(deps.table, person.id).then((all) =>
      invoicesOf(
        all.map(({ invoiceId, name, extension }) => ({ invoiceId, name: `${name} ${extension}` })),
        null,
        deps,
      ),
    ),
    residencyApplicationOf(person, deps).then(async (application) =>
      (await invoicesOf(residencyFilings(application), null, deps)).filter(isPaidOnline),
    ),
    listRepresentedEntities(deps.table, person.id),
  ]);
  return { entity: null, invoices: newestFirst([...invoices, ...residency]), entities };
}

/** The ids of applications with a payment that was started and may arrive. Two round trips at most. */
export async function applicationsBeingPaid(
  applications: readonly StoredApplication[],
  deps: Reading,
): Promise<ReadonlySet<string>> {
  const unpaid = applications.filter((application) => toDoFor(application).includes('pay'));
  const invoices = await invoicesOf(unpaid, null, deps);
  return new Set(invoices.flatMap(({ isPaying, subject }) => (isPaying ? [subject.id] : [])));
}

/** The residency application with its invoice, if it has one. */
function residencyFilings(application: StoredResidencyApplication | null) {
  if (application?.invoiceId == null) return [];
  const name = personName(application.data.personalDetails) ?? '';
  return [{ invoiceId: application.invoiceId, name }];
}

/** Whether it was paid in a checkout, not with a partner's voucher. */
function isPaidOnline({ payment }: Pick<OwnInvoice, 'payment'>): boolean {
  return payment !== null;
}

/** The invoices of an entity's filings, from the items of `ownEntityKeys`. Two round trips. Error: 404. */
export async function readEntityInvoices(
  found: readonly (Item | undefined)[],
  deps: Reading,
): Promise<OwnInvoices> {
  const entity = ownEntityOf(found);
  const filed = await Promise.all([
    listAmendments(deps.table, entity.id),
    readCertificateRequests(deps.table, entity.id),
  ]);
  const name = fullName(entity);
  const filings = filed.flat().map(({ invoiceId }) => ({ invoiceId, name }));
  return { entity, invoices: await invoicesOf(filings, entity.id, deps), entities: [] };
}

async function invoicesOf(
  filings: readonly { readonly invoiceId: string; readonly name: string }[],
  entityId: string | null,
  deps: Reading,
): Promise<readonly OwnInvoice[]> {
  const batches = Array.from({ length: Math.ceil(filings.length / batch) }, (_, index) =>
    filings.slice(index * batch, (index + 1) * batch),
  );
  const found = await Promise.all(
    batches.map(async (each) => {
      const items = await getItems(
        deps.table,
        each.map(({ invoiceId }) => keys.invoice(invoiceId)),
      );
      return each.flatMap(({ name }, index) => {
        const invoice = parseFound(StoredInvoice, items[index]);
        return invoice === null ? [] : [{ ...invoice, name, entityId }];
      });
    }),
  );
  const invoices = found.flat();
  const paying = await paymentsUnderWay(invoices, deps);
  return newestFirst(invoices.map((invoice) => ({ ...invoice, isPaying: paying.has(invoice.id) })));
}

function newestFirst(invoices: readonly OwnInvoice[]): readonly OwnInvoice[] {
  return invoices.toSorted((one, other) =>
    one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0,
  );
}

/**
 * An invoice, for a person who may pay it: the owner of an application, or a current representative of the entity that
 * filed. Two round trips. Error: 404, also if it does not exist.
 */
export async function readOwnInvoice(
  invoiceId: string,
  person: StoredPerson,
  deps: Reading,
): Promise<OwnInvoice> {
  const [invoice, entityIds] = await Promise.all([
    findInvoice(deps.table, invoiceId),
    listRepresented(deps.table, person.id),
  ]);
  if (invoice === null) throw apiErrors.notFound();
  const [shown, paying] = await Promise.all([
    ownedBy(invoice, person, entityIds, deps),
    paymentsUnderWay([invoice], deps),
  ]);
  if (shown === null) throw apiErrors.notFound();
  return { ...shown, isPaying: paying.has(invoice.id) };
}

async function ownedBy(
  invoice: StoredInvoice,
  person: StoredPerson,
  entityIds: readonly string[],
  deps: Reading,
): Promise<OwnInvoice | null> {
  const { type, id } = invoice.subject;
  if (type === 'residency_application') {
    if (person.residencyApplicationId !== id || !isPaidOnline(invoice)) return null;
    const [filing] = residencyFilings(await residencyApplicationOf(person, deps));
    return filing === undefined ? null : { ...invoice, name: filing.name, entityId: null };
  }
  if (type === 'legal_entity_application') {
    const [item] = await getItems(deps.table, [keys.application(person.id, id)]);
    const application = parseFound(StoredApplication, item);
    if (application === null) return null;
    return { ...invoice, name: `${application.name} ${application.extension}`, entityId: null };
  }
  const keyOf = type === 'amendment' ? keys.amendment : keys.certificateRequest;
  const half = batch / 2;
  const batches = Array.from({ length: Math.ceil(entityIds.length / half) }, (_, index) =>
    entityIds.slice(index * half, (index + 1) * half),
  );
  const found = await Promise.all(
    batches.map(async (ids) => {
      const items = await getItems(
        deps.table,
        ids.flatMap((entityId) => [keyOf(entityId, id), keys.entity(entityId)]),
      );
      const at = ids.findIndex((_, index) => items[2 * index] !== undefined);
      return at < 0 ? null : parseFound(StoredEntity, items[2 * at + 1]);
    }),
  );
  const entity = found.find((each) => each !== null) ?? null;
  return entity && { ...invoice, name: fullName(entity), entityId: entity.id };
}
