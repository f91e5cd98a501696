import * as z from 'zod/mini';
import { type SigningDeps, signingDeps } from '../../shared/documents/deps/documents.ts';
import { presentApplication } from '../../shared/incorporation/contracts/application.ts';
import {
  renewSignatureLink as renewal,
  createLegalEntityApplication as route,
} from '../../shared/incorporation/routes/applications.ts';
import { createApplication } from '../../shared/incorporation/usecases/create-application.ts';
import { presentOneApplication } from '../../shared/incorporation/usecases/read-application.ts';
import {
  ownerSignatureUrl,
  replaceSignatureLink,
  signatureUrlOf,
} from '../../shared/incorporation/usecases/sign-agreement.ts';
import { type Replay, storedAnswers } from '../../shared/web/http/idempotency.ts';
import { type Operation, operation, operations } from '../../shared/web/http/path-function.ts';
import type { Run } from '../../shared/web/http/request.ts';

const run: Run<typeof route, SigningDeps> = async (request, deps) => {
  const { body, caller, effect } = request;
  const { application, signatureUrl } = await createApplication(body, caller, effect, deps);
  // It has no payment attempt yet.
  const data = presentApplication(application, null, deps);
  return { data, nextSteps: { signature: signatureUrl } };
};

const renew: Run<typeof renewal, SigningDeps> = async ({ params, caller }, deps) => {
  const application = await replaceSignatureLink(params.id, caller, deps);
  const signature = signatureUrlOf(application, deps);
  return { data: await presentOneApplication(application, deps), nextSteps: { signature } };
};

/** The part of a stored response that is read: another release may have stored it. */
const KeptAnswer = z.object({
  data: z.looseObject({ id: z.string() }),
  nextSteps: z.object({ signature: z.nullable(z.string()) }),
});

/**
 * A stored response belongs to the keys' owner and may have been given to a Standard Key: an Agent
 * Key that repeats the request does not get the signing link in it.
 */
const replay: Replay<SigningDeps> = async (answer, { caller }, deps) => {
  if (caller.kind !== 'agent' || answer.statusCode !== 200) return answer;
  const { data, nextSteps } = z.parse(KeptAnswer, JSON.parse(answer.body));
  const signature = nextSteps.signature && ownerSignatureUrl(data, deps);
  return { ...answer, body: JSON.stringify({ data, nextSteps: { signature } }) };
};

export const rows: readonly Operation<SigningDeps>[] = [
  operation(route, run, storedAnswers({ replay })),
  operation(renewal, renew, storedAnswers()),
];

export const handler = operations(rows, signingDeps);
