import type { JsonSchema, OpenApiDocument, Parameter } from './document.ts';

/** A schema with a fixed list of texts. */
interface ClosedList extends JsonSchema {
  readonly type: 'string';
  readonly enum: readonly string[];
}

/**
 * The document with each fixed list of texts as a component. `names` has the path of each list: a component or an
 * operationId, then fields, or a parameter. Unknown paths are ignored. Throws for two names of one list, and for a name
 * that a component already has.
 */
export function nameLists(
  document: OpenApiDocument,
  names: Readonly<Record<string, string>>,
): OpenApiDocument {
  const found = Object.entries(names).flatMap(([name, place]) => {
    const list = listAt(document, place);
    return list ? [[name, list] as const] : [];
  });
  const nameOf = new Map(found.map(([name, list]) => [identity(list), name]));
  const { schemas } = document.components;
  for (const [name, list] of found) {
    const another = nameOf.get(identity(list));
    if (another !== name) throw new Error(`${name} and ${another} are one list`);
    if (Object.hasOwn(schemas, name)) throw new Error(`${name} is a component already`);
  }
  const lists = found.map(([name, list]) => [name, { type: 'string', enum: list.enum }] as const);
  const referring = replaceLists(document, nameOf);
  const components = [...Object.entries(referring.components.schemas), ...lists];
  return {
    ...referring,
    components: {
      ...referring.components,
      schemas: Object.fromEntries(components.sort(([one], [other]) => (one < other ? -1 : 1))),
    },
  };
}

function identity(list: ClosedList): string {
  return JSON.stringify([...list.enum].sort());
}

function isList(value: unknown): value is ClosedList {
  if (typeof value !== 'object' || value === null) return false;
  // A single value is a constant.
  return (
    'type' in value &&
    value.type === 'string' &&
    'enum' in value &&
    Array.isArray(value.enum) &&
    value.enum.length > 1
  );
}

function replaceLists<Value>(value: Value, nameOf: ReadonlyMap<string, string>): Value {
  const text = JSON.stringify(value, (_, inner: unknown) => {
    if (!isList(inner)) return inner;
    const name = nameOf.get(identity(inner));
    const { type, enum: list, ...rest } = inner;
    return name === undefined ? inner : { $ref: `#/components/schemas/${name}`, ...rest };
  });
  // The same value, with some schemas replaced with references.
  return JSON.parse(text) as Value;
}

function listAt(document: OpenApiDocument, place: string): ClosedList | undefined {
  const [first = '', ...fields] = place.split('.');
  const component = document.components.schemas[first];
  const schema = component ?? parameterOf(document, first, fields.shift() ?? '')?.schema;
  return schema && within(schema, fields);
}

function parameterOf(
  { paths }: OpenApiDocument,
  operationId: string,
  name: string,
): Parameter | undefined {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const operation = operations.find((each) => each.operationId === operationId);
  return operation?.parameters?.find(
    (each): each is Parameter => 'name' in each && each.name === name,
  );
}

/** The list at the path of fields, through unions and array elements. */
function within(schema: JsonSchema, fields: readonly string[]): ClosedList | undefined {
  const [field, ...deeper] = fields;
  if (field === undefined && isList(schema)) return schema;
  for (const part of [schema['anyOf'], schema['oneOf'], schema['allOf'], schema['items']].flat()) {
    const found = isSchema(part) ? within(part, fields) : undefined;
    if (found) return found;
  }
  const { properties } = schema;
  const next = field !== undefined && isSchema(properties) ? properties[field] : undefined;
  return isSchema(next) ? within(next, deeper) : undefined;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

/**
 * Names of the fixed lists of texts, so that generated clients have readable type names instead of `StatusId10`. Each
 * has the path of one occurrence: a field of a component, or a parameter of an operation. Lists with the same values
 * share a name.
 */
export const listNames: Readonly<Record<string, string>> = {
  ApplicantAccountStatus: 'AdminResidencyApplication.account.status',
  ActivityActor: 'ActivityLine.actor.kind',
  ActorKind: 'AuditLine.actor.kind',
  AfterAnnulment: 'AnnulmentReport.remaining.type',
  AgentScope: 'IssueKey.scopes',
  AmendmentStatus: 'Amendment.statusId',
  AnnulledThing: 'AnnulmentReport.subject.type',
  AnnulmentChangeOf: 'AnnulmentReport.changes.of',
  AnnulmentReason: 'AnnulBody.reasonCode',
  ApplicantDifference: 'AdminResidencyApplication.account.differences',
  ApplicationStatus: 'Application.statusId',
  AppliedResidencyType: 'ResidencyApplication.applicationData.residencyType',
  AuditOutcome: 'AuditLine.outcome',
  ClientAuthMethod: 'OAuthClient.tokenEndpointAuthMethod',
  ClientState: 'OAuthClient.review.state',
  RegisteredAuthMethod: 'ClientMetadata.token_endpoint_auth_method',
  RegistrationTokenStatus: 'RegistrationTokenView.status',
  CallingKeyKind: 'WhoAmI.data.kind',
  IssuedTokenType: 'TokenResponse.token_type',
  TokenAlgorithm: 'OAuthClient.idTokenSignedResponseAlg',
  CredentialEvent: 'NotificationRequest.event',
  CredentialKind: 'CredentialView.kind',
  CredentialStatus: 'CredentialView.status',
  CredentialRevocationReason: 'CredentialView.revokedReason',
  OperatorRevocationReason: 'RevokeCredential.reasonCode',
  CorrectionReason: 'RevisePerson.correction.reasonCode',
  CertificateRequestStatus: 'CertificateRequest.statusId',
  CertificateType: 'EntityCertificateVerification.type',
  LegalEntityStatus: 'EntityLine.status',
  PublishedEntityStatus: 'PublishedEntity.status',
  EntityConfirmationStatus: 'AdminLegalEntity.confirmation.statusId',
  Country: 'PartnerApplicationData.personalDetails.countryOfBirth',
  ComparisonState: 'GatewayKeyComparison.state',
  DeadLetterQueue: 'Redrive.queue',
  DocumentVisibility: 'AdminDocument.visibility',
  EventType: 'Event.type',
  GrantType: 'TokenRequest.grant_type',
  IdDocumentType: 'IdVerification.documentType',
  ImportMode: 'ImportCall.mode',
  ImportedKind: 'RecordOutcome.kind',
  ImportStatus: 'RecordOutcome.status',
  WebhookDeliveryStatus: 'WebhookDelivery.status',
  WebhookDisabledReason: 'WebhookEndpoint.disabledReason',
  WebhookEndpointStatus: 'WebhookEndpoint.status',
  IneligibilityReason: 'CertificateEligibility.reason',
  CheckoutStatus: 'InvoiceDetails.checkout.statusId',
  FeeType: 'FeeList.data.applicationType',
  InvoiceStatus: 'Invoice.statusId',
  KeyApprovalStatus: 'KeyApproval.status',
  KeyKind: 'ApiKey.kind',
  KeyScope: 'RevokeMany.scope',
  LegalEntityOption: 'NameAvailabilityQuery.optionId',
  LimitWindow: 'RateLimitStatus.data.limits.window',
  LlcExtension: 'ApplicationPayload.extension',
  LlcResidencyType: 'ApplicationPayload.residencyType',
  MailboxCaseReason: 'AdminMailboxCase.reasonCode',
  MailboxCaseRefusal: 'EndMailboxCase.reasonCode',
  MailboxCaseStatus: 'AdminMailboxCase.status',
  MigrationRunState: 'AdminMigration.state',
  OAuthScope: 'RegisterClient.scopes',
  MailAddressStatus: 'SuppressedAddress.status',
  ObjectionStatus: 'ReviewAnswer.data.objections.status',
  OperatorAct: 'OperatorApproval.act',
  OperatorApprovalDecision: 'CloseApproval.decision',
  OperatorApprovalStatus: 'OperatorApproval.status',
  PartnerScope: 'CreatePartnerKey.scopes',
  PaymentEventType: 'PaymentWebhook.type',
  PaymentCaseKind: 'PaymentCase.kind',
  PaymentCaseStatus: 'PaymentCase.status',
  PaymentProvider: 'receivePaymentWebhook.provider',
  PaymentProviderName: 'CreateLegalEntityApplicationCheckoutSessionRequest.paymentProvider',
  PersonStatus: 'Person.status',
  ReferralCodeOwnerType: 'ReferralCode.ownerType',
  ReferralReason: 'AdminCertificateRequestAnswer.data.referredFor',
  RegisteredAgentProvider: 'ApplicationPayload.registeredAgentProvider',
  RejectionReason: 'Review.reasonCode',
  ResidencyType: 'Residency.residencyType',
  ResponseMode: 'authorize.response_mode',
  ReviewDecision: 'AdminDecideReviewRequest.decision',
  ReviewAssignee: 'adminListReviews.assignee',
  ReviewStatus: 'Review.status',
  ReviewTab: 'adminListReviews.tab',
  Revocable: 'RevokeMany.of',
  SamePersonReason: 'ReviewAnswer.data.similarPeople.reasons',
  Sex: 'Person.sex',
  SexLetter: 'GetNaturalPersonAnswer.sex',
  StaffRole: 'Staff.roles',
  StaffStatus: 'Staff.status',
  StatementLocale: 'SwornStatement.locale',
  SimilarityReason: 'NameAvailability.data.similar.reasons',
  SimilarNameStatus: 'NameAvailability.data.similar.status',
  SimilarClientNameOf: 'OAuthClient.review.similarNames.of',
  ReviewSimilarNameStatus: 'ReviewAnswer.data.similarNames.status',
  SubjectType: 'Review.subject.type',
  TaxState: 'AdminLegalEntity.taxState',
  TokenType: 'Introspection.token_type',
  UploadKind: 'UploadLine.kind',
  UploadStatus: 'UploadLine.status',
  UploadState: 'ReviewAnswer.data.informationRequests.fileState',
  VerificationOutcome: 'VerifyApplicant.status',
  VerificationStatus: 'AdminResidencyApplication.verification.status',
  VerifyRpnOutcome: 'VerifyRpnResult.result',
  VoucherKind: 'Voucher.kind',
  WebhookOutcome: 'TakenWebhook.outcome',
};
