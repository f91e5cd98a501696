import { readProofCode } from '../../shared/account/domain/proof.ts';
import {
  enterProofPage,
  noProofPage,
  shownProofPage,
} from '../../shared/account/pages/shown-proof-page.ts';
import { enterProof, showProof } from '../../shared/account/routes/proof-routes.ts';
import { openProof } from '../../shared/account/usecases/proof.ts';
import { type ServiceDeps, serviceDeps } from '../../shared/kernel/deps/service.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { type PageRun, pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';

const enter: PageRun<typeof enterProof> = async ({ query }, deps) => {
  if (query.code === undefined || query.code.trim() === '') return page(200, enterProofPage(deps));
  const code = readProofCode(query.code);
  if (code === null) return page(404, noProofPage(deps));
  return redirect(href(deps, `/proofs/${code}`));
};

const show: PageRun<typeof showProof> = async (request, deps) => {
  const { params, clientAddress, headersOnly } = request;
  const { code } = params;
  const found = await openProof({ code, clientAddress, headersOnly }, deps);
  if (found === null) return page(404, noProofPage(deps));
  const { proof, person, entities } = found;
  const { fields, expiresAt } = proof;
  const now = deps.now().toISOString();
  return page(200, shownProofPage(deps, { fields, expiresAt, person, entities, now }));
};

export const rows: readonly Operation<ServiceDeps>[] = [
  pageOperation(enterProof, enter),
  pageOperation(showProof, show),
];

export const handler = pageFunction(rows, serviceDeps);
