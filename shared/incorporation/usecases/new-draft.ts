import type { ServiceDeps } from '../../kernel/deps/service.ts';
import { displayName } from '../../kernel/domain/legal-entity.ts';
import type { ApplicationPayload } from '../contracts/application.ts';
import type { StoredApplication } from '../db/applications.ts';
import { type AgreementSignature, type ApplicationOrigin, canSign } from '../domain/application.ts';
import { applicationData } from '../domain/application-data.ts';

/** What is known of a new draft besides what was sent. */
export interface Circumstances {
  readonly at: string;
  readonly ownerId: string;
  readonly ownerRpn: string | null;
  readonly createdViaAPI: boolean;
  readonly createdWith: ApplicationOrigin;
  readonly agentKeyId: string | null;
  /** The agreement, where it was accepted in advance. */
  readonly agreement: AgreementSignature | null;
  readonly redirectUrl: string | null;
  readonly referralCode: string | null;
}

/**
 * A draft application as it is stored. It gets a link for the signature, unless it is signed already, or only
 * its owner can sign it.
 */
export function newDraft(
  sent: ApplicationPayload,
  circumstances: Circumstances,
  { newId, random, jurisdiction }: Pick<ServiceDeps, 'newId' | 'random' | 'jurisdiction'>,
): StoredApplication {
  const { at, ownerRpn, ...known } = circumstances;
  const particulars = { ...sent, name: displayName(sent.name) };
  const { createdViaAPI, createdWith, agreement } = known;
  const signedByLink = agreement === null && canSign('holder', createdWith);
  return {
    ...known,
    id: newId(),
    statusId: 'Draft',
    applicationVersion: '1.0.0',
    applicationData: applicationData(particulars, { createdViaAPI, jurisdiction, ownerRpn }),
    optionId: 'llc',
    name: particulars.name,
    extension: particulars.extension,
    signatureToken: signedByLink ? Buffer.from(random(32)).toString('base64url') : null,
    invoiceId: newId(),
    paidAt: null,
    submittedAt: null,
    submissionId: null,
    dispatchedAt: null,
    approvedAt: null,
    rejectedAt: null,
    rejectedReason: null,
    legalEntityId: null,
    createdAt: at,
    version: 1,
  };
}
