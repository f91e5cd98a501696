import { statusListType } from '../../shared/credentials/contracts/verify-credential.ts';
import {
  type StatusListRoot,
  statusListDeps,
} from '../../shared/credentials/deps/credential-deps.ts';
import * as credentialErrors from '../../shared/credentials/errors/credential-errors.ts';
import { getStatusList } from '../../shared/credentials/routes/status-list.ts';
import { readStatusList } from '../../shared/credentials/usecases/read-status-list.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';
import { revalidated } from '../../shared/web/http/revalidated.ts';

const show: Run<typeof getStatusList, StatusListRoot> = async (request, deps) => {
  const { params, query, clientAddress, header } = request;
  if (query.time !== undefined) throw credentialErrors.formerStatusList();
  const body = await readStatusList({ list: params.list, clientAddress }, deps);
  const answer = { statusCode: 200, headers: { 'content-type': statusListType }, body };
  // The list's `ttl` defines how long others can rely on it.
  return revalidated(answer, header, { cacheControl: 'public, max-age=300' });
};

export const rows: readonly Operation<StatusListRoot>[] = [operation(getStatusList, show)];

export const handler = operations(rows, statusListDeps);
