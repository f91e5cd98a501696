import type { PersonalCaller, PersonalKeyCaller } from '../../access/auth/caller.ts';
import { reachesApplication } from '../../access/domain/key-bounds.ts';
import type { CreatedDays, CursorPage } from '../../kernel/contracts/pagination.ts';
import { ofOwner } from '../../kernel/db/owned.ts';
import type { Page } from '../../kernel/db/page.ts';
import type { Table } from '../../kernel/db/table.ts';
import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { findInvoice, findInvoices, type StoredInvoice } from '../../payments/db/invoices.ts';
import type { InvoiceRefusal } from '../../payments/domain/invoice.ts';
import { knownPerson } from '../../reviews/usecases/create-review.ts';
import { informationErrors, reviewed } from '../../reviews/usecases/reviewed.ts';
import { type Application, presentApplication } from '../contracts/application.ts';
import {
  applicationWrite,
  findAnyApplication,
  findApplication,
  listApplications,
  pageOfApplications,
  type StoredApplication,
} from '../db/applications.ts';
import { type ApplicationRefusal, decideApplication } from '../domain/application.ts';
import * as incorporationErrors from '../errors/incorporation-errors.ts';

/** The key owner's application. Error: 404, both if it does not exist and if it is not visible. */
export async function readOwnApplication(
  table: Table,
  id: string,
  caller: PersonalKeyCaller,
): Promise<StoredApplication> {
  const application = await findOwnApplication(table, id, caller);
  if (application === null) throw apiErrors.applicationNotFound();
  return application;
}

/** The same, also for the portal; null if not visible. */
export async function findOwnApplication(
  table: Table,
  id: string,
  caller: PersonalCaller,
): Promise<StoredApplication | null> {
  const application = await findApplication(table, caller.personId, id);
  return application !== null && reachesApplication(caller, application) ? application : null;
}

/** The key owner's applications that the key may see, newest first. */
export async function readOwnApplications(
  table: Table,
  caller: PersonalKeyCaller,
): Promise<readonly StoredApplication[]> {
  const applications = await listApplications(table, caller.personId);
  return applications.filter((application) => reachesApplication(caller, application));
}

export interface InvoicedApplication {
  readonly application: StoredApplication;
  /** Null until the first payment attempt. */
  readonly invoice: StoredInvoice | null;
}

/** The application of any owner, with its invoice; for operators. Error: 404. */
export async function readAnyApplication(
  id: string,
  { table }: { readonly table: Table },
): Promise<InvoicedApplication> {
  const application = await findAnyApplication(table, id);
  if (application === null) throw apiErrors.notFound();
  return { application, invoice: await findInvoice(table, application.invoiceId) };
}

/** Filters; without any, all applications match. */
interface ApplicationChoice extends CreatedDays {
  readonly status?: string | undefined;
  readonly personId?: string | undefined;
}

/** A page of the applications that match, newest first. */
export async function listAllApplications(
  { limit, cursor, personId, status: state, ...days }: ApplicationChoice & CursorPage,
  { table }: { readonly table: Table },
): Promise<Page<StoredApplication>> {
  const request = { limit, after: cursor };
  if (personId === undefined) return pageOfApplications(table, { state, ...days }, request);
  return ofOwner(await listApplications(table, personId), { state, ...days }, request);
}

/** The review of a legal-entity application: an approval incorporates the entity (spec 3.1), see incorporate-entity.ts. */
export const applicationReview = reviewed({
  find: findAnyApplication,
  writes: (next) => ({ application: applicationWrite(next) }),
  decide: decideApplication,
  isWithdrawn: ({ withdrawnAt }) => withdrawnAt !== undefined,
  mail: (applicationId, outcome) => ({ template: `application_${outcome}`, applicationId }),
  proposes: ({ id, name }) => ({ name, own: [id] }),
  applicant: ({ ownerId }) => ({ personId: ownerId }),
  name: ({ name, extension }) => fullName({ name, extension, nameStartsWithExtension: false }),
  facts: async (application, deps) => ({
    type: 'legal_entity_application' as const,
    application,
    owner: await knownPerson(application.ownerId, deps),
  }),
});

/** Exhaustive on purpose: a new refusal does not compile until someone chooses its message. */
export const applicationErrors: Record<
  ApplicationRefusal | 'not_api_created' | InvoiceRefusal,
  () => ApiError
> = {
  not_draft: apiErrors.applicationNotDraft,
  not_api_created: apiErrors.applicationNotApiCreated,
  already_paid: apiErrors.applicationInvoicePaid,
  already_signed: incorporationErrors.agreementAlreadySigned,
  // The owner signs in the portal, so there is no link.
  owner_signs: apiErrors.notFound,
  not_ready: incorporationErrors.applicationNotReady,
  name_taken: apiErrors.nameTaken,
  not_pending_review: incorporationErrors.applicationNotPendingReview,
  ...informationErrors,
  invoice_paid: apiErrors.applicationInvoicePaid,
  invoice_not_open: apiErrors.applicationInvoiceNotOpen,
};

/** Applications as returned, in the given order. The invoice is null before the first payment attempt. */
export async function presentApplications(
  applications: readonly StoredApplication[],
  deps: Pick<ServiceDeps, 'table' | 'baseUrl'>,
): Promise<Application[]> {
  const invoices = await findInvoices(
    deps.table,
    applications.map(({ invoiceId }) => invoiceId),
  );
  return applications.map((application) =>
    presentApplication(application, invoices.get(application.invoiceId) ?? null, deps),
  );
}

/** One application as returned. */
export async function presentOneApplication(
  application: StoredApplication,
  deps: Pick<ServiceDeps, 'table' | 'baseUrl'>,
): Promise<Application> {
  return presentApplication(
    application,
    await findInvoice(deps.table, application.invoiceId),
    deps,
  );
}
