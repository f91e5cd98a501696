import { fileState } from '../../kernel/contracts/descriptions.ts';

/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  integrationId: 'The partner’s integration that made it.',
  proofOfAddressSwornBy: 'The name under the sworn statement; null without one.',
  proofOfAddressFileUrl:
    'A link to the uploaded proof, valid for an hour without a credential; null if there is none or it cannot be opened yet.',
  proofOfAddressFileState: fileState,
  agreement: 'How the Agreement of Coexistence stands.',
  verification: 'How the verification of the applicant’s identity stands.',
  verifiedAt: 'When the outcome was recorded; null until then.',
  account: 'The account that has the address now; null when there is none.',
  standing: 'What the holder of that account says about the application.',
  differences: 'The fields in which the account differs from the application.',
  residencyActive: 'Whether the account’s residency is current.',

  'pagination.limit': 'The maximum number of entries on a page.',
  'AgreementDocuments.name': 'The name of the document.',
  'ProofOfAddressUpload.applicationId': 'The draft that the proof is for.',
  'ProofOfAddressAnswer.applicationId': 'The draft that the proof is for.',
  'ProofOfAddressAnswer.id': 'The value to send as `proofOfAddressUploadId` in the application.',

  personalDetails: 'The applicant.',
  'personalDetails.email': 'The applicant’s email address, which gets the link to the account.',
  'personalDetails.countryOfBirth': 'The country of birth, as an ISO 3166-1 code.',
  alternateNamesAttestation: 'Whether the attestation on other names is given.',
  alternateNames: 'Other names of the applicant; null without any.',
  criminalBackgroundAttestation: 'Whether the attestation on the criminal background is given.',
  proofOfAddressUploadId: 'The `id` of an uploaded proof; null without one.',
  proofOfAddressSwornStatement:
    'Replaces an uploaded proof: the applicant swears to the address. Responses never contain it.',
  agreed: 'That the applicant swears to it.',
  'SwornStatement.signature': 'The applicant’s name, as a signature.',
  information: 'Further statements of the applicant.',
  residencyReason: 'Why the applicant wants to be a resident.',
  referralSource: 'How the applicant heard of it.',
  'CreateResidencyApplication.redirectUrl':
    'Where the applicant goes after signing. It must use an origin of the integration.',
  'ReviseResidencyApplication.redirectUrl':
    'Where the applicant goes after signing. It must use an origin of the integration.',
  'ResidencyApplication.version':
    'The version to send as `expectedVersion` in a PATCH. Each change increases it.',
  'AdminResidencyApplication.version':
    'The version to send with a verification. Each change increases it.',
  expectedVersion:
    'The `version` that you last read. Any other version gets 409 and changes nothing.',
  aoc: 'The Agreement of Coexistence of this application.',
  signedByName: 'Who signed, as the name was typed; null until then.',
  agentAuthorized: 'Whether an agent can sign; always false.',
  accepted: 'Whether it is accepted.',
  acceptedAt: 'When it was accepted; null until then.',
  invalidatedAt: 'When the acceptance became void; null while it is valid.',
  residencyEffectiveDate: 'When the residency began; null before.',
  applicantPortalAccess: 'Whether the applicant has used the portal.',
  hasLoggedIn: 'Whether the applicant has signed in.',
  lastLogin: 'When the applicant last signed in; null until then.',
  claimLinkSent: 'Whether the email with the account link was sent.',
  claimLinkSentAt: 'When it was last sent; null until then.',
  agreementUrl: 'The page where the applicant signs; null if nothing is left to sign.',
  proofOfAddressRequired: 'Whether a proof of address is missing.',
  verificationRequired: 'Whether the applicant’s identity must be verified.',
  verificationInstructions: 'How that is done; null when it is not needed.',
  firstName: 'Given names.',
  lastName: 'Surname.',
  signature: 'The applicant’s name as a signature. It must contain the first or the last name.',
  consentToBackgroundCheck: 'That the applicant agrees to a background check.',
  'VisitorPassApplication.referralSource': 'How the applicant heard of it.',
  'VisitorPassAnswer.data': 'It does not reveal whether the person applied before.',
  ok: 'Always true.',

  'AdminResidencyApplication.personId':
    'The person whom the approval admitted; null until it is approved.',
};

/** What fields can look like that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  alternateNames: 'Ada Byron',
};
