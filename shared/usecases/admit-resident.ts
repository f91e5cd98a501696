import {
  findPersonByEmail,
  newPersonWrites,
  personWrite,
  readResidencies,
  referredPersonWrite,
  residencyWrite,
  type StoredPerson,
} from '../db/people.ts';
import {
  residencyApplicationWrite,
  type StoredResidencyApplication,
} from '../db/residency-applications.ts';
import { residentItem } from '../db/residents.ts';
import { reviewWrites, type StoredReview } from '../db/reviews.ts';
import { create, put, transact } from '../db/transact.ts';
import type { CoreDeps } from '../deps/core.ts';
import { isSameHolder } from '../domain/account-holder.ts';
import { isStepDown } from '../domain/granted-residency.ts';
import { newResidentPermitNumber } from '../domain/new-rpn.ts';
import { endedByGrant } from '../domain/person.ts';
import { decide } from '../domain/residency-application.ts';
import { carryOut } from '../domain/review.ts';
import { admittedPerson, admittedResidency } from './admitted-person.ts';
import { auditAct } from './audit-act.ts';
import { auditPerson } from './audit-person.ts';
import { type Hindrance, handBackReview } from './hand-back-review.ts';
import { decider } from './review-facts.ts';
import { lostRace } from './until-written.ts';

/**
 * Approves a residency application: the natural person comes into being, or the account of that e-mail
 * address gets a name, with the resident permit number and the residency, together with the application's
 * last state, or nothing does. A verification of the number sees it at once.
 *
 * `returned`: the account is deactivated, or somebody else's, or has a residency that allows more; the review
 * is pending again and says so. A number that somebody has is a lost race: the next attempt draws another.
 */
export async function admitResident(
  review: StoredReview,
  application: StoredResidencyApplication,
  deps: CoreDeps,
): Promise<'approved' | 'returned' | typeof lostRace> {
  const { table } = deps;
  const at = deps.now().toISOString();
  // The person first: its version then vouches for the residencies that are read after it.
  const account = await findPersonByEmail(table, application.data.personalDetails.email);
  const hindrance = account && hindranceOf(account, application, at);
  if (hindrance) return handBackReview(review, hindrance, deps);
  const earlier = account === null ? [] : await readResidencies(table, account.id);
  const residency = admittedResidency(application, account, at, deps);
  const rpn =
    account?.residentPermitNumber ?? newResidentPermitNumber('natural_person', deps.random);
  const person = admittedPerson(application, account, { rpn, residency, at, id: deps.newId() });
  const carried = carryOut(review, at);
  const admission = {
    type: 'approve',
    personId: person.id,
    residentPermitNumber: rpn,
    residencyEffectiveDate: residency.effectiveDate,
  } as const;
  const decision = decide(application, admission, at);
  if (!carried.ok || !decision.ok) throw new Error(`review ${review.id} can't be carried out`);
  const ended = endedByGrant(earlier, residency.effectiveDate);
  const kept = earlier.map((each) => ended.find(({ id }) => id === each.id) ?? each);
  const number = residentItem(rpn, 'natural_person', person.id, [...kept, residency]);
  const actor = decider(review);
  const created = account === null ? newPersonWrites(person) : null;
  const { audit: admitted, auditCopy: admittedCopy } = auditPerson(deps, {
    at,
    actor,
    personId: person.id,
    action: 'residency.granted',
    details: {
      residencyId: residency.id,
      residencyType: residency.residencyType,
      applicationId: application.id,
      created: account === null,
    },
  });
  const outcome = await transact(table, {
    // These two first: what they refuse was decided by somebody else, whatever else is refused.
    application: residencyApplicationWrite(decision.next),
    ...reviewWrites(carried.next),
    referralCode: created?.referralCode,
    referred: created?.referred ?? newlyReferred(person, account, at),
    email: created?.email,
    person: created?.person ?? personWrite(person),
    listed: created?.listed,
    number:
      person.residentPermitNumber === account?.residentPermitNumber ? put(number) : create(number),
    granted: residencyWrite(person.id, residency),
    ...Object.fromEntries(ended.map((each) => [each.id, residencyWrite(person.id, each)])),
    admitted,
    admittedCopy,
    ...auditAct(deps, {
      at,
      actor,
      action: 'residency_application.approved',
      subject: review.subject,
      details: { reviewId: review.id, personId: person.id },
    }),
  });
  if (outcome.kind === 'written') return 'approved';
  if (outcome.label === 'referralCode') throw new Error(`${application.id}: no such referral code`);
  return lostRace;
}

/** Why the account of the applicant's address can't be given this residency; null: it can. */
function hindranceOf(
  account: StoredPerson,
  { data }: StoredResidencyApplication,
  at: string,
): Hindrance | null {
  if (account.status !== 'active') {
    const sentence = 'The account of the applicant is deactivated';
    return { sentence, reason: 'applicant_deactivated' };
  }
  if (!isSameHolder(account, data.personalDetails)) {
    const sentence =
      'The account with this e-mail address has another name or date of birth: correct the account, or reject the application';
    return { sentence, reason: 'account_linking_required' };
  }
  if (isStepDown(data.residencyType, account.residency, at)) {
    const sentence = 'The applicant has a residency that allows more, which the approval would end';
    return { sentence, reason: 'residency_step_down' };
  }
  return null;
}

/** An account that nobody had brought before counts for the application's code from now on. */
function newlyReferred(
  { id, referralCode }: StoredPerson,
  account: StoredPerson | null,
  at: string,
) {
  if (referralCode === null || account?.referralCode !== null) return undefined;
  return referredPersonWrite(referralCode, id, at);
}
