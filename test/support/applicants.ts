import { randomBytes, randomUUID } from 'node:crypto';
import { residencyAgreementIds } from '../../shared/documents/agreements/residency-agreement.ts';
import { transact } from '../../shared/kernel/db/transact.ts';
import { eventWrite } from '../../shared/platform/db/outbox.ts';
import { newAccessWrite } from '../../shared/residency/db/applicant-access.ts';
import {
  agreementLinkWrite,
  findResidencyApplication,
  newResidencyApplicationWrites,
  residencyApplicationWrite,
  type StoredResidencyApplication,
} from '../../shared/residency/db/residency-applications.ts';
import { decideResidencyApplication } from '../../shared/residency/domain/residency-application.ts';
import type { Applicant } from '../../shared/residency/domain/residency-application-state.ts';
import { textInForce } from './agreements.ts';
import { aDateOfBirth } from './people.ts';
import { decideReview, reviewOf } from './submissions.ts';
import { visitor } from './visitor.ts';
import type { World } from './world.ts';

let applicants = 0;

/** Particulars of a new applicant. */
export function particulars(fields: Partial<Applicant> = {}): Applicant {
  applicants += 1;
  return {
    givenName: 'Grace',
    surname: `Hopper ${applicants}`,
    email: `applicant-${applicants}@people.example`,
    dateOfBirth: aDateOfBirth(),
    sex: 'female',
    countryOfBirth: 'US',
    citizenships: ['US', 'HN'],
    alternateNamesAttestation: false,
    alternateNames: null,
    criminalBackgroundAttestation: true,
    address: { line1: '1 Navy Yard', city: 'Port Town', postalCode: '10100', country: 'HN' },
    phoneNumber: '+504 5550 0100',
    ...fields,
  };
}

export interface ApplicationFields {
  readonly residencyType?: StoredResidencyApplication['data']['residencyType'];
  readonly applicant?: Partial<Applicant>;
  readonly integrationId?: string;
  readonly redirectUrl?: string | null;
  readonly referralCode?: string | null;
}

/**
 * A draft as stored after a partner created it, complete except for signature and verification. `link`: the applicant
 * is sent the link that claims the account.
 */
export async function aResidencyDraft(
  world: World,
  fields: ApplicationFields = {},
  { link = false }: { readonly link?: boolean } = {},
): Promise<StoredResidencyApplication> {
  const { residencyType = 'e_resident', redirectUrl = null, referralCode = null } = fields;
  const at = new Date(world.clock.now).toISOString();
  const id = randomUUID();
  const application: StoredResidencyApplication = {
    id,
    integrationId: fields.integrationId ?? randomUUID(),
    version: 1,
    revision: 1,
    statusId: 'Draft',
    applicationVersion: '1.0.0',
    data: {
      residencyType,
      personalDetails: mutable(particulars(fields.applicant)),
      information: { residencyReason: 'Business', referralSource: null },
      proofOfAddressUploadId: null,
      swornStatement: { signature: 'Grace Hopper', locale: 'en' },
    },
    agreement: agreementFor(residencyType),
    verification: { id: null, status: 'pending', verifiedAt: null },
    redirectUrl,
    referralCode,
    invoiceId: randomUUID(),
    paidAt: residencyType === 'limited_e_resident' ? null : at,
    submittedAt: null,
    submissionId: null,
    dispatchedAt: null,
    approvedAt: null,
    rejectedAt: null,
    rejectedReason: null,
    personId: null,
    residentPermitNumber: null,
    residencyEffectiveDate: null,
    createdAt: at,
    updatedAt: at,
  };
  const { email } = application.data.personalDetails;
  await written(world, {
    ...newResidencyApplicationWrites(application),
    ...(link
      ? {
          access: newAccessWrite({
            applicationId: id,
            email,
            linkSentAt: at,
            loggedInAt: null,
          }),
          mail: eventWrite(randomUUID(), at, {
            type: 'mail.requested',
            mail: { template: 'claim_link', applicationId: id, linkSentAt: at },
          }),
        }
      : { access: undefined, mail: undefined }),
  });
  return application;
}

/** The draft after its partner's PATCH: new data, and therefore a new link to its agreement. */
export async function revised(
  world: World,
  { id }: { readonly id: string },
  applicant: Partial<Applicant>,
): Promise<StoredResidencyApplication> {
  const application = await stored(world, id);
  const { data } = application;
  const personalDetails = mutable({ ...data.personalDetails, ...applicant });
  const next: StoredResidencyApplication = {
    ...application,
    version: application.version + 1,
    data: { ...data, personalDetails },
    agreement: agreementFor(data.residencyType),
  };
  await written(world, {
    application: residencyApplicationWrite(next),
    link: agreementLinkWrite(next),
  });
  return next;
}

/** A submitted application, and the event that requests its review. */
export async function aResidencySubmission(
  world: World,
  fields: ApplicationFields = {},
): Promise<StoredResidencyApplication> {
  return submitted(world, await aResidencyDraft(world, fields));
}

/** Completes the draft for submission, and submits it. */
export async function submitted(
  world: World,
  { id }: { readonly id: string },
): Promise<StoredResidencyApplication> {
  const draft = await stored(world, id);
  const at = new Date(world.clock.now).toISOString();
  const { token, aocId, slug, version } = draft.agreement;
  const { sha256 } = textInForce(draft.data.residencyType);
  const submissionId = randomUUID();
  let next = draft;
  for (const command of [
    { type: 'accept', token, signerName: 'Grace B. Hopper', aocId, slug, version, sha256 },
    { type: 'verify', id: randomUUID(), status: 'approved' },
    { type: 'submit' },
  ] as const) {
    const decision = decideResidencyApplication(next, command, at);
    if (!decision.ok) throw new Error(`set-up: ${command.type} was refused: ${decision.reason}`);
    next = decision.next;
  }
  next = { ...next, submissionId };
  await written(world, {
    application: residencyApplicationWrite(next),
    event: eventWrite(submissionId, at, {
      type: 'review.requested',
      subject: { type: 'residency_application', id: draft.id },
    }),
  });
  return stored(world, draft.id);
}

/** An approved submission, with all its effects. */
export async function anApprovedResident(
  world: World,
  fields: ApplicationFields = {},
): Promise<StoredResidencyApplication> {
  const { id } = await aResidencySubmission(world, fields);
  await world.settle();
  await decideReview(world, (await reviewOf(world, id)).id, { decision: 'approve' });
  await world.settle();
  return stored(world, id);
}

/** The application as stored now. */
export async function stored(world: World, id: string): Promise<StoredResidencyApplication> {
  const application = await findResidencyApplication(world.table, id);
  if (application === null) throw new Error(`there is no residency application ${id}`);
  return application;
}

/** Path of the link in the newest email to the address. */
export async function mailedClaim(world: World, email: string): Promise<string> {
  await world.settle();
  const mail = world.mails.findLast(({ to, text }) => to === email && text.includes('/claim/'));
  const path = /\/claim\/[\w-]{43}/.exec(mail?.text ?? '')?.[0];
  if (path === undefined) throw new Error('set-up: no link was mailed');
  return path;
}

/** A draft whose applicant was emailed the link. */
export async function aMailedDraft(world: World) {
  const application = await aResidencyDraft(world, {}, { link: true });
  const { email } = application.data.personalDetails;
  return { application, email, path: await mailedClaim(world, email) };
}

/** Opens the emailed link and presses the button. */
export async function claim(world: World, path: string) {
  const browser = visitor(world.baseUrl);
  await browser.open(path);
  return { browser, answer: await browser.send(path, {}) };
}

function agreementFor(residencyType: StoredResidencyApplication['data']['residencyType']) {
  const ids = residencyAgreementIds(textInForce(residencyType));
  return {
    token: randomBytes(32).toString('base64url'),
    ...ids,
    acceptedAt: null,
    signerName: null,
    sha256: null,
    invalidatedAt: null,
  };
}

/** The stored layout's arrays are not read-only. */
function mutable({ citizenships, ...applicant }: Applicant) {
  return { ...applicant, citizenships: [...citizenships] };
}

async function written(world: World, writes: Parameters<typeof transact>[1]): Promise<void> {
  const outcome = await transact(world.table, writes);
  if (outcome.kind !== 'written') throw outcome.error;
}
