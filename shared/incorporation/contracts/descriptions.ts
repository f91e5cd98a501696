/** What the fields of these contracts are, by name or by `Around.name`. Only the API description reads this file. */
export const descriptions: Readonly<Record<string, string>> = {
  'Invoice.voucherCode': 'The voucher that paid it; null otherwise.',
  couponCode: 'The previous name of `voucherCode`.',
  'Invoice.subject': 'What is paid for.',
  naturalPersons: 'The people who used the code.',
  legalEntities: 'The legal entities that used the code.',
  fullName: 'Their name; null until they have entered one.',
  referredAt: 'When they used the code; null if unknown.',
  'legalEntities.referredAt': 'When the entity was registered; null if unknown.',
  'legalEntities.name': 'Name and extension.',
  'ReferralListing.code': 'The referral code, as it was made.',

  'ApplicationPayload.name': 'The name of the company, without the extension.',
  'RenameApplication.name': 'The name of the company, without the extension.',
  'ReferralListing.rpn': 'Resident permit number of the entity.',
  applicationData: 'The data of the application.',
  'Application.applicationData': 'The submitted data, in the layout in which it is stored.',
  'AdminApplicationAnswer.applicationData':
    'The submitted data, in the layout in which it is stored.',
  applicationVersion: 'The version of that layout.',
  entityType: 'The kind of legal entity; only LLCs are supported.',
  principalOffice: 'The address of the principal office.',
  contactEmail: 'The email address where the registry contacts the applicant.',
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
  'ApplicationPayload.residencyType': 'The applicant’s type of residency.',

  'RecordApplication.personId': 'The person whose application it is.',
  'ApplicationLine.name': 'The name that is applied for, without its extension.',
  'CreateReferralCode.code': 'A code of your own choice; a random one where it is not sent.',
  ownerType: 'Whether a person or a legal entity has the code.',
  ownerId: 'The id of that person or legal entity.',
  selfReferralEnabled: 'Whether the owner may use the code for themselves.',
};

/** What fields can look like that no operation’s example shows. */
export const examples: Readonly<Record<string, unknown>> = {
  attn: 'Ada Lovelace',
};
