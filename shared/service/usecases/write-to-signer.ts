import { findManifestation } from '../../access/db/manifestations.ts';
import { acceptableAgreements, type Wording } from '../../access/domain/manifestation.ts';
import { manifestationEmailTexts } from '../../access/texts/index.ts';
import { findAnyApplication } from '../../incorporation/db/applications.ts';
import { applicationEmails } from '../../incorporation/mail/application-emails.ts';
import { ownerSignatureUrl } from '../../incorporation/usecases/sign-agreement.ts';
import { countAttempt } from '../../kernel/db/attempt-counters.ts';
import { fullName } from '../../kernel/domain/legal-entity.ts';
import type { Localized } from '../../kernel/domain/locale.ts';
import { formatDay } from '../../kernel/pages/format-dates.ts';
import { type EmailMessage, emails } from '../../mail/mail/message.ts';
import type { SignedText } from '../../mail/mail/signed-text.ts';
import { findPerson, findPersonByEmail } from '../../people/db/people.ts';
import { findResidencyApplication } from '../../residency/db/residency-applications.ts';
import { applicantLanguage } from '../../residency/domain/residency-application-state.ts';
import { residencyEmails } from '../../residency/mail/residency-emails.ts';
import type { EmailDeps } from '../deps/outbox.ts';
import { keyLabelOf } from './keep-gateway-keys.ts';

/** To the person who signed the Manifestation of Will. */
export const manifestationEmails = emails(manifestationEmailTexts);

interface Addressed {
  readonly to: readonly string[];
  readonly message: EmailMessage;
}

/** The owner's copy of a legal entity's agreement, also if someone else signed it. */
export async function copyAgreement(
  applicationId: string,
  deps: EmailDeps,
): Promise<Addressed | null> {
  const application = await findAnyApplication(deps.table, applicationId);
  // The owner has deleted the draft.
  if (application === null) return null;
  const owner = await findPerson(deps.table, application.ownerId);
  if (owner === null) throw new Error(`the owner of application ${applicationId} is missing`);
  const { agreement, agentKeyId, ownerId, name, extension } = application;
  if (agreement === null) return null;
  const { signerName, signedAt, agreementVersion, agreementSha256, method } = agreement;
  const inAdvance = method === 'manifestation_of_will' && agentKeyId !== null;
  const message = applicationEmails(owner).agreementSigned({
    entityName: fullName({ name, extension, nameStartsWithExtension: false }),
    keyLabel: inAdvance ? await keyLabelOf(agentKeyId, ownerId, deps) : null,
    signerName,
    at: inWords(signedAt, owner),
    text: signedText({ version: agreementVersion, sha256: agreementSha256 }, deps),
    url: ownerSignatureUrl(application, deps),
  });
  return { to: [owner.email], message };
}

/** Partners choose the address and can have an application signed and changed repeatedly. */
const copiesADay = { kind: 'agreement_copy', max: 5, window: 86_400_000 };

/**
 * The applicant's copy of a residency agreement. If the application was changed since, it asks them to sign again. Null
 * once the application is submitted without a signature, and after five a day.
 */
export async function copyResidencyAgreement(
  applicationId: string,
  deps: EmailDeps,
): Promise<Addressed | null> {
  const application = await findResidencyApplication(deps.table, applicationId);
  if (application === null) throw new Error(`residency application ${applicationId} is missing`);
  const { acceptedAt, invalidatedAt, token, version, sha256, shown } = application.agreement;
  const isVoid = acceptedAt === null && invalidatedAt !== null && application.statusId === 'Draft';
  if (!isVoid && (acceptedAt === null || sha256 === null)) return null;
  const { email } = application.data.personalDetails;
  const { counted } = await countAttempt(deps.table, copiesADay, email, deps.now().getTime());
  if (!counted) return null;
  if (acceptedAt === null || sha256 === null) {
    const account = await findPersonByEmail(deps.table, email);
    const locale = account?.locale ?? applicantLanguage(application);
    const recipient = locale === undefined ? {} : { locale };
    const facts = {
      at: inWords(invalidatedAt ?? application.updatedAt, recipient),
      url: `${deps.baseUrl}/agreements/${token}`,
    };
    return { to: [email], message: residencyEmails(recipient).signAgain(facts) };
  }
  const text = signedText({ version, sha256 }, deps);
  // In the language of the signed text.
  const signer = shown === undefined ? {} : { locale: shown.locale };
  const at = inWords(acceptedAt, signer);
  return { to: [email], message: residencyEmails(signer).residencyAgreementSigned({ at, text }) };
}

/** The person's copy of their Manifestation of Will; null once it is revoked. */
export async function copyManifestation(
  personId: string,
  deps: EmailDeps,
): Promise<Addressed | null> {
  const [person, will] = await Promise.all([
    findPerson(deps.table, personId),
    findManifestation(deps.table, personId),
  ]);
  if (person === null || will === null || will.text === null) {
    throw new Error(`person ${personId} or their Manifestation of Will is missing`);
  }
  if (!will.active) return null;
  const accepted = acceptableAgreements.flatMap((type) => {
    const consent = will.acceptances[type];
    if (consent === undefined) return [];
    const text = signedText(consent, deps);
    return [{ ...text, title: `${text.title} (${type})` }];
  });
  const message = manifestationEmails(person).manifestationSigned({
    signerName: will.text.signer?.kind === 'operator' ? null : will.text.signerName,
    at: inWords(will.text.givenAt, person),
    texts: [signedText(will.text, deps), ...accepted],
    url: `${deps.baseUrl}/portal/developer/manifestation`,
  });
  return { to: [person.email], message };
}

function signedText(
  { version, sha256 }: Wording,
  { agreements, baseUrl }: Pick<EmailDeps, 'agreements' | 'baseUrl'>,
): SignedText {
  const title = agreements.withDigest(sha256)?.title ?? 'Agreement';
  return { title, version, sha256, url: `${baseUrl}/agreements/texts/${sha256}` };
}

/** `1 March 2026, 09:30 UTC`. */
function inWords(iso: string, { locale }: Localized): string {
  return `${formatDay(iso, locale)}, ${new Date(iso).toISOString().slice(11, 16)} UTC`;
}
