import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { presentFees } from '../../shared/service/contracts/invoice-contract.ts';
import { getInvoice, listFees } from '../../shared/service/routes/invoices.ts';
import {
  presentInvoiceDetails,
  readInvoiceOf,
} from '../../shared/service/usecases/read-invoice.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(getInvoice, async ({ params, caller }, deps: ServiceDeps) => ({
    data: await presentInvoiceDetails(await readInvoiceOf(params.id, caller, deps), deps),
  })),
  operation(listFees, async (_, { fee }: ServiceDeps) => presentFees(fee)),
];

export const handler = operations(rows, serviceDeps);
