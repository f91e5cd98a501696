import { actorOf } from '../../shared/access/auth/actor.ts';
import { findAnyApplication } from '../../shared/incorporation/applications.ts';
import { presentInvoice } from '../../shared/incorporation/contracts/admin-applications.ts';
import { presentApplication } from '../../shared/incorporation/contracts/application.ts';
import {
  adminGetApplication,
  adminGetInvoice,
  adminRecordApplication,
  adminRenameApplication,
  adminSubmitApplication,
  adminVoidInvoice,
} from '../../shared/incorporation/routes/admin-applications.ts';
import { recordApplication } from '../../shared/incorporation/usecases/record-application.ts';
import { renameApplication } from '../../shared/incorporation/usecases/rename-application.ts';
import { submitApplication } from '../../shared/incorporation/usecases/submit-application.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { apiErrors } from '../../shared/kernel/errors.ts';
import { findInvoice } from '../../shared/payments/db/invoices.ts';
import { voidInvoice } from '../../shared/payments/usecases/void-invoice.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(adminRecordApplication, async ({ body, caller }, deps: ServiceDeps) => ({
    data: presentApplication(await recordApplication(body, actorOf(caller), deps)),
  })),
  operation(adminGetApplication, async ({ params }, { table }: ServiceDeps) => {
    const application = await findAnyApplication(table, params.id);
    if (application === null) throw apiErrors.notFound();
    const invoice = await findInvoice(table, application.invoiceId);
    return {
      data: {
        ...presentApplication(application),
        invoice: invoice && presentInvoice(invoice),
        signed: application.agreement !== null,
      },
    };
  }),
  operation(adminRenameApplication, async ({ params, body, caller }, deps: ServiceDeps) => ({
    data: presentApplication(await renameApplication(params.id, body, actorOf(caller), deps)),
  })),
  operation(adminSubmitApplication, async ({ params, caller }, deps: ServiceDeps) => ({
    data: presentApplication(await submitApplication(params.id, actorOf(caller), deps)),
  })),
  operation(adminGetInvoice, async ({ params }, { table }: ServiceDeps) => {
    const invoice = await findInvoice(table, params.id);
    if (invoice === null) throw apiErrors.notFound();
    return { data: presentInvoice(invoice) };
  }),
  operation(adminVoidInvoice, async ({ params, caller }, deps: ServiceDeps) => ({
    data: presentInvoice(await voidInvoice(params.id, actorOf(caller), deps)),
  })),
];

export const handler = operations(rows, serviceDeps);
