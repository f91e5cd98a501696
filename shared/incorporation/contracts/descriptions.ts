import type { ErrorNotes, ParameterNotes } from '../../kernel/contracts/descriptions.ts';

/** Descriptions of the fields of these contracts, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'Invoice.voucherCode': 'The voucher that paid the invoice; null if none did.',
  couponCode: 'The previous name of `voucherCode`.',
  'Invoice.subject': 'What the invoice is for.',
  naturalPersons: 'The people who used the code.',
  legalEntities: 'The legal entities that used the code.',
  fullName: 'The person’s name; null until they have entered one.',
  referredAt: 'When the person used the code; null if unknown.',
  'legalEntities.referredAt': 'When the entity was registered; null if unknown.',
  'legalEntities.name': 'Name and extension.',
  'ReferralListing.code': 'The referral code, as it was created.',

  'ApplicationPayload.name': 'The name of the company, without the extension.',
  'RenameApplication.name': 'The name of the company, without the extension.',
  'ReferralListing.rpn': 'The entity’s resident permit number.',
  applicationData: 'The data of the application.',
  'Application.applicationData': 'The submitted data, in the layout in which it is stored.',
  'AdminApplicationAnswer.applicationData':
    'The submitted data, in the layout in which it is stored.',
  applicationVersion: 'The version of the layout of `applicationData`.',
  entityType: 'The kind of legal entity; only LLCs are supported.',
  principalOffice: 'The address of the principal office.',
  contactEmail:
    'The contact email address of the legal entity, which reviewers see. Emails about the application go to its owner.',
  registeredAgentProvider:
    'A registered agent provider; null if you send `registeredAgentDetails`. Send exactly one of the two.',
  registeredAgentDetails: 'Your own registered agent; null if you send a provider.',
  attn: 'The name of the registered agent.',
  officeAddress: 'The address of the agent’s office.',
  mailingAddress: 'The address where the agent receives mail.',
  analytics: 'Your own notes: up to 50 names with a text each, 20,000 bytes in total.',
  'CreateApplication.redirectUrl':
    'Where the signer goes after signing: `https`, or `http` on localhost.',
  'CreateApplication.referralCode':
    'One of your own referral codes. It records who referred the application and gives no discount.',
  'CreatedApplication.nextSteps': 'What you must do before the application is submitted.',
  'nextSteps.signature':
    'The page where the owner signs the agreement; null if nothing is left to sign.',
  'Invoice.statusId': 'Whether the invoice is paid.',
  'AdminApplicationAnswer.legalEntityId': 'The entity that was registered; null until approval.',
  'Application.legalEntityId': 'The entity that was registered; null until approval.',
  'Application.signatureUrl':
    'The portal page where the owner signs, signed in; null if nothing is left to sign.',
  signatureUrl: 'The page where a representative signs; null if nothing is left to sign.',
  signatureRequired: 'Whether it must be signed.',

  'registeredAgentDetails.residentPermitNumber':
    'The agent’s resident permit number. The residency must be current.',
  'ApplicationPayload.residencyType':
    'The residency of the legal entity. It decides which Agreement of Coexistence the owner signs.',

  'RecordApplication.personId': 'The id of the applicant.',
  'ApplicationLine.name': 'The requested name, without the extension.',
  'CreateReferralCode.code': 'A code of your choice; random by default.',
  ownerType: 'Whether a person or a legal entity owns the code.',
  ownerId: 'The id of the owner.',
  selfReferralEnabled: 'Whether the owner can use their own code.',
};

/** Examples of fields that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  attn: 'Ada Lovelace',
};

/** Parameters of paths, by the part of the path before them: a description and an example. */
export const pathParameters: ParameterNotes = {
  invoices: ['The id of the invoice.', 'e2b51c5e-7a0f-4f6c-8b57-3c1de2f4a690'],
  legal_entity_applications: ['The id of the application.', '4a7d1f0c-8e2b-4c39-9c55-2f6b7d1e0a34'],
  'referral-codes': ['The referral code, in any case.', 'ada-lovelace'],
  referral_codes: ['The referral code, in any case.', 'ada-lovelace'],
};

/** Query parameters, by their name, or by `operationId.name`: a description and an example. */
export const queryParameters: ParameterNotes = {
  'adminListInvoices.status': ['Only invoices with this status.', 'open'],
  'listLegalEntityApplications.status': ['Only applications with this status.', 'Pending Review'],
  'adminListLegalEntityApplications.status': [
    'Only applications with this status.',
    'Pending Review',
  ],
  'adminListLegalEntityApplications.personId': [
    'Only applications of this person.',
    '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  ],
};

/** What each error code means and what to do, by the group of the errors page. */
export const errorNotes: ErrorNotes = {
  'Legal entities and applications': {
    'application.already_signed': [
      'The Agreement of Coexistence for this application is already signed.',
      'Continue with the payment, or read the application.',
    ],
    'application.not_ready': [
      'The draft is not paid or not signed yet.',
      'Pay for it and have it signed first.',
    ],
    'application.not_approved': [
      'The application is not approved yet, so it has no residency to end.',
      'Approve it with its test helper first.',
    ],
    'application.changed': [
      'The application changed after you read it.',
      'Read it again and decide again. If the response has `currentVersion`, send that as the expected version.',
    ],
    'application.not_pending_review': [
      'The application is not waiting for a decision.',
      'Read it to see its status.',
    ],
    'entity.unsupported_type': ['Only LLCs can be formed.', 'Send `llc`.'],
    'applicant.not_active_resident': [
      'The key’s owner is not an active resident.',
      'The owner must apply for residency or renew it.',
    ],
    'registered_agent.one_required': [
      'You sent both `registeredAgentProvider` and `registeredAgentDetails`, or neither.',
      'Send one of them, and null for the other.',
    ],
    'registered_agent.not_active_resident': [
      'The registered agent’s permit number does not belong to an active resident.',
      'Check it with `verify_rpn`.',
    ],
    'referral.not_found': ['The referral code does not exist, or is not yours.', 'Check the code.'],
  },
  'For operators': {
    'referral.code_taken': ['The referral code already exists.', 'Choose another code.'],
  },
};
