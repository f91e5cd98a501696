import { actorOf } from '../../shared/access/auth/caller.ts';
import { presentCredential } from '../../shared/credentials/contracts/admin-credentials.ts';
import {
  adminListCredentials,
  adminRevokeCredential,
} from '../../shared/credentials/routes/admin-credentials.ts';
import {
  listCredentialsFor,
  revokeAsOperator,
} from '../../shared/credentials/usecases/credentials.ts';
import { type CoreDeps, coreDeps } from '../../shared/kernel/deps/core.ts';
import { type Operation, operation, pathFunction } from '../../shared/web/http/path-function.ts';

export const rows: readonly Operation<CoreDeps>[] = [
  operation(adminListCredentials, async ({ query }, deps) => {
    const now = deps.now().toISOString();
    const credentials = await listCredentialsFor(query, deps);
    return { data: credentials.map((each) => presentCredential(each, now)) };
  }),
  operation(adminRevokeCredential, async ({ params, body, caller }, deps) => {
    const revoked = await revokeAsOperator({ ...body, id: params.id }, actorOf(caller), deps);
    return { data: presentCredential(revoked, deps.now().toISOString()) };
  }),
];

export const handler = pathFunction(rows, coreDeps);
