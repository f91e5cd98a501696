import { residencyAgreementIds } from '../../documents/agreements/residency-agreement-ids.ts';
import type { AgreementDeps } from '../../documents/deps/agreement-deps.ts';
import { transact } from '../../kernel/db/transact.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import type { Locale } from '../../kernel/domain/locale.ts';
import { apiErrors } from '../../kernel/errors/errors.ts';
import { shownWords } from '../../kernel/pages/shown-words.ts';
import { lostRace, untilWritten } from '../../kernel/usecases/until-written.ts';
import { eventWrite } from '../../platform/db/outbox.ts';
import { system } from '../../platform/domain/audit-entry.ts';
import { auditAct } from '../../platform/usecases/audit.ts';
import {
  findResidencyApplicationToAccept,
  residencyApplicationWrite,
  type StoredResidencyApplication,
  usedAgreementLinkWrite,
} from '../db/residency-applications.ts';
import { decideResidencyApplication } from '../domain/residency-application.ts';
import { acceptedStatement } from '../pages/residency-agreement-page.ts';

/** A residency application as it is to be signed. */
export type ApplicationToAccept = StoredResidencyApplication;

/** What a link leads to; `isCurrent` is false where it was made for an earlier version of the application. Error: 404. */
export async function readApplicationToAccept(
  token: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<{ readonly application: ApplicationToAccept; readonly isCurrent: boolean }> {
  const found = await findResidencyApplicationToAccept(table, token);
  if (found === null) throw apiErrors.notFound();
  return { application: found.application, isCurrent: found.current };
}

export interface Acceptance {
  /** Of the link: it stands for the application as the signer has seen it. */
  readonly token: string;
  readonly signerName: string;
  /** SHA-256 of the text that was shown, hexadecimal; absent where a program says nothing of it. */
  readonly agreementSha256: string | undefined;
  /** In which language the page was shown. */
  readonly language?: Locale | undefined;
}

export type AcceptanceOutcome =
  | { readonly kind: 'accepted'; readonly application: StoredResidencyApplication }
  /** Nothing was written: another text is in force than the one that was shown. */
  | { readonly kind: 'text_changed'; readonly application: StoredResidencyApplication }
  /** Nothing was written: the application was changed, accepted before, or submitted. */
  | { readonly kind: 'changed' | 'accepted_before' | 'not_draft' };

/**
 * Accepts the Agreement of Coexistence of the residency application behind a link, once. Whoever holds the link
 * may sign. A change of the application makes a new link, so that nobody signs what they have not seen.
 *
 * Error: 404 for an unknown link.
 */
export function acceptResidencyAgreement(
  { token, signerName, agreementSha256, language }: Acceptance,
  deps: CoreDeps & AgreementDeps,
): Promise<AcceptanceOutcome> {
  return untilWritten<AcceptanceOutcome>(async () => {
    const at = deps.now().toISOString();
    const found = await findResidencyApplicationToAccept(deps.table, token);
    if (found === null) throw apiErrors.notFound();
    const { application } = found;
    const text = deps.agreements.inForce(application.data.residencyType);
    const { sha256 } = text;
    const shown = shownWords(language, (reader) => [acceptedStatement(reader), sha256]);
    const decision = decideResidencyApplication(
      application,
      {
        type: 'accept',
        ...{ token, signerName, ...residencyAgreementIds(text), sha256 },
        ...(shown !== null && { shown }),
      },
      at,
    );
    if (!decision.ok) return { kind: outcomeOf[decision.reason] ?? 'not_draft' };
    if (agreementSha256 !== undefined && agreementSha256 !== sha256) {
      return { kind: 'text_changed', application };
    }
    const { id, agreement } = decision.next;
    const outcome = await transact(deps.table, {
      application: residencyApplicationWrite(decision.next),
      agreementLink: usedAgreementLinkWrite(application, at),
      copy: eventWrite(deps.newId(), at, {
        type: 'mail.wanted',
        mail: { template: 'residency_agreement_signed', applicationId: application.id },
      }),
      ...auditAct(deps, {
        at,
        // The link is the signer's only credential: who it was is in the acceptance itself.
        actor: system,
        action: 'residency_application.agreement_accepted',
        subject: { type: 'residency_application', id },
        details: { aocId: agreement.aocId, agreementVersion: agreement.version },
      }),
    });
    return outcome.kind === 'written' ? { kind: 'accepted', application: decision.next } : lostRace;
  });
}

/** The outcome of a refused acceptance; any other means that the application is no longer a draft. */
const outcomeOf: Readonly<Partial<Record<string, 'changed' | 'accepted_before'>>> = {
  agreement_changed: 'changed',
  already_accepted: 'accepted_before',
};
