/**
 * What capabilities there are, from the lowest to the highest: each may import those before it, and of each only the
 * files in its `public.ts`. `.dependency-cruiser.mjs` makes rules of this, and `npm run check` checks every import.
 */
export interface Capability {
  readonly name: string;
  /** Its purpose, in one line. */
  readonly does: string;
}

/** Folders within a capability. A folder is a layer; docs/capabilities.md says what each may import. */
export const layers = [
  'domain',
  'settings',
  'runtime',
  'errors',
  'contracts',
  'db',
  'aws',
  'providers',
  'auth',
  'agreements',
  'mail',
  'texts',
  'pdf',
  'pages',
  'usecases',
  'deps',
  'handlers',
  'http',
  'routes',
] as const;

const does = {
  kernel:
    'what three or more capabilities need: settings, errors, the table, route rows, the page layout',
  platform:
    'the audit trail, the outbox, evidence copies, data migrations, and safe calls to addresses that others choose',
  people: 'residents: their personal data, permit numbers and residencies',
  documents: 'files of people and entities, PDF layout, and the agreements that people sign',
  mail: 'writing and sending email; bounces and complaints',
  payments: 'invoices, vouchers, checkout sessions and payment providers',
  access:
    'API keys (issue, check, count their calls), partner integrations, and the Manifestation of Will',
  registry: 'legal entities, their names, their representatives, and search',
  imports: 'importing an existing register: people, residencies, entities and documents',
  'sign-in': 'sign-in by emailed code or passkey, sessions and known browsers',
  web: 'the steps of every request: caller, limits, idempotency, errors, response or page',
  staff: 'staff roles and rights, and the second approval of operator actions',
  reviews: 'cases that wait for a reviewer, and their queues',
  oauth: 'OAuth 2.0 and OpenID Connect: clients, consents, grants, tokens',
  certificates: 'Certificates of Good Standing, tax proofs, and verification by third parties',
  credentials: 'verifiable credentials: offer, issue, renew, revoke',
  incorporation: 'applications for an LLC, from draft to entity, and referral codes',
  amendments: 'amendments of an entity, their signatures and objections',
  residency: 'residency applications, visitor passes, expiry notices and annual confirmations',
  events: 'the event feed and webhooks',
  retention: 'erasing data that is no longer needed, or that someone asks to erase',
  account: 'what people see about themselves: activity, proofs, their data, a lost mailbox',
  sandbox: 'test helpers of sandbox deployments',
  reference: 'the API description (OpenAPI), generated from the route table',
  agents: 'tools for AI agents (Model Context Protocol)',
  service:
    'what joins the capabilities: route table, event delivery, reviewers’ decisions, the portal home page',
} as const;

export const capabilities: readonly Capability[] = Object.entries(does).map(([name, line]) => ({
  name,
  does: line,
}));
