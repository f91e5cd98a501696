import { type SigningDeps, signingDeps } from '../../shared/agreements/agreement-deps.ts';
import { agreementTextPage } from '../../shared/agreements/agreement-text-page.ts';
import { showAgreementText } from '../../shared/agreements/agreement-text-routes.ts';
import type { PublishedText } from '../../shared/agreements/register.ts';
import { apiErrors } from '../../shared/kernel/errors.ts';
import { type Operation, operations } from '../../shared/web/operations.ts';
import { page } from '../../shared/web/page.ts';
import { type PageRun, pageOperation } from '../../shared/web/page-endpoint.ts';
import type { RawResponse } from '../../shared/web/request.ts';
import { errorResponse, rawJson } from '../../shared/web/response.ts';

const show: PageRun<typeof showAgreementText, SigningDeps> = async (
  { params, requestId, header },
  deps,
) => {
  const asText = wantsText(header('accept'));
  const text = deps.agreements.withDigest(params.sha256);
  if (text !== null) return kept(asText ? plain(text) : page(200, agreementTextPage(deps, text)));
  const error = apiErrors.agreementTextNotFound();
  if (!asText) throw error;
  return varying(rawJson(errorResponse(error.status, error.message, requestId, error.extras)));
};

/** Programs ask for plain text alone; a browser names HTML first. */
function wantsText(accept = ''): boolean {
  return /text\/plain/i.test(accept) && !/text\/html/i.test(accept);
}

function plain({ text }: PublishedText): RawResponse {
  return {
    statusCode: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: text,
  };
}

/** What a digest stands for never changes. */
function kept(response: RawResponse): RawResponse {
  const headers = { ...response.headers, 'cache-control': 'public, max-age=31536000, immutable' };
  return varying({ ...response, headers });
}

function varying(response: RawResponse): RawResponse {
  return { ...response, headers: { ...response.headers, vary: 'Accept' } };
}

export const rows: readonly Operation<SigningDeps>[] = [pageOperation(showAgreementText, show)];

export const handler = operations(rows, signingDeps);
