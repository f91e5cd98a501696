import { actorOf as actorOfCaller, type PersonalKeyCaller } from '../../access/auth/caller.ts';
import {
  type AcceptableAgreement,
  acceptedInAdvance,
  type Manifestation,
} from '../../access/domain/manifestation.ts';
import type { Agreements, PublishedText } from '../../documents/agreements/register.ts';
import type { AgreementDeps } from '../../documents/deps/documents.ts';
import { wordingsInForce } from '../../documents/usecases/agreement-in-force.ts';
import { digestOf } from '../../kernel/db/effects.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Locale, ShownText } from '../../kernel/domain/locale.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import { shownText } from '../../kernel/pages/shown-text.ts';
import { lostRace, retryOnConflict } from '../../kernel/usecases/retry-on-conflict.ts';
import { actingPersonCheck } from '../../people/db/people-checks.ts';
import { mailWrite } from '../../platform/db/outbox.ts';
import { type Actor, system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import { lookUpName } from '../../registry/db/names.ts';
import { personActor } from '../../sign-in/auth/session.ts';
import { ownerSignaturePath } from '../contracts/signature.ts';
import {
  applicationWrite,
  findApplication,
  findApplicationToSign,
  removedSignatureLinkWrite,
  type StoredApplication,
  unusedSignatureLinkWrite,
  usedSignatureLinkWrite,
} from '../db/applications.ts';
import { type AgreementSignature, canSign, decideApplication } from '../domain/application.ts';
import { canonicalText, particularsOf } from '../domain/application-data.ts';
import { signedStatement } from '../pages/signature-page.ts';
import { applicationErrors, readOwnApplication } from './read-application.ts';
import { applicationWrites } from './revise-application.ts';

export type SignableApplication = StoredApplication;

/** How a signer reaches an application: with its link, or signed in as its owner. */
type WayToSign =
  | { readonly token: string }
  | { readonly personId: string; readonly applicationId: string };

/**
 * The text to sign, as shown on the page. A program that signs with a link may omit it and then signs the current text;
 * an owner's form must send it.
 */
interface AgreementToSign {
  readonly signerName: string;
  /** SHA-256 of the text, in hexadecimal. */
  readonly agreementSha256: string | undefined;
  /** Name and extension of the legal entity. Sent because operators can rename a draft. */
  readonly entityName: string | undefined;
  /** SHA-256 of the application's contents, which its owner can change; absent from a program's form. */
  readonly particularsSha256?: string | undefined;
  /** The language of the page. */
  readonly language?: Locale | undefined;
}

type SigningOutcome =
  | { readonly kind: 'signed'; readonly application: StoredApplication }
  /** Nothing was signed, because the text or the application has changed. */
  | {
      readonly kind: 'text_changed' | 'application_changed';
      readonly application: StoredApplication;
    };

/** The application to sign. Error: 404, whether the link is unknown, no link can sign it, or it is someone else's. */
export async function readApplicationToSign(
  way: WayToSign,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<StoredApplication> {
  const application =
    'token' in way
      ? await findApplicationToSign(table, way.token)
      : await findApplication(table, way.personId, way.applicationId);
  if (application === null || !canSign(signerOf(way), application.createdWith)) {
    throw apiErrors.notFound();
  }
  return application;
}

/** SHA-256 of the application's contents, in hexadecimal, as shown to the signer. */
export function particularsDigest({ applicationData }: StoredApplication): string {
  return digestOf(canonicalText(particularsOf(applicationData)));
}

/** The name of the legal entity as shown to the signer. */
function entityNameOf({ name, extension }: Pick<StoredApplication, 'name' | 'extension'>) {
  return `${name} ${extension}`;
}

/**
 * Signs the Agreement of Coexistence of an application once, and submits the application if it is paid. Signs nothing
 * if the text or the entity's name has changed since it was shown.
 *
 * Errors: 404; 409 `application.already_signed`; 409 `person.deactivated` or `person.suspended` for the applicant's
 * account. If the name has been taken, the signature is valid and the application stays a draft.
 */
export function signAgreement(
  way: WayToSign,
  shown: AgreementToSign,
  deps: CoreDeps & AgreementDeps,
): Promise<SigningOutcome> {
  return retryOnConflict<SigningOutcome>(async () => {
    const at = deps.now().toISOString();
    const application = await readApplicationToSign(way, deps);
    const { id, optionId, name } = application;
    const { taken } = await lookUpName(deps.table, optionId, name);
    const text = deps.agreements.inForce('legal_entity');
    const signerId = 'personId' in way ? way.personId : null;
    const words = shownText(shown.language, (context) => [
      signedStatement(entityNameOf(application), context),
      text.sha256,
      particularsDigest(application),
    ]);
    const { signerName } = shown;
    const agreement = signatureBy({ signerName, signerId, shown: words }, text, at);
    const decision = decideApplication(
      application,
      { type: 'sign', signer: signerOf(way), agreement, nameFree: !taken },
      at,
    );
    if (!decision.ok) throw applicationErrors[decision.reason]();
    const { agreementSha256, entityName } =
      'token' in way ? completed(shown, text, application) : shown;
    if (agreementSha256 !== text.sha256) return { kind: 'text_changed', application };
    const isAsShown =
      entityName === entityNameOf(application) &&
      (shown.particularsSha256 ?? particularsDigest(application)) ===
        particularsDigest(application);
    if (!isAsShown) return { kind: 'application_changed', application };
    const outcome = await transact(deps.table, {
      owner: orElse(actingPersonCheck(application.ownerId), (found) =>
        found?.['suspension'] === undefined
          ? apiErrors.personDeactivated()
          : apiErrors.personSuspended(),
      ),
      ...applicationWrites(application, decision.next, deps, at),
      signatureLink: usedSignatureLinkWrite(application, at),
      copy: mailWrite(deps.newId(), at, { template: 'agreement_signed', applicationId: id }),
      ...auditAct(deps, {
        at,
        actor: actorOf(way),
        action: 'legal_entity_application.signed',
        subject: { type: 'legal_entity_application', id },
        details: {
          agreementVersion: agreement.agreementVersion,
          agreementSha256: agreement.agreementSha256,
          submitted: decision.next.submittedAt !== null,
        },
      }),
    });
    if (outcome.kind === 'written') return { kind: 'signed', application: decision.next };
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return lostRace;
  });
}

/**
 * Replaces the draft's signature link and invalidates the previous one in the same transaction. If two calls are
 * concurrent, the later link is valid. A concurrent signature with the previous link either comes first or gets a 404.
 *
 * Errors: 404, also for a draft that only its owner can sign; 400 not draft; 409 `application.already_signed`.
 */
export function replaceSignatureLink(
  applicationId: string,
  caller: PersonalKeyCaller,
  deps: CoreDeps,
): Promise<StoredApplication> {
  return retryOnConflict(async () => {
    const at = deps.now().toISOString();
    const application = await readOwnApplication(deps.table, applicationId, caller);
    const decision = decideApplication(application, { type: 'relink' }, at);
    if (!decision.ok) throw applicationErrors[decision.reason]();
    const { signatureToken: previous } = application;
    const signatureToken = newSignatureToken(deps);
    const next = { ...decision.next, signatureToken };
    const outcome = await transact(deps.table, {
      application: applicationWrite(next),
      previousLink: previous === null ? undefined : removedSignatureLinkWrite(previous),
      signatureLink: unusedSignatureLinkWrite(next),
      ...auditAct(deps, {
        at,
        actor: actorOfCaller(caller),
        action: 'legal_entity_application.signature_link_renewed',
        subject: { type: 'legal_entity_application', id: applicationId },
        details: {},
      }),
    });
    return outcome.kind === 'written' ? next : lostRace;
  });
}

/** A random token that can't be guessed. */
export function newSignatureToken({ random }: Pick<CoreDeps, 'random'>): string {
  return Buffer.from(random(32)).toString('base64url');
}

/** Replaces omitted fields with the current text. */
function completed(
  { signerName, agreementSha256, entityName }: AgreementToSign,
  { sha256 }: PublishedText,
  application: StoredApplication,
): AgreementToSign {
  return {
    signerName,
    agreementSha256: agreementSha256 ?? sha256,
    entityName: entityName ?? entityNameOf(application),
  };
}

function signerOf(way: WayToSign): 'holder' | 'owner' {
  return 'token' in way ? 'holder' : 'owner';
}

/**
 * A signature link is its holder's only credential, so the actor is the system. The signer's name is in the signature.
 */
function actorOf(way: WayToSign): Actor {
  return 'personId' in way ? personActor(way.personId) : system;
}

/** The signature of this text. `signerId` is the signing account; null for the holder of the link. */
function signatureBy(
  {
    signerName,
    signerId,
    shown = null,
  }: {
    readonly signerName: string;
    readonly signerId: string | null;
    readonly shown?: ShownText | null;
  },
  text: PublishedText,
  at: string,
): AgreementSignature {
  return {
    method: 'signature',
    signerName,
    ...(signerId !== null && { signerId }),
    ...terms(text, at),
    ...(shown !== null && { shown }),
  };
}

/**
 * The signature from an owner's acceptance in advance, for agents' applications of that residency type; null if there
 * is none, or if the accepted wording is no longer in force.
 */
export function signatureInAdvance(
  manifestation: Manifestation | null,
  residencyType: AcceptableAgreement,
  agreements: Agreements,
  at: string,
): AgreementSignature | null {
  const consent =
    manifestation && acceptedInAdvance(manifestation, residencyType, wordingsInForce(agreements));
  if (consent === null) return null;
  const { signerName, givenAt: acceptedAt } = consent;
  return { method: 'manifestation_of_will', signerName, acceptedAt, ...terms(consent, at) };
}

function terms({ version, sha256 }: Pick<PublishedText, 'version' | 'sha256'>, signedAt: string) {
  return { signedAt, agreementVersion: version, agreementSha256: sha256 };
}

interface Address {
  readonly baseUrl: string;
}

/** The URL to sign an application: for the holder of the link or, without a link, for its owner. */
export function signatureUrlOf(
  application: Pick<StoredApplication, 'id' | 'signatureToken'>,
  address: Address,
): string {
  const { signatureToken } = application;
  return signatureToken === null
    ? ownerSignatureUrl(application, address)
    : `${address.baseUrl}/sign/${signatureToken}`;
}

/** The page on which the signed-in owner signs. The URL is not secret. */
export function ownerSignatureUrl(
  { id }: Pick<StoredApplication, 'id'>,
  { baseUrl }: Address,
): string {
  return baseUrl + ownerSignaturePath(id);
}
