import { aDraft, aPreAcceptingAgent, aVoucher, type Draft, pay } from './drafts.ts';
import { aResident, type Person } from './registry.ts';
import type { World } from './world.ts';

export interface Applicant extends Person {
  /** An Agent Key whose drafts are signed immediately. */
  readonly agentKey: string;
}

/** A resident whose Agent Key can apply and submit with a payment. */
export async function anApplicant(world: World): Promise<Applicant> {
  const owner = await aResident(world);
  return { ...owner, agentKey: await aPreAcceptingAgent(world, owner) };
}

/** An application that was submitted; `fields` override those of the payload. */
export async function aSubmission(
  world: World,
  { agentKey }: Applicant,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Draft> {
  const draft = await aDraft(world, agentKey, fields);
  const { status, body } = await pay(world, draft, await aVoucher(world));
  if (status !== 200) throw new Error(`set-up: paying answered ${status} ${JSON.stringify(body)}`);
  return draft;
}

/** A review as operators see it. */
export type ReviewRow = Readonly<Record<string, unknown>> & { readonly id: string };

/** Reviews of one subject, newest first. */
export async function reviewsOf(world: World, subjectId: string): Promise<readonly ReviewRow[]> {
  const { body } = await world.admin('GET', `/reviews?subjectId=${subjectId}`);
  // The answer of a list whose query is valid.
  return (body as { data: readonly ReviewRow[] }).data;
}

/** The only review of a subject. Throws if there is not exactly one. */
export async function reviewOf(world: World, subjectId: string): Promise<ReviewRow> {
  const [review, ...more] = await reviewsOf(world, subjectId);
  if (review === undefined || more.length > 0) {
    throw new Error(`${subjectId} has ${more.length + (review ? 1 : 0)} reviews`);
  }
  return review;
}

/** An operator's decision. */
export function decideReview(world: World, reviewId: string, decision: object) {
  return world.admin('POST', `/reviews/${reviewId}/decision`, decision);
}
