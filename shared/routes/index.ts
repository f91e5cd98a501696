import type { Route } from '../http/route.ts';
import * as adminAmendments from './admin-amendments.ts';
import * as adminApplications from './admin-applications.ts';
import * as adminAudit from './admin-audit.ts';
import * as adminCertificates from './admin-certificates.ts';
import * as adminClients from './admin-clients.ts';
import * as adminCodes from './admin-codes.ts';
import * as adminEntities from './admin-entities.ts';
import * as adminIntegrations from './admin-integrations.ts';
import * as adminKeys from './admin-keys.ts';
import * as adminNames from './admin-names.ts';
import * as adminPeople from './admin-people.ts';
import * as adminResidencyApplications from './admin-residency-applications.ts';
import * as adminReviews from './admin-reviews.ts';
import * as adminVisitorPasses from './admin-visitor-passes.ts';
import * as agreementTexts from './agreement-texts.ts';
import * as amendmentSignature from './amendment-signature.ts';
import * as amendments from './amendments.ts';
import * as applicant from './applicant.ts';
import * as applications from './applications.ts';
import * as authorize from './authorize.ts';
import * as certificates from './certificates.ts';
import * as checkout from './checkout.ts';
import * as consent from './consent.ts';
import * as devicePage from './device-page.ts';
import * as docs from './docs.ts';
import * as entities from './entities.ts';
import * as me from './me.ts';
import * as meta from './meta.ts';
import * as oauth from './oauth.ts';
import * as oauthMetadata from './oauth-metadata.ts';
import * as objections from './objections.ts';
import * as pages from './pages.ts';
import * as partnerApplications from './partner-applications.ts';
import * as partnerPayments from './partner-payments.ts';
import * as portal from './portal.ts';
import * as portalApplicant from './portal-applicant.ts';
import * as portalBrowsers from './portal-browsers.ts';
import * as portalConnections from './portal-connections.ts';
import * as portalReviews from './portal-reviews.ts';
import * as proofsOfAddress from './proofs-of-address.ts';
import * as referrals from './referrals.ts';
import * as registry from './registry.ts';
import * as signature from './signature.ts';
import * as taxProofs from './tax-proofs.ts';
import * as verification from './verification.ts';
import * as visitorPasses from './visitor-passes.ts';

/**
 * The route table: every operation of the service.
 *
 * For CDK, the local gateway, OpenAPI and tests. A function imports its own resource's file only, or its
 * bundle would carry every schema.
 */
export const routes: readonly Route[] = [
  ...Object.values(registry),
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
  ...Object.values(meta),
  ...Object.values(adminPeople),
  ...Object.values(adminKeys),
  ...Object.values(adminEntities),
  ...Object.values(adminCodes),
  ...Object.values(adminNames),
  ...Object.values(adminIntegrations),
  ...Object.values(adminClients),
  ...Object.values(adminApplications),
  ...Object.values(adminCertificates),
  ...Object.values(adminAmendments),
  ...Object.values(adminResidencyApplications),
  ...Object.values(adminReviews),
  ...Object.values(adminVisitorPasses),
  ...Object.values(adminAudit),
  ...Object.values(docs),
  ...Object.values(agreementTexts),
  ...Object.values(pages),
  ...Object.values(signature),
  ...Object.values(applicant),
  ...Object.values(portalApplicant),
  ...Object.values(portal),
  ...Object.values(portalBrowsers),
  ...Object.values(portalConnections),
  ...Object.values(portalReviews),
  ...Object.values(oauth),
  ...Object.values(oauthMetadata),
  ...Object.values(authorize),
  ...Object.values(consent),
  ...Object.values(devicePage),
  ...Object.values(amendmentSignature),
  ...Object.values(objections),
];
