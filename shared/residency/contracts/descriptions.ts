import {
  type ErrorNotes,
  fileState,
  type ParameterNotes,
} from '../../kernel/contracts/descriptions.ts';

/** Descriptions of the fields of these contracts, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  integrationId: 'The id of the partner integration that created it.',
  proofOfAddressSwornBy: 'The name signed under the sworn statement; null if there is none.',
  proofOfAddressFileUrl:
    'A link to the uploaded proof, valid for an hour without a credential; null if there is none or it cannot be opened yet.',
  proofOfAddressFileState: fileState,
  agreement: 'The status of the Agreement of Coexistence.',
  'agreement.version': 'The version of its text.',
  verification: 'The status of the identity verification.',
  verifiedAt: 'When the result was recorded; null until then.',
  account: 'The account that has this email address now; null if there is none.',
  'account.personId': 'The id of the account’s owner.',
  'account.status': 'What the account’s owner did with the application.',
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
  alternateNamesAttestation:
    'Whether the applicant confirmed, in your form, what they state about other names. `false` does not prevent approval.',
  alternateNames: 'Other names of the applicant; null if there are none.',
  criminalBackgroundAttestation:
    'Whether the applicant confirmed, in your form, what they state about their criminal record. `false` does not prevent approval.',
  proofOfAddressUploadId: 'The `id` of an uploaded proof; null if there is none.',
  proofOfAddressSwornStatement:
    'Replaces an uploaded proof: the applicant swears to the address. Responses never contain it.',
  agreed: 'Whether the applicant swears to it.',
  'SwornStatement.signature': 'The applicant’s name, typed as a signature.',
  information: 'Additional information from the applicant.',
  residencyReason: 'Why the applicant wants to be a resident.',
  referralSource: 'How the applicant heard of the registry.',
  'CreateResidencyApplication.redirectUrl':
    'Where the applicant goes after signing. It must use an origin of the integration.',
  'ReviseResidencyApplication.redirectUrl':
    'Where the applicant goes after signing. It must use an origin of the integration.',
  'ResidencyApplication.version':
    'The version to send as `expectedVersion` in a PATCH. It increases with each change.',
  'AdminResidencyApplication.version':
    'The version to send with a verification. It increases with each change.',
  expectedVersion:
    'The `version` that you last read. Any other version gets 409 and changes nothing.',
  aoc: 'The Agreement of Coexistence of this application.',
  signedByName: 'The name that the signer typed; null until then.',
  agentAuthorized: 'Whether an agent can sign; always false.',
  accepted: 'Whether it is accepted.',
  acceptedAt: 'When it was accepted; null until then.',
  invalidatedAt: 'When the acceptance became void; null while it is valid.',
  residencyEffectiveDate: 'When the residency began; null until then.',
  applicantPortalAccess: 'Whether the applicant has used the portal.',
  hasLoggedIn: 'Whether the applicant has signed in.',
  lastLogin: 'When the applicant last signed in; null until then.',
  claimLinkSent: 'Whether the email with the account link was sent.',
  claimLinkSentAt: 'When it was last sent; null until then.',
  agreementUrl: 'The page where the applicant signs; null if nothing is left to sign.',
  proofOfAddressRequired: 'Whether a proof of address is missing.',
  verificationRequired: 'Whether the applicant’s identity must be verified.',
  verificationInstructions: 'How to verify the identity; null if it is not needed.',
  firstName: 'Given names.',
  lastName: 'Surname.',
  signature:
    'The applicant’s name, typed as a signature. It must contain the first or the last name.',
  consentToBackgroundCheck: 'Whether the applicant agrees to a background check.',
  'VisitorPassApplication.referralSource': 'How the applicant heard of the registry.',
  'VisitorPassAnswer.data':
    'The same response for everyone: it does not reveal whether the person applied before.',
  ok: 'Always true.',

  'AdminResidencyApplication.personId':
    'The person who became a resident; null until the application is approved.',
};

/** Examples of fields that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  alternateNames: 'Ada Byron',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  proof_of_address: ['The id from the upload response.', '4f1e2d3c-5b6a-4978-8796-a5b4c3d2e1f0'],
  residency_applications: ['The id of the application.', '6a0c9a70-3b51-4a53-9d0b-0f4f6f8a1c2d'],
};

/** Query parameters, by their name, or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  'adminListResidencyApplications.status': [
    'Only applications with this status.',
    'Pending Review',
  ],
  'adminListResidencyApplications.integrationId': [
    'Only applications of this integration.',
    '5a0c9a0e-7c1b-4a3e-8b8f-0c3d7e2f1a65',
  ],
  'listPartnerResidencyApplications.cursor': [
    '`nextCursor` of the previous page. Leave it out for the first page.',
    '019b6a1f-3c20-8e5d-8f1a-7c94b20d61e8',
  ],
  'adminListVisitorPasses.email': [
    'Only applications with this address, in any case.',
    'ada@example.com',
  ],
  referralSource: ['Only applications with this source, in any case.', 'Spring Conference'],
};

/** What each error code means and what to do, by the group of the errors page. */
export const errorNotes: ErrorNotes = {
  Pages: {
    'link.outdated': ['The application changed after this link was sent.', 'Use the newest link.'],
    'page.outdated': [
      'The application was changed or decided after you opened the page.',
      'Load the page again.',
    ],
  },
  'Legal entities and applications': {
    'applicant.is_known': [
      'Only in a sandbox: the applicant’s address already has an account, which none of your applications created. No one has ever signed in to it, so we can’t tell whether it is the applicant’s.',
      'Have the applicant sign in with that address first, or send another address.',
    ],
    'application.agreement_changed': [
      'The application changed, so its agreement has a new link.',
      'Read the application and use the new `nextSteps.agreementUrl`.',
    ],
    'referral.already_attributed': [
      'The application already names another referral code, which can’t be changed.',
      'Leave out `referralCode`.',
    ],
    'entity.changed': [
      'You tried to confirm a register entry. It changed after you opened the page, or its confirmation is not due. Nothing was confirmed.',
      'Load the page again and check the entry.',
    ],
    'application.agreement_required': [
      'The applicant has not accepted the current Agreement of Coexistence.',
      'Send them the agreement’s link, which is in the application. Then submit.',
    ],
    'application.proof_of_address_required': [
      'The application has no proof of address.',
      'Upload one, then submit.',
    ],
    'application.payment_required': [
      'The invoice of the application is not paid.',
      'Pay it, then submit.',
    ],
    'application.identity_verification_required': [
      'The applicant’s identity is not verified yet.',
      'The registry verifies it: see `nextSteps.verificationInstructions` in the application. Submit when `nextSteps.submitReady` is true.',
    ],
    'application.locked_by_payment': [
      'The invoice is paid, and the fee depended on this field.',
      'Leave the field as it is.',
    ],
    'redirect_url.not_allowed': [
      'The origin of `redirectUrl` is not approved for the integration.',
      'Ask the registry to approve it.',
    ],
    'proof_of_address.not_found': [
      'The upload does not exist, or it belongs to another application or integration.',
      'Use the id from your own upload.',
    ],
  },
  'Vouchers and invoices': {
    'invoice.not_required': ['This type of residency is free.', 'Submit without paying.'],
  },
  'For operators': {
    'residency.annulled': ['The residency is already annulled.', 'You don’t need to do anything.'],
    'residency.covered': [
      'A later residency was granted.',
      'Annul the later residency first. `error_description` names it.',
    ],
  },
};
