import { searchRegistry } from '../../shared/registry/routes/registry.ts';
import { type SearchDeps, searchDeps } from '../../shared/registry/search-deps.ts';
import { compressedOperation } from '../../shared/web/compressed-operation.ts';
import { type Operation, operations } from '../../shared/web/operations.ts';
import type { Run } from '../../shared/web/request.ts';

const run: Run<typeof searchRegistry, SearchDeps> = async ({ body }, { registry }) => {
  const { results, truncated } = await registry.search(body.query);
  return {
    results: results.map(({ id, name, extension, residentPermitNumber }) => ({
      id,
      name,
      extension,
      residentPermitNumber,
    })),
    ...(truncated && { truncated }),
  };
};

export const rows: readonly Operation<SearchDeps>[] = [compressedOperation(searchRegistry, run)];

export const handler = operations(rows, searchDeps);
