import { type SearchDeps, searchDeps } from '../../shared/deps/search.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { Run } from '../../shared/http/request.ts';
import { searchRegistry } from '../../shared/routes/registry.ts';

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

export const handler = endpoint(searchRegistry, run, searchDeps);
