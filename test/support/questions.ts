import { storeTaxProof, taxProofUrl } from '../../shared/certificates/usecases/tax-proof.ts';
import { personActor } from '../../shared/sign-in/auth/session.ts';
import { operatorOf } from './admin.ts';
import { aFiler, aSubmittedFiling, freshName } from './amendments.ts';
import { aResidencySubmission } from './applicants.ts';
import { aRepresentedEntity, aRequest, payRequest, requestsPath } from './certificates.ts';
import { aPdf } from './files.ts';
import { aHolder } from './holders.ts';
import { multipartBody, multipartType, type Part } from './multipart.ts';
import { aPartner, applicationsPath } from './partners.ts';
import { signedIn, type Visitor } from './portal.ts';
import { aResident } from './registry.ts';
import { anApplicant, aSubmission, reviewOf } from './submissions.ts';
import type { World } from './world.ts';

/** A case under review, with the addresses that the applicant uses. */
export interface WaitingCase {
  readonly type: string;
  readonly id: string;
  readonly reviewId: string;
  /** The path of the case; the answer's path adds `/information`. */
  readonly path: string;
  readonly key: string;
  /** The recipient of the emails. */
  readonly email: string;
  /** Its page in the portal; null if it is part of another page. */
  readonly page: string | null;
  browser(): Promise<Visitor>;
}

type Made = Omit<WaitingCase, 'type' | 'reviewId'>;

const makers: Readonly<Record<string, (world: World) => Promise<Made>>> = {
  async legal_entity_application(world) {
    const applicant = await anApplicant(world);
    const { id } = await aSubmission(world, applicant);
    return {
      id,
      path: `/api/v1/legal_entity_applications/${id}`,
      key: applicant.agentKey,
      email: applicant.email,
      page: `/portal/applications/${id}`,
      browser: () => signedIn(world, applicant.email),
    };
  },
  async amendment(world) {
    const filer = await aFiler(world);
    const id = await aSubmittedFiling(world, filer, { name: freshName() });
    return {
      id,
      path: `${filer.path}/${id}`,
      key: filer.agentKey,
      email: filer.email,
      page: `/portal/legal-entities/${filer.entityId}/amendments/${id}`,
      browser: () => signedIn(world, filer.email),
    };
  },
  async certificate_request(world) {
    const owner = await aResident(world);
    const entity = await aRepresentedEntity(world, owner, { taxState: 'overdue' });
    const proof = { personId: owner.id, content: aPdf(), contentType: 'application/pdf' };
    const file = await storeTaxProof(proof, personActor(owner.id), world.deps);
    const contest = { note: 'Paid.', proofUrl: taxProofUrl(world.deps, file.id) };
    const request = await aRequest(world, entity.id, owner.standardKey, { contest });
    await payRequest(world, request, owner.standardKey);
    return {
      id: request.id,
      path: `${requestsPath(entity.id)}/${request.id}`,
      key: owner.standardKey,
      email: owner.email,
      page: `/portal/legal-entities/${entity.id}/good-standing/${request.id}`,
      browser: () => signedIn(world, owner.email),
    };
  },
  async residency_application(world) {
    const { integrationId, key } = await aPartner(world);
    const holder = await aHolder(world);
    const applicant = { email: holder.email };
    const { id } = await aResidencySubmission(world, { integrationId, applicant });
    return {
      id,
      path: `${applicationsPath}/${id}`,
      key,
      email: holder.email,
      page: null,
      browser: async () => holder.browser,
    };
  },
};

export const caseTypes = Object.keys(makers);

/** A case of this type that is under review. */
export async function aWaitingCase(
  world: World,
  type = 'legal_entity_application',
): Promise<WaitingCase> {
  const made = await makers[type]?.(world);
  if (made === undefined) throw new Error(`there are no cases of ${type}`);
  await world.settle();
  return { ...made, type, reviewId: (await reviewOf(world, made.id)).id };
}

/** Asks an operator's question, and returns its id. */
export async function ask(
  world: World,
  { reviewId }: Pick<WaitingCase, 'reviewId'>,
  message = 'Which door?',
): Promise<string> {
  // Questions with the same instant have no order.
  world.clock.now += 1_000;
  const path = `/reviews/${reviewId}/information_requests`;
  const { informationRequests } = Object(await operatorOf(world).data('POST', path, { message }));
  await world.settle();
  return String(informationRequests.at(-1).id);
}

/** An answer as programs send it. */
export async function answerBy(
  world: World,
  { path, key }: Pick<WaitingCase, 'path' | 'key'>,
  parts: readonly Part[],
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await fetch(`${world.baseUrl}${path}/information`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': multipartType, ...headers },
    body: multipartBody(parts),
  });
  // Every answer of these routes is a JSON object; `world.call` checks the documentation links.
  const {
    requestId: _,
    documentation: __,
    ...body
  } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, headers: response.headers };
}

/** The fields of an answer, and its file. */
export function anAnswer(requestId: string, answer = 'The green one.', file?: Uint8Array): Part[] {
  const fields = [
    { name: 'requestId', content: requestId },
    { name: 'answer', content: answer },
  ];
  if (file === undefined) return fields;
  const type = 'application/pdf';
  return [...fields, { name: 'file', content: file, fileName: 'lease.pdf', type }];
}

/** Sends the page's form as a browser does: with an empty file if none is chosen. */
export async function sendAnswer(
  world: World,
  from: Visitor,
  path: string,
  fields: Readonly<Record<string, string>>,
  file: Uint8Array = new Uint8Array(),
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ csrf: from.token(), ...fields })) {
    form.append(name, value);
  }
  const type = file.length === 0 ? 'application/octet-stream' : 'application/pdf';
  const name = file.length === 0 ? '' : 'lease.pdf';
  form.append('file', new File([new Uint8Array(file)], name, { type }));
  const cookie = [...from.cookies].map(([each, value]) => `${each}=${value}`).join('; ');
  const response = await fetch(world.baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: form,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
