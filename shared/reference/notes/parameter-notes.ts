import { fieldExamples, fieldNotes } from '../openapi/field-notes.ts';

/** A description and an example. */
type Notes = Readonly<Partial<Record<string, readonly [description: string, example: unknown]>>>;

const entity = '7b1e5f5c-32a4-4b8e-9a1c-0d6f3f2a9b11';

/** Parameters of paths, by the part of the path before them. */
export const pathNotes: Notes = {
  amendments: ['The id of the amendment filing.', '9c2f6a1d-5b3e-4f70-8d21-6e4a0b7c8f15'],
  api_keys: [
    'The id of the key, which is not the key itself.',
    '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f',
  ],
  certificate_requests: [
    'The id of the certificate request.',
    'b7d0a1c4-5e3f-4a60-9f5c-8f0f3c1d2e47',
  ],
  certificates: [
    'The code on the certificate. Spaces, dashes and case are ignored.',
    'K7QM-2XW9-HT4R-ZC6N',
  ],
  documents: ['The id of the document.', '2f0c7f0e-5a7c-4f0e-8d43-6a0f0f6b7c21'],
  files: ['The name of the file.', 'guide.sh'],
  imports: ['A name that operators choose to group several calls.', 'register-2026'],
  invoices: ['The id of the invoice.', 'e2b51c5e-7a0f-4f6c-8b57-3c1de2f4a690'],
  registration_tokens: [
    'The id of the token, which is not the token itself.',
    '6f1c0a7de2b94385a91f04c2d67be835',
  ],
  keys: ['The id of the key, which is not the key itself.', 'e3b0c442-98fc-4c14-9afb-f4c8996fb924'],
  types: ['The type.', 'residency'],
  'legal-entities': ['The id of the legal entity.', entity],
  legal_entities: ['The id of the legal entity.', entity],
  legal_entity_applications: ['The id of the application.', '4a7d1f0c-8e2b-4c39-9c55-2f6b7d1e0a34'],
  oauth_clients: ['The id of the client.', '9d2e5c1a-4b7f-4f86-a6d3-1e0b8c9f7a42'],
  partner_integrations: ['The id of the integration.', '5a0c9a0e-7c1b-4a3e-8b8f-0c3d7e2f1a65'],
  mailbox_cases: ['The id of the case.', '8d7f5c4a-3b2e-4f1d-9a6c-5e4d3c2b1a09'],
  approvals: ['The id of the approval.', '3c5f0a52-8a1d-4f0e-9b7c-2d1e0f9a8b7c'],
  passkeys: ['The id of the passkey.', '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f'],
  payment_cases: ['The id of the case.', '5f0c2a4e-7b1d-8e3a-8c9d-0a1b2c3d4e5f'],
  payments: ['The provider that reports.', 'cardpay'],
  persons: ['The id of the person.', '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f'],
  proof_of_address: ['The id from the upload response.', '4f1e2d3c-5b6a-4978-8796-a5b4c3d2e1f0'],
  proofs: [
    'The code of the proof. Spaces, dashes and case are ignored.',
    'K7QM2XW9HT4RZC6N8PVLJ3DF5B',
  ],
  'referral-codes': ['The referral code, in any case.', 'ada-lovelace'],
  referral_codes: ['The referral code, in any case.', 'ada-lovelace'],
  representatives: ['The id of the person.', '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f'],
  reserved_names: ['The id of the reserved name.', 'c1a4c7d2-8f0b-4b1e-9d55-2f8e4a6b7c90'],
  register: ['The number, 14 digits.', '80000000000012'],
  residencies: ['The id of the residency.', '5c8a5a8e-8f6c-4d7a-b2f5-0c1d2e3f4a5b'],
  residency_applications: ['The id of the application.', '6a0c9a70-3b51-4a53-9d0b-0f4f6f8a1c2d'],
  reviews: ['The id of the review.', 'd4f6a8b0-1c2e-4a3b-9d5f-7e8c9b0a1d2f'],
  secrets: ['The id of the secret in the list.', '3c0e9a5d7b1f2468'],
  status: ['The list that a credential names.', '2027-01-1'],
  staff: ['The id of the person.', '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f'],
  webhook_endpoints: ['The id of the endpoint.', '0f8b7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d'],
  credentials: ['The id of the credential.', '7c0e9a52-1b0e-4d58-8a2c-1b2f6c3d4e5f'],
  deliveries: [
    'The id of the delivery, which is that of its event.',
    '000000000042-5c0e6a1f9d2b4c7e8a3f1b0d6e5c4a29',
  ],
  texts: [
    'SHA-256 of the text in UTF-8, hexadecimal.',
    '526578ab414199a2636cb3ff13c28a18e927dbfb8b82c04acaf21da27d5442cb',
  ],
  vouchers: ['The code of the voucher, in any case.', 'SPRING-2026'],
};

/** Parameters of queries, by their name, or by `operationId.name`. */
export const parameterNotes: Notes = {
  q: ['Some words of the name, or a part of the permit number; at most 100 characters.', 'acme'],
  page: ['The page of results, 1 to 99.', '1'],
  limit: ['The maximum number of entries on a page.', 20],
  lastEventId: [
    '`pagination.lastEventId` of the previous response. Without it, the feed starts with the oldest stored event.',
    '000000000042-5c0e6a1f9d2b4c7e8a3f1b0d6e5c4a29',
  ],
  'listEvents.type': ['Only events of this type.', 'certificate_request.issued'],
  'listLegalEntityChanges.type': ['Only events of this type.', 'legal_entity.registered'],
  createdFrom: ['Only what was created on this day (UTC) or later.', '2026-01-01'],
  createdUntil: ['Only what was created on this day (UTC) or before.', '2026-01-31'],
  'adminListAmendments.status': ['Only filings with this status.', 'Pending Review'],
  'adminListCertificateRequests.status': ['Only requests with this status.', 'Issued'],
  'adminListInvoices.status': ['Only invoices with this status.', 'open'],
  'adminListLegalEntities.status': ['Only entities with this status.', 'registered'],
  'listLegalEntityApplications.status': ['Only applications with this status.', 'Pending Review'],
  'adminListLegalEntityApplications.status': [
    'Only applications with this status.',
    'Pending Review',
  ],
  'adminListResidencyApplications.status': [
    'Only applications with this status.',
    'Pending Review',
  ],
  'adminListLegalEntityApplications.personId': [
    'Only those of this person.',
    '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  ],
  'adminListCredentials.personId': [
    'Those of this person.',
    '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  ],
  'adminListCredentials.legalEntityId': ['Those about this entity.', entity],
  'adminListAmendments.legalEntityId': ['Only those of this entity.', entity],
  'adminListCertificateRequests.legalEntityId': ['Only those of this entity.', entity],
  'adminListResidencyApplications.integrationId': [
    'Only those of this integration.',
    '5a0c9a0e-7c1b-4a3e-8b8f-0c3d7e2f1a65',
  ],
  residentPermitNumber: ['The whole number.', '80000000000017'],
  'adminListLegalEntities.name': ['The start of one or more words of the name.', 'acme rob'],
  'adminListPersons.name': ['The start of given names and surnames.', 'ada love'],
  emailPart: ['The start of parts of the address.', 'harbour'],
  cursor: [
    '`nextCursor` of the previous page. Leave it out for the first page.',
    fieldExamples['nextCursor'],
  ],
  'getStatusList.time': [
    'A past moment in Unix seconds. Previous versions are not stored, so the response is 501.',
    '1790000000',
  ],
  'adminListMigrations.name': ['Only the migration of this name.', 'registry-lists'],
  'adminListAudit.subjectId': ['Only actions on the subject with this id.', entity],
  'listActivity.actorKind': ['Only actions of this kind of actor.', 'agent_key'],
  'listActivity.requestId': ['Only actions of the call with this id.', 'bRNRkMQ0xyz'],
  'listActivity.actorId': [
    'Only actions of this key or application.',
    '6d1c1f0a-3f3b-4c8e-9d57-2a1b0c9d8e7f',
  ],
  actorId: [
    'Only actions of this key, IAM principal or person.',
    '0f2d9a52-6b0e-4d58-8a2c-1b2f6c3d4e5f',
  ],
  action: ['Only entries with this action.', 'residency_application.objected'],
  'adminListPersons.email': ['Only the person with this address, in any case.', 'ada@example.com'],
  'adminListVisitorPasses.email': [
    'Only applications with this address, in any case.',
    'ada@example.com',
  ],
  referralSource: ['Only applications with this source, in any case.', 'Spring Conference'],
  'adminListClients.state': ['Only applications of residents with this status.', 'waiting'],
  queue: ['Only failed messages of this queue.', 'mail'],
  status: ['Only reviews with this status.', 'pending'],
  'adminListApprovals.status': ['Only approvals with this status.', 'pending'],
  'adminListMailboxCases.status': ['Only open cases.', 'running'],
  'adminListPaymentCases.status': ['Only cases with this status.', 'open'],
  tab: ['The tab of the review queue; `waiting` by default.', 'waiting'],
  answered: ['Only waiting cases with an answer to a question.', 'true'],
  waitingSince: ['Only cases that have waited since then, or longer.', '2026-01-16T09:31:01.000Z'],
  hand: ['Only cases assigned to the caller, or unassigned cases.', 'free'],
  search: ['The start of a word in the case’s name, a permit number, or an id.', 'lovelace'],
  subjectType: ['Only reviews of subjects of this type.', 'legal_entity_application'],
  'adminListReviews.subjectId': [
    'Only the reviews of the subject with this id.',
    '4a7d1f0c-8e2b-4c39-9c55-2f6b7d1e0a34',
  ],
  ...oauth({
    client_id: '5b0c6f5e-0c1f-4a55-9c1d-3f1a7f1f0c11',
    redirect_uri: 'https://client.example/callback',
    response_type: 'code',
    scope: 'openid profile service:entity.read',
    state: 'af0ifjsldkj',
    nonce: 'n-0S6_WzA2Mj',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    response_mode: fieldExamples['response_mode'],
    prompt: fieldExamples['prompt'],
    max_age: fieldExamples['max_age'],
    id_token_hint: fieldExamples['id_token_hint'],
    post_logout_redirect_uri: 'https://client.example/signed-out',
    login_hint: fieldExamples['login_hint'],
    request: fieldExamples['request'],
    authorization_details: fieldExamples['authorization_details'],
    dpop_jkt: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I',
    request_uri: 'urn:ietf:params:oauth:request_uri:eyJhbGciOiJIUzI1NiJ9',
  }),
};

/** The parameters of an authorization request, which can be sent as a form as well. */
function oauth(examples: Readonly<Record<string, unknown>>): Notes {
  const notes = Object.entries(examples).map(([name, example]) => {
    const note = fieldNotes.get(`AuthorizationParameters.${name}`) ?? fieldNotes.get(name) ?? '';
    return [name, [note, example]] as const;
  });
  return Object.fromEntries(notes);
}
