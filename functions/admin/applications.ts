import { actorOf } from '../../shared/access/auth/actor.ts';
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
import { readAnyApplication } from '../../shared/incorporation/usecases/read-any-application.ts';
import { recordApplication } from '../../shared/incorporation/usecases/record-application.ts';
import { renameApplication } from '../../shared/incorporation/usecases/rename-application.ts';
import { submitApplication } from '../../shared/incorporation/usecases/submit-application.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { readInvoice } from '../../shared/payments/usecases/read-invoice.ts';
import { voidInvoice } from '../../shared/payments/usecases/void-invoice.ts';
import { type Operation, operation, operations } from '../../shared/web/operations.ts';

export const rows: readonly Operation<ServiceDeps>[] = [
  operation(adminRecordApplication, async ({ body, caller }, deps: ServiceDeps) => ({
    data: presentApplication(await recordApplication(body, actorOf(caller), deps), deps),
  })),
  operation(adminGetApplication, async ({ params }, deps: ServiceDeps) => {
    const { application, invoice } = await readAnyApplication(params.id, deps);
    return {
      data: {
        ...presentApplication(application, deps),
        invoice: invoice && presentInvoice(invoice),
        signed: application.agreement !== null,
      },
    };
  }),
  operation(adminRenameApplication, async ({ params, body, caller }, deps: ServiceDeps) => ({
    data: presentApplication(await renameApplication(params.id, body, actorOf(caller), deps), deps),
  })),
  operation(adminSubmitApplication, async ({ params, caller }, deps: ServiceDeps) => ({
    data: presentApplication(await submitApplication(params.id, actorOf(caller), deps), deps),
  })),
  operation(adminGetInvoice, async ({ params }, deps: ServiceDeps) => ({
    data: presentInvoice(await readInvoice(params.id, deps)),
  })),
  operation(adminVoidInvoice, async ({ params, caller }, deps: ServiceDeps) => ({
    data: presentInvoice(await voidInvoice(params.id, actorOf(caller), deps)),
  })),
];

export const handler = operations(rows, serviceDeps);
