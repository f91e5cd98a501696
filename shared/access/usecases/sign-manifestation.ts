import type { AgreementDeps } from '../../documents/deps/agreement-deps.ts';
import { wordingsInForce } from '../../documents/usecases/wordings-in-force.ts';
import { orElse, transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { shownWords } from '../../kernel/pages/shown-words.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { unsuspendedPersonCheck } from '../../people/db/people-checks.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import type { Actor } from '../../platform/domain/audit-entry.ts';
import { auditPerson } from '../../platform/usecases/audit.ts';
import { findManifestation, manifestationWrite } from '../db/manifestations.ts';
import {
  type AcceptableAgreement,
  type Manifestation,
  neverSigned,
  signedManifestation as sign,
  type WordingsInForce,
} from '../domain/manifestation.ts';
import { willStatement } from '../pages/portal-manifestation-page.ts';

export interface ManifestationToSign {
  readonly agreements: readonly AcceptableAgreement[];
  /** What a person puts their name to; null for an operator, who signs what is in force. */
  readonly signature: {
    readonly signerName: string;
    /** SHA-256 of the texts as the page has shown them, hexadecimal; absent where the form does not say. */
    readonly manifestationSha256: string | undefined;
    readonly agreementSha256: string | undefined;
    /** In which language the page was shown. */
    readonly language?: Locale | undefined;
  } | null;
}

/**
 * Signs a person's Manifestation of Will, anew after a revocation; if it is signed, the agreements that are
 * accepted in advance are replaced. Version and digest of the text, name, signer and time are stored with each.
 * A signature that changes nothing is not recorded; of any other the person gets a copy by mail.
 *
 * Errors: 404; 409 `person.suspended`; 409 `agreement.text_changed` when another text is in force than one that was shown.
 */
export function signManifestation(
  personId: string,
  { agreements, signature }: ManifestationToSign,
  actor: Actor,
  deps: CoreDeps & AgreementDeps,
): Promise<Manifestation> {
  return untilWritten(async () => {
    const at = deps.now().toISOString();
    const inForce = wordingsInForce(deps.agreements);
    if (signature !== null && !wereShown(signature, inForce))
      throw apiErrors.agreementTextChanged();
    const will = (await findManifestation(deps.table, personId)) ?? { ...neverSigned, version: 0 };
    const signer = { kind: signature === null ? 'operator' : 'person', id: actor.id } as const;
    const shown = shownWords(signature?.language, (reader) => [
      willStatement(will, inForce, reader),
      inForce.manifestation.sha256,
      inForce.agreement.sha256,
      ...agreements,
    ]);
    const given = { agreements, signer, signerName: signature?.signerName ?? null, shown };
    const signed = sign(will, given, inForce, at);
    if (signed === will) return will;
    const { manifestation, agreement } = inForce;
    const outcome = await transact(deps.table, {
      person: orElse(unsuspendedPersonCheck(personId), (found) =>
        found === undefined ? apiErrors.notFound() : apiErrors.personSuspended(),
      ),
      will: manifestationWrite(personId, { ...signed, version: will.version }),
      copy: eventWrite(deps.newId(), at, {
        type: 'mail.wanted',
        mail: { template: 'manifestation_signed', personId },
      }),
      ...auditPerson(deps, {
        at,
        actor,
        personId,
        action: will.active ? 'manifestation.updated' : 'manifestation.signed',
        details: {
          acceptedAgreements: signed.acceptedAgreements,
          version: manifestation.version,
          sha256: manifestation.sha256,
          agreementVersion: agreement.version,
          agreementSha256: agreement.sha256,
        },
      }),
    });
    if (outcome.kind === 'written') return signed;
    if (outcome.refusal !== undefined) throw outcome.refusal;
    return lostRace;
  });
}

function wereShown(
  {
    manifestationSha256,
    agreementSha256,
  }: {
    readonly manifestationSha256: string | undefined;
    readonly agreementSha256: string | undefined;
  },
  { manifestation, agreement }: WordingsInForce,
): boolean {
  return manifestationSha256 === manifestation.sha256 && agreementSha256 === agreement.sha256;
}
