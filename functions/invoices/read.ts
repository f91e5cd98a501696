import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { getInvoice } from '../../shared/service/routes/invoices.ts';
import {
  presentInvoiceDetails,
  readInvoiceOf,
} from '../../shared/service/usecases/read-invoice.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(getInvoice, async ({ params, caller }, deps: ServiceDeps) => ({
    data: await presentInvoiceDetails(await readInvoiceOf(params.id, caller, deps), deps),
  })),
];

export const handler = operations(rows, serviceDeps);
