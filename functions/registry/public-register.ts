import type { PublishedField } from '../../shared/kernel/domain/published-field.ts';
import { ApiError } from '../../shared/kernel/errors/api-error.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import {
  type RegisterFilters,
  type RegisterResults,
  readRegisterFilters,
  registerPageSize,
} from '../../shared/registry/contracts/public-register.ts';
import { type RegisterDeps, registerDeps } from '../../shared/registry/deps/registry-deps.ts';
import { registerSearchPage } from '../../shared/registry/pages/register-search-page.ts';
import {
  notRegisteredPage,
  registeredEntityPage,
} from '../../shared/registry/pages/registered-entity-page.ts';
import {
  readPublicRegister,
  searchPublicRegister,
} from '../../shared/registry/routes/public-register.ts';
import {
  countLook,
  filterRegistered,
  readRegistered,
} from '../../shared/registry/usecases/read-public-register.ts';
import { page } from '../../shared/web/http/page.ts';
import {
  type PageRequest,
  type PageRoute,
  type PageRun,
  pageFunction,
  pageOperation,
} from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import { namesTypeAlone, type RawResponse } from '../../shared/web/http/request.ts';
import { errorResponse, json, rawJson } from '../../shared/web/http/response.ts';
import { revalidated } from '../../shared/web/http/revalidated.ts';

type Answer = (fields: readonly PublishedField[], asJson: boolean) => Promise<RawResponse>;

/** A counted view of published data, in the format that the client accepts. */
async function look(
  request: PageRequest<PageRoute>,
  deps: RegisterDeps,
  answer: Answer,
): Promise<RawResponse> {
  const { header, requestId, clientAddress } = request;
  const asJson = namesTypeAlone(header('accept'), 'application/json');
  try {
    // Templates leave out this row in that case, but the local server has it.
    if (deps.publicRegister === undefined) throw apiErrors.notFound();
    await countLook(clientAddress, deps);
    return varying(await answer(deps.publicRegister, asJson));
  } catch (error) {
    if (!asJson || !(error instanceof ApiError)) throw error;
    return varying(
      rawJson(errorResponse(error.status, error.message, requestId, error.extras, deps)),
    );
  }
}

const search: PageRun<typeof searchPublicRegister, RegisterDeps> = (request, deps) =>
  look(request, deps, async (fields, asJson) => {
    const { q: query = '', page: requested = '1' } = request.query;
    const number = /^[1-9]\d?$/.test(requested) ? Number(requested) : null;
    const filters = readRegisterFilters(request.query, fields);
    if (number === null || filters === null) throw apiErrors.invalidQuery([]);
    const tooLong = [...query].length > 100;
    if (tooLong && asJson) throw apiErrors.invalidQuery([]);
    const isSearched = query.trim() !== '' && !tooLong;
    const [found, statistics] = await Promise.all([
      isSearched ? pageOf(query, number, filters, fields, deps) : null,
      asJson ? null : deps.statistics(),
    ]);
    if (asJson) return revalidated(rawJson(json(200, found ?? nothing)), request.header);
    const error = tooLong
      ? 'tooLong'
      : isSearched || Object.keys(filters).length === 0
        ? null
        : 'empty';
    const content = registerSearchPage(deps, { query, filters, fields, found, error, statistics });
    return error === null ? revalidated(page(200, content), request.header) : page(400, content);
  });

const nothing: RegisterResults = {
  data: [],
  pagination: { page: 1, pages: 1 },
  truncated: false,
};

async function pageOf(
  query: string,
  number: number,
  filters: RegisterFilters,
  fields: readonly PublishedField[],
  deps: RegisterDeps,
): Promise<RegisterResults> {
  const found = await deps.registry.search(query);
  const { results, truncated } = await filterRegistered(found, filters, fields, deps);
  const pages = Math.max(1, Math.ceil(results.length / registerPageSize));
  const from = (number - 1) * registerPageSize;
  const data = results
    .slice(from, from + registerPageSize)
    .flatMap(({ name, extension, residentPermitNumber }) =>
      residentPermitNumber === null ? [] : [{ name, extension, residentPermitNumber }],
    );
  return { data, pagination: { page: number, pages }, truncated };
}

const read: PageRun<typeof readPublicRegister, RegisterDeps> = (request, deps) =>
  look(request, deps, async (fields, asJson) => {
    const found = await readRegistered(request.params.rpn, fields, deps);
    if (found === null) {
      if (asJson) throw apiErrors.legalEntityNotFound();
      return page(404, notRegisteredPage(deps));
    }
    const answer = asJson
      ? rawJson(json(200, { data: found.published }))
      : page(200, registeredEntityPage(deps, found));
    return revalidated(answer, request.header);
  });

/** The same URL has a response for each format and language. */
function varying(response: RawResponse): RawResponse {
  return {
    ...response,
    headers: { ...response.headers, vary: 'Accept, Accept-Language, Cookie' },
  };
}

export const rows: readonly Operation<RegisterDeps>[] = [
  pageOperation(searchPublicRegister, search),
  pageOperation(readPublicRegister, read),
];

export const handler = pageFunction(rows, registerDeps);
