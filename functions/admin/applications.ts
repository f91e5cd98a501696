import { actorOf } from '../../shared/access/auth/caller.ts';
import {
  presentApplicationLine,
  presentInvoice,
  presentInvoiceLine,
} from '../../shared/incorporation/contracts/admin-applications.ts';
import { presentApplication } from '../../shared/incorporation/contracts/application.ts';
import {
  adminGetApplication,
  adminGetInvoice,
  adminListInvoices,
  adminListLegalEntityApplications,
  adminRecordApplication,
  adminRenameApplication,
  adminSubmitApplication,
  adminVoidInvoice,
} from '../../shared/incorporation/routes/admin-applications.ts';
import {
  listAllApplications,
  presentOneApplication,
  readAnyApplication,
} from '../../shared/incorporation/usecases/read-application.ts';
import {
  recordApplication,
  renameApplication,
  submitApplication,
} from '../../shared/incorporation/usecases/record-application.ts';
import { presentPage } from '../../shared/kernel/contracts/pagination.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { listInvoices, readInvoice, voidInvoice } from '../../shared/payments/usecases/invoices.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(adminRecordApplication, async ({ body, caller }, deps: ServiceDeps) => ({
    data: await presentOneApplication(await recordApplication(body, actorOf(caller), deps), deps),
  })),
  operation(adminGetApplication, async ({ params }, deps: ServiceDeps) => {
    const { application, invoice } = await readAnyApplication(params.id, deps);
    return {
      data: {
        ...presentApplication(application, invoice, deps),
        invoice: invoice && presentInvoice(invoice),
        signed: application.agreement !== null,
      },
    };
  }),
  operation(adminRenameApplication, async ({ params, body, caller }, deps: ServiceDeps) => ({
    data: await presentOneApplication(
      await renameApplication(params.id, body, actorOf(caller), deps),
      deps,
    ),
  })),
  operation(adminSubmitApplication, async ({ params, caller }, deps: ServiceDeps) => ({
    data: await presentOneApplication(
      await submitApplication(params.id, actorOf(caller), deps),
      deps,
    ),
  })),
  operation(adminGetInvoice, async ({ params }, deps: ServiceDeps) => ({
    data: presentInvoice(await readInvoice(params.id, deps)),
  })),
  operation(adminVoidInvoice, async ({ params, caller }, deps: ServiceDeps) => ({
    data: presentInvoice(await voidInvoice(params.id, actorOf(caller), deps)),
  })),
  operation(adminListLegalEntityApplications, async ({ query }, deps: ServiceDeps) =>
    presentPage(await listAllApplications(query, deps), query.limit, presentApplicationLine),
  ),
  operation(adminListInvoices, async ({ query }, deps: ServiceDeps) =>
    presentPage(await listInvoices(query, deps), query.limit, presentInvoiceLine),
  ),
];

export const handler = pathFunction(rows, serviceDeps);
