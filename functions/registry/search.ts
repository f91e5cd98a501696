import { type SearchDeps, searchDeps } from '../../shared/registry/deps/registry-deps.ts';
import { searchRegistry } from '../../shared/registry/routes/registry.ts';
import { compressed } from '../../shared/web/http/compressed.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

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

export const rows: readonly Operation<SearchDeps>[] = [
  operation(searchRegistry, run, { around: compressed }),
];

export const handler = operations(rows, searchDeps);
