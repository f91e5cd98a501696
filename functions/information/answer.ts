import * as z from 'zod/mini';
import { actorOf } from '../../shared/access/auth/caller.ts';
import { answerAmendmentInformation } from '../../shared/amendments/routes/amendments.ts';
import { answerCertificateInformation } from '../../shared/certificates/routes/certificates.ts';
import { type FilingDeps, filingDeps } from '../../shared/documents/deps/documents.ts';
import { malwareComplaint } from '../../shared/documents/pages/file-complaint.ts';
import { requireOpenable } from '../../shared/documents/usecases/uploads.ts';
import { answerApplicationInformation } from '../../shared/incorporation/routes/applications.ts';
import { codeOf, hasStatus } from '../../shared/kernel/errors/api-error.ts';
import * as apiErrors from '../../shared/kernel/errors/errors.ts';
import { href } from '../../shared/kernel/pages/page-context.ts';
import { answerResidencyInformation } from '../../shared/residency/routes/partner-applications.ts';
import {
  informationPath,
  JsonInformation,
  presentAnswer,
} from '../../shared/reviews/contracts/information-contract.ts';
import * as routes from '../../shared/reviews/routes/information-routes.ts';
import {
  type InformationPage,
  informationPage,
} from '../../shared/service/pages/information-page.ts';
import {
  type Answerable,
  type Answerer,
  answerableAmendment,
  answerableApplication,
  answerableCase,
  answerableCertificateRequest,
  answerableResidencyApplication,
  answerInformation,
  checkAnswer,
  checkAnswerForm,
  type SentAnswer,
} from '../../shared/service/usecases/answer-information.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { verifyForm } from '../../shared/web/http/cookies.ts';
import { readMultipart } from '../../shared/web/http/multipart.ts';
import { page, redirect } from '../../shared/web/http/page.ts';
import { pageFunction, pageOperation } from '../../shared/web/http/page-operation.ts';
import { type Operation, operation } from '../../shared/web/http/path-function.ts';
import { type PortalRequest, type PortalRun, signedIn } from '../../shared/web/http/signed-in.ts';
import { violations } from '../../shared/web/http/violations.ts';

/** The common part of the requests of these rows. */
interface Sent {
  readonly effect: Answerer['effect'];
  readonly caller: Parameters<typeof actorOf>[0];
  readonly body: Uint8Array;
  header(name: string): string | undefined;
}

async function answer(
  { caller, body, header, effect }: Sent,
  answerable: Answerable,
  deps: FilingDeps,
) {
  // This comes before the body is parsed: a caller without the right to answer gets that error
  // first.
  await answerable.read();
  const type = header('content-type');
  const sent = isJson(type)
    ? await readJsonAnswer(body, answerable, deps)
    : checkAnswer(await readMultipart(body, type), violations);
  const answerer = { ...answerable, actor: actorOf(caller), effect };
  return presentAnswer(await answerInformation(sent, answerer, deps));
}

function isJson(contentType = ''): boolean {
  return /^\s*application\/json\s*(?:;|$)/i.test(contentType);
}

/** The answer as JSON. Errors: 400 `Invalid request body`, also for an upload of another case. */
async function readJsonAnswer(
  body: Uint8Array,
  { upload }: Pick<Answerable, 'upload'>,
  deps: FilingDeps,
): Promise<SentAnswer> {
  const input = jsonOf(body);
  const fields = z.safeParse(JsonInformation, input);
  if (!fields.success) throw apiErrors.invalidBody(violations(fields.error.issues, input));
  const { requestId, answer: text, uploadId } = fields.data;
  if (uploadId === undefined || uploadId === null) return { requestId, text, file: null };
  const found = await upload?.(uploadId);
  if (!found) throw apiErrors.invalidField(['uploadId'], 'Must be an upload for this case');
  await requireOpenable(found, deps);
  const content = await deps.documents.read(found.objectKey);
  return { requestId, text, file: { content, contentType: found.contentType } };
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw apiErrors.invalidField([], 'The body is not valid JSON');
  }
}

type Pages = typeof routes.showInformation | typeof routes.answerInformationOnPage;

const show: PortalRun<typeof routes.showInformation, FilingDeps> = (request, deps) =>
  shown(200, request, {}, deps);

const send: PortalRun<typeof routes.answerInformationOnPage, FilingDeps> = async (
  request,
  deps,
) => {
  const { params, body, header, person, csrfToken } = request;
  const form = await readMultipart(body, header('content-type'));
  verifyForm(form?.texts ?? {}, csrfToken(), deps.baseUrl, header);
  const checked = checkAnswerForm(form, deps);
  if (!checked.ok) return shown(400, request, checked.shown, deps);
  const { subjectType, read } = await answerableCase(params.id, person, deps);
  const answerer = { subjectType, read, actor: personActor(person.id), effect: null };
  try {
    await answerInformation(checked.sent, answerer, deps);
  } catch (error) {
    const late = hasStatus(error, 409) ? codeOf(error) : undefined;
    if (late === 'upload.refused') {
      const errors = { file: malwareComplaint(deps) };
      return shown(409, request, { text: checked.sent.text, errors }, deps);
    }
    if (late === undefined || !late.startsWith('information.')) throw error;
    return shown(409, request, { late, text: checked.sent.text }, deps);
  }
  return redirect(href(deps, informationPath(params.id)));
};

/** The current page. Error: 404. */
async function shown(
  status: number,
  { params, person, csrfToken }: PortalRequest<Pages>,
  fields: Pick<InformationPage, 'text' | 'errors' | 'late'>,
  deps: FilingDeps,
) {
  const { review, read, readAnswer } = await answerableCase(params.id, person, deps);
  const [{ name, withdrawn }, answer] = await Promise.all([read(), readAnswer()]);
  const viewer = { ...person, csrfToken: csrfToken() };
  return page(
    status,
    informationPage(deps, viewer, { review, name, withdrawn, answer, ...fields }),
  );
}

export const rows: readonly Operation<FilingDeps>[] = [
  operation(answerApplicationInformation, (request, deps: FilingDeps) =>
    answer(request, answerableApplication(request.params.id, request.caller, deps), deps),
  ),
  operation(answerAmendmentInformation, (request, deps: FilingDeps) => {
    const { id: entityId, filingId } = request.params;
    return answer(request, answerableAmendment({ entityId, filingId }, request.caller, deps), deps);
  }),
  operation(answerCertificateInformation, (request, deps: FilingDeps) => {
    const { id: entityId, requestId } = request.params;
    const of = { entityId, requestId };
    return answer(request, answerableCertificateRequest(of, request.caller, deps), deps);
  }),
  operation(answerResidencyInformation, (request, deps: FilingDeps) =>
    answer(request, answerableResidencyApplication(request.params.id, request.caller, deps), deps),
  ),
  pageOperation(routes.showInformation, show, signedIn()),
  pageOperation(routes.answerInformationOnPage, send, signedIn()),
];

export const handler = pageFunction(rows, filingDeps);
