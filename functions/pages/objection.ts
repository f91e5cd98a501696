import {
  type ObjectionFields,
  objectionOverPage,
  objectionPage,
} from '../../shared/amendments/pages/objection-page.ts';
import { objectOnPage, showObjection } from '../../shared/amendments/routes/amendment-pages.ts';
import { objectToAmendment, openObjection } from '../../shared/amendments/usecases/objections.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { codeOf, hasStatus } from '../../shared/kernel/errors/api-error.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { type PageRun, pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import type { RawResponse } from '../../shared/web/http/request.ts';

const show: PageRun<typeof showObjection> = ({ params, csrfToken }, deps) =>
  answer(200, params.token, { csrfToken: csrfToken() }, deps);

const object: PageRun<typeof objectOnPage> = async ({ params, body, csrfToken }, deps) => {
  const { token } = params;
  if (!body.ok) {
    const note = String(body.values['note'] ?? '');
    return answer(400, token, { csrfToken: csrfToken(), note, errors: body.errors }, deps);
  }
  try {
    await objectToAmendment({ token, note: body.data.note }, deps);
    return redirect(href(deps, `/objections/${token}`));
  } catch (error) {
    // The page shows the decision, and that the objection was too late.
    if (codeOf(error) !== 'filing.decided' && !hasStatus(error, 404)) throw error;
    return answer(409, token, { csrfToken: csrfToken() }, deps);
  }
};

/** The current page; 404 for an invalid link. */
async function answer(
  status: number,
  token: string,
  fields: ObjectionFields,
  deps: ServiceDeps,
): Promise<RawResponse> {
  try {
    return page(status, objectionPage(deps, await openObjection(token, deps), fields));
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
    return page(404, objectionOverPage(deps));
  }
}

export const rows: readonly Operation<ServiceDeps>[] = [
  pageOperation(showObjection, show),
  pageOperation(objectOnPage, object),
];

export const handler = pageFunction(rows, serviceDeps);
