import type { Item } from '../../shared/kernel/db/table.ts';

/** Names of kinds, as in `shared/kernel/db/keys.ts`, by the beginnings of their keys. */
const byKey: readonly (readonly [name: string, pk: string, sk: string])[] = [
  ['person', 'PERSON#', 'PERSON'],
  ['email', 'EMAIL#', 'EMAIL'],
  ['residency', 'PERSON#', 'RESIDENCY#'],
  ['personDocument', 'PERSON#', 'DOCUMENT#'],
  ['manifestation', 'PERSON#', 'MANIFESTATION'],
  ['apiKey', 'KEY#', 'KEY'],
  ['ownedKey', '', 'APIKEY#'],
  ['rateCount', 'RATE#', 'RATE'],
  ['residentPermitNumber', 'RPN#', 'RPN'],
  ['entity', 'ENTITY#', 'ENTITY'],
  ['registryRow', 'ENTITY#', 'REGISTRY'],
  ['registrySpread', 'REGISTRY_SPREAD', 'REGISTRY_SPREAD'],
  ['representative', 'ENTITY#', 'REPRESENTATIVE#'],
  ['represented', 'PERSON#', 'ENTITY#'],
  ['entityName', 'NAME#', 'NAME'],
  ['document', 'ENTITY#', 'DOCUMENT#'],
  ['reservedName', 'RESERVED#', 'OPTION#'],
  ['reservedNameId', 'RESERVED_ID#', 'RESERVED_ID'],
  ['voucher', 'VOUCHER#', 'VOUCHER'],
  ['referralCode', 'REFERRAL#', 'REFERRAL'],
  ['referredEntity', 'REFERRAL#', 'ENTITY#'],
  ['referredPerson', 'REFERRAL#', 'PERSON#'],
  ['application', 'PERSON#', 'APPLICATION#'],
  ['applicationOwner', 'APPLICATION#', 'OWNER'],
  ['signatureLink', 'SIGNATURE#', 'SIGNATURE'],
  ['certificateRequest', 'ENTITY#', 'CERTIFICATE_REQUEST#'],
  ['certificateRequestEntity', 'CERTIFICATE_REQUEST#', 'ENTITY'],
  ['certificateClaim', 'ENTITY#', 'CERTIFICATE_CLAIM'],
  ['certificateCode', 'CERTIFICATE_CODE#', 'CERTIFICATE_CODE'],
  ['taxProof', 'TAX_PROOF#', 'TAX_PROOF'],
  ['proofOfAddress', 'PROOF_OF_ADDRESS#', 'PROOF_OF_ADDRESS'],
  ['amendment', 'ENTITY#', 'AMENDMENT#'],
  ['amendmentEntity', 'AMENDMENT#', 'ENTITY'],
  ['openAmendment', 'ENTITY#', 'OPEN_AMENDMENT'],
  ['invoice', 'INVOICE#', 'INVOICE'],
  ['checkoutSession', 'CHECKOUT#', 'CHECKOUT'],
  ['paymentReport', 'PAYMENT_REPORT#', 'PAYMENT_REPORT'],
  ['payment', 'PAYMENT#', 'PAYMENT'],
  ['sandboxPayment', 'SANDBOX_PAYMENT#', 'SANDBOX_PAYMENT'],
  ['review', 'REVIEW#', 'REVIEW'],
  ['reviewDigest', 'REVIEW_DIGEST', 'REVIEW_DIGEST'],
  ['reviewOf', 'REVIEWS#', 'SUBMISSION#'],
  ['signInChallenge', 'SIGN_IN#', 'SIGN_IN'],
  ['session', 'SESSION#', 'SESSION'],
  ['attempts', 'ATTEMPTS#', 'ATTEMPTS'],
  ['sentForm', 'SENT_FORM#', 'SENT_FORM'],
  ['visitorPass', 'VISITOR_PASS#', 'VISITOR_PASS'],
  ['visitorPassClaim', 'VISITOR_PASS_CLAIM#', 'VISITOR_PASS_CLAIM'],
  ['visitorPassMail', 'VISITOR_PASS_MAIL#', 'VISITOR_PASS_MAIL'],
  ['visitorPassOfEmail', 'VISITOR_PASSES_OF_EMAIL#', ''],
  ['visitorPassOfSource', 'VISITOR_PASSES_OF_SOURCE#', ''],
  ['integration', 'INTEGRATION#', 'INTEGRATION'],
  ['residencyApplication', 'RESIDENCY_APPLICATION#', 'RESIDENCY_APPLICATION'],
  ['residencyApplicationRow', 'INTEGRATION#', 'RESIDENCY_APPLICATION#'],
  ['agreementLink', 'AGREEMENT#', 'AGREEMENT'],
  ['claimLink', 'CLAIM#', 'CLAIM'],
  ['applicantAccess', 'RESIDENCY_APPLICATION#', 'APPLICANT_ACCESS'],
  ['oauthClient', 'CLIENT#', 'CLIENT'],
  ['consent', 'PERSON#', 'CONSENT#'],
  ['grant', 'GRANT#', 'GRANT'],
  ['authorizationRequest', 'OAUTH_REQUEST#', 'OAUTH_REQUEST'],
  ['authorizationCode', 'OAUTH_CODE#', 'OAUTH_CODE'],
  ['refreshToken', 'REFRESH_TOKEN#', 'REFRESH_TOKEN'],
  ['revokedToken', 'REVOKED_TOKEN#', 'REVOKED_TOKEN'],
  ['deviceAuthorization', 'DEVICE#', 'DEVICE'],
  ['userCode', 'USER_CODE#', 'USER_CODE'],
  ['signingKey', 'SIGNING_KEYS', 'KEY#'],
  ['listed', 'LIST#', ''],
  ['audit', 'AUDIT#', ''],
  ['auditByAction', 'AUDIT#ACTION#', ''],
  ['auditByActor', 'AUDIT#ACTOR#', ''],
  ['auditCopy', 'AUDIT_COPY#', 'AUDIT_COPY'],
  ['event', 'OUTBOX#', 'EVENT'],
  ['effect', 'EFFECT#', 'EFFECT'],
  ['ownedSession', 'PERSON#', 'SESSION#'],
  ['knownBrowser', 'PERSON#', 'BROWSER#'],
  ['passkey', 'PERSON#', 'PASSKEY#'],
  ['passkeyTaken', 'PASSKEY#', 'PASSKEY'],
  ['answeredCeremony', 'CEREMONY#', 'CEREMONY'],
  ['objection', 'AMENDMENT#', 'OBJECTION#'],
  ['objectionLink', 'OBJECTION_LINK#', 'OBJECTION_LINK'],
  ['answeredRequest', 'OAUTH_ANSWER#', 'OAUTH_ANSWER'],
  ['signInAddress', 'SIGN_IN_ADDRESS#', 'SIGN_IN_ADDRESS'],
  ['emailChange', 'EMAIL_CHANGE#', 'EMAIL_CHANGE'],
  ['mailed', 'MAILED#', 'MAILED'],
  ['mailAddress', 'MAIL_ADDRESS#', 'MAIL_ADDRESS'],
  // The Powertools library writes it.
  ['idempotency', 'IDEMPOTENCY#', ''],
];

/** The kind of a stored item. Throws for an unknown one: a new kind is added to the list above. */
export function kindOf(item: Item): string {
  const [pk, sk] = [String(item['pk']), String(item['sk'])];
  const fitting = byKey.filter(
    ([, pkStart, skStart]) =>
      pk.startsWith(pkStart) &&
      (skStart.endsWith('#') || skStart === '' ? sk.startsWith(skStart) : sk === skStart),
  );
  // `AUDIT#ACTION#…` begins with `AUDIT#`, too.
  const maxLength = Math.max(...fitting.map(([, pkStart]) => pkStart.length));
  const kinds = fitting.filter(([, pkStart]) => pkStart.length === maxLength);
  const [kind, ...more] = kinds;
  if (kind === undefined || more.length > 0) throw new Error(`of which kind is ${pk} ${sk}?`);
  return kind[0];
}
