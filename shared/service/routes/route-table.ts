import * as adminGatewayKeys from '../../access/routes/admin-gateway-keys-routes.ts';
import * as adminIntegrations from '../../access/routes/admin-integrations-routes.ts';
import * as adminKeys from '../../access/routes/admin-keys-routes.ts';
import * as activity from '../../account/routes/activity-routes.ts';
import * as adminMailboxes from '../../account/routes/admin-mailbox-routes.ts';
import * as myData from '../../account/routes/my-data-routes.ts';
import * as portalMailboxes from '../../account/routes/portal-mailbox-routes.ts';
import * as proofs from '../../account/routes/proof-routes.ts';
import * as mcp from '../../agents/routes/mcp.ts';
import * as adminAmendments from '../../amendments/routes/admin-amendments.ts';
import * as amendmentPages from '../../amendments/routes/amendment-pages.ts';
import * as amendments from '../../amendments/routes/amendments.ts';
import * as adminCertificates from '../../certificates/routes/admin-certificates.ts';
import * as certificates from '../../certificates/routes/certificates.ts';
import * as portalCertificates from '../../certificates/routes/portal-certificates.ts';
import * as taxProofs from '../../certificates/routes/tax-proofs.ts';
import * as verification from '../../certificates/routes/verification.ts';
import * as adminCredentials from '../../credentials/routes/admin-credentials.ts';
import * as credentialIssuance from '../../credentials/routes/issuance.ts';
import * as portalCredentials from '../../credentials/routes/portal-credentials.ts';
import * as statusList from '../../credentials/routes/status-list.ts';
import * as verifyCredential from '../../credentials/routes/verify-credential.ts';
import * as adminUploads from '../../documents/routes/admin-uploads-routes.ts';
import * as agreementTexts from '../../documents/routes/agreement-text-routes.ts';
import * as events from '../../events/routes/events.ts';
import * as portalWebhooks from '../../events/routes/portal-webhooks.ts';
import * as webhookEndpoints from '../../events/routes/webhook-endpoints.ts';
import * as adminImports from '../../imports/routes/admin-imports-routes.ts';
import * as adminApplications from '../../incorporation/routes/admin-applications.ts';
import * as adminReferralCodes from '../../incorporation/routes/admin-referral-codes-routes.ts';
import * as applications from '../../incorporation/routes/applications.ts';
import * as portalApplications from '../../incorporation/routes/portal-applications.ts';
import * as referrals from '../../incorporation/routes/referral-routes.ts';
import * as signature from '../../incorporation/routes/signature.ts';
import type { Route } from '../../kernel/http/route.ts';
import * as adminMail from '../../mail/routes/admin-mail.ts';
import * as adminClients from '../../oauth/routes/admin-clients.ts';
import * as adminRegistrationTokens from '../../oauth/routes/admin-registration-tokens.ts';
import * as adminRevocations from '../../oauth/routes/admin-revocations.ts';
import * as authorize from '../../oauth/routes/authorize.ts';
import * as devicePage from '../../oauth/routes/device-page.ts';
import * as endSession from '../../oauth/routes/end-session.ts';
import * as me from '../../oauth/routes/me.ts';
import * as oauth from '../../oauth/routes/oauth.ts';
import * as oauthMetadata from '../../oauth/routes/oauth-metadata.ts';
import * as portalClients from '../../oauth/routes/portal-clients.ts';
import * as portalConnections from '../../oauth/routes/portal-connections.ts';
import * as registration from '../../oauth/routes/registration.ts';
import * as adminPaymentCases from '../../payments/routes/admin-payment-cases-routes.ts';
import * as adminVouchers from '../../payments/routes/admin-vouchers-routes.ts';
import * as checkout from '../../payments/routes/checkout-routes.ts';
import * as adminPeople from '../../people/routes/admin-people-routes.ts';
import * as adminMigrations from '../../platform/routes/admin-migrations-routes.ts';
import * as adminOutbox from '../../platform/routes/admin-outbox-routes.ts';
import * as adminAudit from '../../platform/routes/audit-routes.ts';
import * as docs from '../../reference/routes/docs.ts';
import * as meta from '../../reference/routes/meta.ts';
import * as adminEntities from '../../registry/routes/admin-entities.ts';
import * as adminReservedNames from '../../registry/routes/admin-reserved-names.ts';
import * as entities from '../../registry/routes/entities.ts';
import * as publicRegister from '../../registry/routes/public-register.ts';
import * as registry from '../../registry/routes/registry.ts';
import * as adminResidencyApplications from '../../residency/routes/admin-residency-applications.ts';
import * as adminVisitorPasses from '../../residency/routes/admin-visitor-pass-routes.ts';
import * as applicant from '../../residency/routes/applicant.ts';
import * as confirmations from '../../residency/routes/confirmation-routes.ts';
import * as partnerApplications from '../../residency/routes/partner-applications.ts';
import * as partnerPayments from '../../residency/routes/partner-payments.ts';
import * as portalApplicant from '../../residency/routes/portal-applicant.ts';
import * as proofsOfAddress from '../../residency/routes/proofs-of-address.ts';
import * as visitorPasses from '../../residency/routes/visitor-pass-routes.ts';
import * as adminReviews from '../../reviews/routes/admin-reviews-routes.ts';
import * as information from '../../reviews/routes/information-routes.ts';
import * as portalReviews from '../../reviews/routes/portal-reviews-routes.ts';
import { testHelperRows } from '../../sandbox/routes/test-helpers-routes.ts';
import * as adminPasskeys from '../../sign-in/routes/admin-passkeys-routes.ts';
import * as portalBrowsers from '../../sign-in/routes/portal-browsers-routes.ts';
import * as portalPasskeys from '../../sign-in/routes/portal-passkeys-routes.ts';
import * as adminApprovals from '../../staff/routes/admin-approvals-routes.ts';
import * as adminStaff from '../../staff/routes/admin-staff-routes.ts';
import * as adminMaintenance from './admin-maintenance.ts';
import * as console from './console.ts';
import * as desk from './desk.ts';
import * as invoices from './invoices.ts';
import * as ownEntities from './own-entities.ts';
import * as ownInvoices from './own-invoices.ts';
import * as pages from './pages.ts';
import * as portal from './portal.ts';
import * as startPage from './start-page.ts';

/**
 * The route table: every operation of the service.
 *
 * CDK, the local gateway, OpenAPI and tests use it. A function imports only its own resource's file, or its bundle
 * would contain every schema.
 */
export const routes: readonly Route[] = [
  ...Object.values(registry),
  ...Object.values(events),
  ...Object.values(webhookEndpoints),
  ...Object.values(applications),
  ...Object.values(checkout),
  ...Object.values(entities),
  ...Object.values(me),
  ...Object.values(amendments),
  ...Object.values(certificates),
  ...Object.values(taxProofs),
  ...Object.values(partnerApplications),
  ...Object.values(partnerPayments),
  ...Object.values(proofsOfAddress),
  ...Object.values(referrals),
  ...Object.values(visitorPasses),
  ...Object.values(verification),
  ...Object.values(statusList),
  ...Object.values(verifyCredential),
  ...Object.values(publicRegister),
  ...testHelperRows,
  ...Object.values(meta),
  ...Object.values(mcp),
  ...Object.values(adminPeople),
  ...Object.values(adminKeys),
  ...Object.values(adminCredentials),
  ...Object.values(adminMailboxes),
  ...Object.values(adminGatewayKeys),
  ...Object.values(adminEntities),
  ...Object.values(adminUploads),
  ...Object.values(adminPaymentCases),
  ...Object.values(adminVouchers),
  ...Object.values(adminReferralCodes),
  ...Object.values(adminReservedNames),
  ...Object.values(adminMail),
  ...Object.values(adminIntegrations),
  ...Object.values(adminClients),
  ...Object.values(adminRegistrationTokens),
  ...Object.values(adminRevocations),
  ...Object.values(adminApplications),
  ...Object.values(adminCertificates),
  ...Object.values(adminAmendments),
  ...Object.values(adminResidencyApplications),
  ...Object.values(adminReviews),
  ...Object.values(adminStaff),
  ...Object.values(desk),
  ...Object.values(console),
  ...Object.values(ownEntities),
  ...Object.values(invoices),
  ...Object.values(ownInvoices),
  ...Object.values(amendmentPages),
  ...Object.values(portalCertificates),
  ...Object.values(adminPasskeys),
  ...Object.values(adminVisitorPasses),
  ...Object.values(adminAudit),
  ...Object.values(adminApprovals),
  ...Object.values(adminMaintenance),
  ...Object.values(adminOutbox),
  ...Object.values(adminMigrations),
  ...Object.values(adminImports),
  ...Object.values(docs),
  ...Object.values(agreementTexts),
  ...Object.values(startPage),
  ...Object.values(pages),
  ...Object.values(portalApplications),
  ...Object.values(signature),
  ...Object.values(applicant),
  ...Object.values(portalApplicant),
  ...Object.values(portal),
  ...Object.values(portalWebhooks),
  ...Object.values(portalClients),
  ...Object.values(activity),
  ...Object.values(proofs),
  ...Object.values(myData),
  ...Object.values(portalBrowsers),
  ...Object.values(portalPasskeys),
  ...Object.values(portalMailboxes),
  ...Object.values(portalConnections),
  ...Object.values(portalReviews),
  ...Object.values(information),
  ...Object.values(oauth),
  ...Object.values(registration),
  ...Object.values(endSession),
  ...Object.values(oauthMetadata),
  ...Object.values(credentialIssuance),
  ...Object.values(portalCredentials),
  ...Object.values(authorize),
  ...Object.values(devicePage),
  ...Object.values(confirmations),
];
