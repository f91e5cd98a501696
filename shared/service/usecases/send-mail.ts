import { writeOfMailbox } from '../../account/usecases/write-of-mailbox.ts';
import {
  writeOfAmendment,
  writeOfRepresentative,
  writeOfSignature,
  writeOfSubmission,
  writeOfVoidedSignature,
} from '../../amendments/usecases/write-to-representatives.ts';
import {
  findAnyCertificateRequest,
  type StoredCertificateRequest,
} from '../../certificates/db/certificates.ts';
import { certificateEmailTexts } from '../../certificates/texts/index.ts';
import { writeOfWebhooks } from '../../events/usecases/write-of-webhooks.ts';
import { applicationPath } from '../../incorporation/contracts/portal-application.ts';
import { ownerSignaturePath } from '../../incorporation/contracts/signature.ts';
import { findAnyApplication, type StoredApplication } from '../../incorporation/db/applications.ts';
import { applicationEmails } from '../../incorporation/mail/application-emails.ts';
import { signatureUrlOf } from '../../incorporation/usecases/sign-agreement.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import { bindingLocale } from '../../kernel/domain/locale.ts';
import { formatInstant } from '../../kernel/pages/format-dates.ts';
import { type EmailMessage, emails } from '../../mail/mail/message.ts';
import { type OutgoingEmail, post, sendEach } from '../../mail/usecases/post.ts';
import { findClient } from '../../oauth/db/oauth-clients.ts';
import { publicName } from '../../oauth/domain/owned-client.ts';
import { findPerson, findPersonByEmail, type StoredPerson } from '../../people/db/people.ts';
import type { Consumer, EventOf } from '../../platform/domain/consumer.ts';
import type { Mail } from '../../platform/domain/outbox-event.ts';
import { deliverOnce } from '../../platform/usecases/deliver-once.ts';
import { findEntity } from '../../registry/db/entities.ts';
import { claimVisitorPassMail, findVisitorPass } from '../../residency/db/visitor-passes.ts';
import { visitorEmails } from '../../residency/mail/residency-emails.ts';
import { writeOfEntityEnd, writeOfResidencyEnd } from '../../residency/usecases/announce-ends.ts';
import { writeOfConfirmation } from '../../residency/usecases/confirm-entity.ts';
import {
  askHolder,
  writeOfDecision,
  writeToApplicant,
} from '../../residency/usecases/write-to-applicant.ts';
import { countWaiting, oldestWaiting } from '../../reviews/db/review-counts.ts';
import { findReview } from '../../reviews/db/reviews.ts';
import { reviewEmails } from '../../reviews/mail/review-emails.ts';
import { formatReason } from '../../reviews/pages/filing-status.ts';
import { shownCode } from '../../sign-in/domain/sign-in-code.ts';
import { signInEmails } from '../../sign-in/mail/sign-in-emails.ts';
import { makeSignInCode } from '../../sign-in/usecases/start-sign-in.ts';
import { reviewersToNotify } from '../../staff/usecases/staff.ts';
import type { EmailDeps } from '../deps/outbox.ts';
import { keyLabelOf } from './keep-gateway-keys.ts';
import { writeOfAnswer, writeOfQuestion } from './request-information.ts';
import {
  writeOfDeactivation,
  writeOfOperators,
  writeOfReceipt,
  writeOfReview,
  writeOfUnusedPayment,
  writeOfUpload,
} from './write-emails.ts';
import { writeOfAnnulment, writeOfWithdrawal } from './write-of-annulment.ts';
import {
  writeOfAddress,
  writeOfApproval,
  writeOfBrowser,
  writeOfChangedKey,
  writeOfClient,
  writeOfClientDecision,
  writeOfKey,
  writeOfPasskey,
} from './write-to-owner.ts';
import { copyAgreement, copyManifestation, copyResidencyAgreement } from './write-to-signer.ts';

/** To the person who requested a certificate. `entityName` is the name with its extension, as displayed. */
export const certificateEmails = emails(certificateEmailTexts);

interface Addressed {
  readonly to: readonly string[];
  readonly message: EmailMessage;
}

type MailOf<Template extends Mail['template']> = Extract<Mail, { readonly template: Template }>;
type Compose<Template extends Mail['template']> = (
  mail: MailOf<Template>,
  deps: EmailDeps,
) => Promise<Addressed | readonly OutgoingEmail[] | null>;

/** Exhaustive on purpose: a new email does not compile until it has a composer. */
const composers: { readonly [Template in Mail['template']]: Compose<Template> } = {
  signature_link: ({ applicationId }, deps) =>
    toOwner(applicationId, deps, async (application, owner) =>
      // Already signed: the link is no longer needed.
      application.agreement !== null
        ? null
        : applicationEmails(owner).signatureLink({
            entityName: nameOf(application),
            keyLabel:
              application.createdWith === 'agent_key' && application.agentKeyId !== null
                ? await keyLabelOf(application.agentKeyId, application.ownerId, deps)
                : null,
            url: signatureUrlOf(application, deps),
            keysUrl: `${deps.baseUrl}/portal/developer`,
          }),
    ),
  agreement_signed: ({ applicationId }, deps) => copyAgreement(applicationId, deps),
  residency_agreement_signed: ({ applicationId }, deps) =>
    copyResidencyAgreement(applicationId, deps),
  manifestation_signed: ({ personId }, deps) => copyManifestation(personId, deps),
  agent_payment: ({ applicationId, keyId }, deps) =>
    toOwner(applicationId, deps, async (application, owner) =>
      applicationEmails(owner).agentPayment({
        url: deps.baseUrl + applicationPath(applicationId),
        keysUrl: `${deps.baseUrl}/portal/developer`,
        entityName: nameOf(application),
        keyLabel: await keyLabelOf(keyId, application.ownerId, deps),
        submitted: application.submittedAt !== null,
      }),
    ),
  receipt: writeOfReceipt,
  payment_unused: writeOfUnusedPayment,
  account_deactivated: writeOfDeactivation,
  submission_received: writeOfReview,
  application_unsigned: ({ applicationId, at }, deps) =>
    toOwner(applicationId, deps, async (application, owner) =>
      // It was signed again, or changed again, which sends its own email.
      application.agreement !== null || application.signatureVoidedAt !== at
        ? null
        : applicationEmails(owner).signAgain({
            entityName: nameOf(application),
            at: formatInstant(at, owner.locale ?? bindingLocale),
            url: deps.baseUrl + ownerSignaturePath(applicationId),
          }),
    ),
  amendment_unsigned: writeOfVoidedSignature,
  application_approved: ({ applicationId }, deps) =>
    toOwner(applicationId, deps, async (application, owner) => {
      const entity = await findEntity(deps.table, application.legalEntityId ?? '');
      if (entity === null) throw new Error(`application ${applicationId} has no entity`);
      return applicationEmails(owner).applicationApproved({
        entityName: nameOf(application),
        residentPermitNumber: entity.residentPermitNumber,
        url: deps.baseUrl + applicationPath(applicationId),
      });
    }),
  application_rejected: ({ applicationId }, deps) =>
    toOwner(applicationId, deps, async (application, owner) =>
      applicationEmails(owner).applicationRejected({
        entityName: nameOf(application),
        reason: formatReason(application.rejectedReason, owner),
        url: deps.baseUrl + applicationPath(applicationId),
      }),
    ),
  certificate_issued: ({ requestId }, deps) =>
    toRequester(requestId, 'Issued', deps, (entityName, { type, verificationCode }, requester) =>
      certificateEmails(requester).certificateIssued({
        type,
        entityName,
        url:
          verificationCode === null
            ? `${deps.baseUrl}/portal`
            : `${deps.baseUrl}/certificates/${verificationCode}`,
      }),
    ),
  certificate_rejected: ({ requestId }, deps) =>
    toRequester(requestId, 'Rejected', deps, (entityName, { type, rejectionReason }, requester) =>
      certificateEmails(requester).certificateRejected({
        type,
        entityName,
        reason: formatReason(rejectionReason, requester),
        url: `${deps.baseUrl}/portal`,
      }),
    ),
  claim_link: writeToApplicant,
  holder_question: ({ applicationId }, deps) => askHolder(applicationId, deps),
  amendment_signed: writeOfSignature,
  amendment_submitted: writeOfSubmission,
  representative_added: writeOfRepresentative,
  representative_removed: writeOfRepresentative,
  amendment_approved: ({ filingId }, deps) => writeOfAmendment(filingId, deps),
  amendment_rejected: ({ filingId }, deps) => writeOfAmendment(filingId, deps),
  residency_approved: ({ applicationId }, deps) => writeOfDecision(applicationId, deps),
  residency_rejected: ({ applicationId }, deps) => writeOfDecision(applicationId, deps),
  residency_ending: writeOfResidencyEnd,
  entity_residency_ending: writeOfEntityEnd,
  confirmation_requested: writeOfConfirmation,
  annulled: writeOfAnnulment,
  mailbox_case: writeOfMailbox,
  document_withdrawn: writeOfWithdrawal,
  visitor_pass_received: async ({ visitorPassId }, { table, now }) => {
    const pass = await findVisitorPass(table, visitorPassId);
    if (pass === null) throw new Error(`visitor pass application ${visitorPassId} is missing`);
    // Anyone can enter any address, so an address gets one email a day, however many applications name it.
    const first = await claimVisitorPassMail(table, pass, now().toISOString());
    if (!first) return null;
    // A visitor has chosen no language, but the owner of the address may have an account.
    const recipient = await findPersonByEmail(table, pass.email);
    return { to: [pass.email], message: visitorEmails(recipient ?? {}).visitorPassReceived() };
  },
  upload_not_accepted: writeOfUpload,
  review_waiting: async ({ reviewId }, deps) => {
    const { table, baseUrl } = deps;
    const review = await findReview(table, reviewId);
    // It was withdrawn or decided before the email was sent.
    if (review === null || review.status !== 'pending') return null;
    const message = reviewEmails.reviewWaiting({
      reviewId,
      subjectType: review.subject.type,
      returnedReason: review.returnedReason,
      waiting: await countWaiting(table),
      url: `${baseUrl}/portal/reviews/${reviewId}`,
    });
    const recipients = await reviewersToNotify([review.subject.type], deps);
    return recipients.map((to) => ({ to, recipient: to, write: () => message }));
  },
  reviews_waiting: async (_mail, deps) => {
    const { table, baseUrl } = deps;
    const [waiting, oldest] = await Promise.all([countWaiting(table), oldestWaiting(table)]);
    if (oldest === null) return null;
    const message = reviewEmails.reviewsWaiting({
      waiting,
      oldest,
      url: `${baseUrl}/portal/reviews`,
    });
    const types = waiting.filter(({ count }) => count > 0).map(({ subjectType }) => subjectType);
    const recipients = await reviewersToNotify(types, deps);
    return recipients.map((to) => ({ to, recipient: to, write: () => message }));
  },
  information_requested: writeOfQuestion,
  residency_information_requested: writeOfQuestion,
  information_answered: writeOfAnswer,
  key_created: writeOfKey,
  key_changed: writeOfChangedKey,
  key_approval_requested: writeOfApproval,
  browser_signed_in: writeOfBrowser,
  passkey_changed: writeOfPasskey,
  client_connected: writeOfClient,
  client_decided: writeOfClientDecision,
  operators_acted: writeOfOperators,
  webhooks_disabled: writeOfWebhooks,
  email_changed: ({ changeId }, deps) => writeOfAddress(changeId, deps),
  sign_in_code: async ({ challengeId }, deps) => {
    const made = await makeSignInCode(challengeId, deps);
    if (made === null) return null;
    const { code, kind, email, lifetime, locale } = made;
    const { clientId, ...asked } = made.asked;
    const client = clientId === null ? null : await findClient(deps.table, clientId);
    const minutes = Math.max(1, Math.floor(lifetime / 60_000));
    const message = signInEmails(locale === undefined ? {} : { locale }).signInCode({
      code: shownCode(code),
      kind,
      minutes,
      asked: { ...asked, client: publicName(client) },
    });
    return { to: [email], message };
  },
};

/**
 * Composes an email from the registry's current data and sends it. An email that is no longer needed is not sent. A
 * repeated delivery may send it twice. If there are several recipients, only those who did not get it. `eventId` is the
 * id of the event that requests the email.
 */
export async function sendMail<Template extends Mail['template']>(
  mail: MailOf<Template>,
  eventId: string,
  deps: EmailDeps,
): Promise<void> {
  const compose: Compose<Template> = composers[mail.template];
  const composed = await compose(mail, deps);
  if (composed === null) return;
  if (!('message' in composed)) return sendEach(composed, mail.template, eventId, deps);
  for (const address of composed.to) await post(address, composed.message, mail.template, deps);
}

async function toOwner(
  applicationId: string,
  deps: EmailDeps,
  write: (application: StoredApplication, owner: StoredPerson) => Promise<EmailMessage | null>,
): Promise<Addressed | null> {
  const application = await findAnyApplication(deps.table, applicationId);
  // The owner has deleted the draft.
  if (application === null) return null;
  const owner = await findPerson(deps.table, application.ownerId);
  if (owner === null) throw new Error(`the owner of application ${applicationId} is missing`);
  const message = await write(application, owner);
  return message && { to: [owner.email], message };
}

/** An email about a certificate request with this status; null if the status has changed. */
async function toRequester(
  requestId: string,
  status: StoredCertificateRequest['statusId'],
  { table }: EmailDeps,
  write: (
    entityName: string,
    request: StoredCertificateRequest,
    requester: StoredPerson,
  ) => EmailMessage,
): Promise<Addressed | null> {
  const request = await findAnyCertificateRequest(table, requestId);
  if (request === null) throw new Error(`certificate request ${requestId} is missing`);
  if (request.statusId !== status) return null;
  const [entity, requester] = await Promise.all([
    findEntity(table, request.entityId),
    findPerson(table, request.requestedBy),
  ]);
  if (entity === null || requester === null) {
    throw new Error(`certificate request ${requestId} has no entity, or its requester is missing`);
  }
  return { to: [requester.email], message: write(fullName(entity), request, requester) };
}

function nameOf({ name, extension }: StoredApplication): string {
  return fullName({ name, extension, nameStartsWithExtension: false });
}

/** Sends the email that an event requests, once. */
export const deliverMail: Consumer<EventOf<'mail.requested'>, EmailDeps> = ({ id, event }, deps) =>
  deliverOnce(id, deps, () => sendMail(event.mail, id, deps));
