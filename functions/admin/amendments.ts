import { findAnyAmendment } from '../../shared/db/amendments.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/deps/service.ts';
import { apiErrors } from '../../shared/errors.ts';
import { type Operation, operation, operations } from '../../shared/http/operations.ts';
import { adminGetAmendment } from '../../shared/routes/admin-amendments.ts';
import { presentOneAmendment } from '../../shared/usecases/present-amendments.ts';

const rows: readonly Operation<ServiceDeps>[] = [
  operation(adminGetAmendment, async ({ params }, deps: ServiceDeps) => {
    const amendment = await findAnyAmendment(deps.table, params.id);
    if (amendment === null) throw apiErrors.notFound();
    const { signature } = amendment;
    const signer = signature && { personId: signature.personId, name: signature.signerName };
    return { data: { ...(await presentOneAmendment(amendment, deps)), signer } };
  }),
];

export const handler = operations(rows, serviceDeps);
