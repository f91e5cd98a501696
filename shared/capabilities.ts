/**
 * The rule file of the tree: what capabilities there are, which may import which, and through which doors.
 * `.dependency-cruiser.mjs` makes rules of it, which `npm run check` holds all files against.
 */
export interface Capability {
  readonly name: string;
  /** What it does for the registry, in one line. */
  readonly does: string;
  /**
   * Files in its folders that higher capabilities import, beside those at its root and its routes. The others are its
   * own.
   */
  readonly doors?: readonly string[];
  /** Layers of files at its root whose names don't end in `-contract`, `-routes`, `-deps` or `-page`. */
  readonly layers?: Readonly<Partial<Record<Layer, readonly string[]>>>;
}

export type Layer = (typeof layers)[number];

/** Folders within capabilities. */
export const layers = [
  'domain',
  'contracts',
  'db',
  'aws',
  'providers',
  'auth',
  'mail',
  'pdf',
  'pages',
  'usecases',
  'deps',
  'http',
  'routes',
] as const;

/** From the lowest to the highest: each may import those before it. */
export const capabilities: readonly Capability[] = [
  {
    name: 'kernel',
    does: 'what all others stand on: settings, errors, deadlines, the table, route rows, words and addresses, the frame of pages',
    doors: ['**'],
    layers: { auth: ['seal'] },
  },
  {
    name: 'audit',
    does: 'who did what: entries are written with every act, and listed for operators',
    layers: {
      db: ['audit-items', 'audit-trail', 'former-audit'],
      domain: ['audit-entry'],
      usecases: ['audit-act', 'audit-person', 'audit-refusal', 'list-audit'],
    },
  },
  {
    name: 'outbox',
    does: 'events that are written with an act, to be delivered after it by `service`; starts of workflows',
    layers: { aws: ['workflows'], db: ['outbox'], domain: ['outbox-event'] },
  },
  {
    name: 'people',
    does: 'residents: who they are, their permit numbers and residencies',
    doors: [
      'db/email-changes',
      'db/people',
      'db/residents',
      'domain/new-rpn',
      'domain/person',
      'domain/residency',
      'domain/revise-person',
      'domain/rpn',
      'usecases/check-date-of-birth',
      'usecases/read-people',
      'usecases/new-account',
    ],
    layers: { usecases: ['revoked-keys'] },
  },
  {
    name: 'agreements',
    does: 'texts that people sign, in every wording that was published',
    layers: {
      pages: ['agreement-text'],
      usecases: ['agreement-in-force', 'wordings-in-force'],
    },
  },
  {
    name: 'documents',
    does: 'files of persons and entities, and the setting of PDFs',
    doors: [
      'deps/documents',
      'deps/filing',
      'deps/workflow',
      'pdf/blocks',
      'pdf/compose',
      'pdf/dates',
      'pdf/issued',
      'pdf/particulars',
      'pdf/postal-address',
      'usecases/document-id',
      'usecases/issue-document',
      'usecases/present-documents',
      'usecases/store-document',
      'usecases/store-file',
    ],
    layers: {
      aws: ['document-store'],
      db: ['documents', 'person-documents'],
      domain: ['proof-file'],
    },
  },
  {
    name: 'mail',
    does: 'what letters are made of, and their sending; each capability writes its own',
    layers: {
      aws: ['mailer'],
      db: ['mailed'],
      mail: ['harmless', 'message', 'sender', 'signed-text'],
      usecases: ['post', 'send-each'],
    },
  },
  {
    name: 'payments',
    does: 'invoices, vouchers, checkouts, and the providers that report payments',
    doors: [
      'db/checkout-sessions',
      'db/invoices',
      'db/payment-claims',
      'domain/checkout-session',
      'domain/invoice',
      'domain/payment',
      'usecases/pay-by-voucher',
      'usecases/payable',
      'usecases/payment-subject',
      'usecases/report-sandbox-payment',
      'usecases/settle',
      'usecases/voucher-errors',
    ],
  },
  {
    name: 'access',
    does: 'keys: made, checked, counted; integrations of partners; the Manifestation of Will',
    doors: [
      'auth/actor',
      'auth/api-key',
      'auth/authenticate',
      'auth/hand-over',
      'db/api-keys',
      'db/manifestations',
      'db/partner-integrations',
      'db/rate-counters',
      'pages/portal-manifestation-page',
      'pages/scope-words',
      'usecases/key-label-of',
      'usecases/read-own-manifestation',
    ],
    layers: {
      auth: ['caller'],
      aws: ['gateway-keys'],
      domain: ['manifestation', 'partner-limit'],
    },
  },
  {
    name: 'registry',
    does: 'legal entities, their names, representatives and the search',
    layers: { contracts: ['legal-entity-example'], usecases: ['dissolution-writes'] },
    doors: [
      'contracts/legal-entity',
      'db/entities',
      'db/names',
      'db/new-entity',
      'db/representatives',
      'db/represented-entities',
      'db/revised-entity',
      'domain/good-standing',
      'usecases/read-accessible-entity',
      'usecases/read-filing-entity',
    ],
  },
  {
    name: 'sessions',
    does: 'signing in by mailed code, sessions and known browsers',
    doors: [
      'auth/session',
      'auth/session-reference',
      'domain/session',
      'domain/sign-in-code',
      'domain/sign-in-reason',
      'usecases/begin-session',
      'usecases/make-sign-in-code',
    ],
  },
  {
    name: 'web',
    does: 'from a request to an answer: callers, limits, idempotency, errors, pages',
    doors: ['middleware/authenticate', 'middleware/map-errors'],
  },
  {
    name: 'referrals',
    does: 'referral codes, and whom they brought',
    layers: {
      db: ['referral-codes', 'referrals'],
      usecases: [
        'attributed-referral',
        'create-referral-code',
        'read-referral-code',
        'read-referrals',
        'revise-referral-code',
      ],
    },
  },
  {
    name: 'visitors',
    does: 'applications for visitor passes',
    layers: {
      db: ['visitor-passes'],
      domain: ['visitor-pass'],
      usecases: ['apply-for-visitor-pass', 'list-visitor-passes'],
    },
  },
  {
    name: 'reviews',
    does: 'cases that wait for a reviewer, and the lists of them',
    doors: ['db/former-reviews', 'db/reviews', 'usecases/mark-stuck', 'usecases/read-reviews'],
    layers: {
      domain: ['objection-status', 'review', 'reviewer'],
      usecases: ['known-person', 'reviewed'],
    },
  },
  {
    name: 'oauth',
    does: 'OAuth 2.0 and OpenID Connect: clients, consents, grants, tokens',
    doors: [
      'contracts/authorization',
      'contracts/oauth',
      'db/oauth-clients',
      'db/oauth-consents',
      'domain/authorization-request',
    ],
  },
  {
    name: 'certificates',
    does: 'Certificates of Good Standing, proofs of tax, and verification by third parties',
    doors: [
      'domain/certificate',
      'domain/certificate-type',
      'usecases/certificate-code',
      'usecases/issue-certificate',
      'usecases/issue-certified-document',
      'usecases/review-certificate',
    ],
    layers: { db: ['certificates', 'tax-proofs'], pdf: ['certificate-of-good-standing'] },
  },
  {
    name: 'incorporation',
    does: 'applications for an LLC, from the draft to the entity',
    doors: [
      'contracts/admin-applications',
      'contracts/signature',
      'contracts/voucher-payment',
      'pages/application-particulars',
      'usecases/application-payment',
      'usecases/issue-incorporation-documents',
      'usecases/review-application',
      'usecases/signature-url',
    ],
    layers: {
      db: ['applications'],
      domain: ['application-data', 'application'],
      pdf: ['certificate-of-organization', 'rider'],
    },
  },
  {
    name: 'amendments',
    does: 'amendments of an entity, signatures of its representatives, objections',
    doors: [
      'pages/amendment-changes',
      'usecases/issue-amendment-certificate',
      'usecases/review-amendment',
      'usecases/write-to-representatives',
    ],
    layers: {
      db: ['amendments', 'objections'],
      domain: ['amendment', 'proposed-changes'],
      mail: ['amendment-letters'],
      pdf: ['certificate-of-amendment'],
    },
  },
  {
    name: 'residency',
    does: 'residency applications by partners, and what their applicants do',
    doors: [
      'db/residency-applications',
      'domain/account-holder',
      'domain/residency-application-state',
      'pages/residency-application-state',
      'pages/residency-particulars',
      'pages/residency-words',
      'usecases/issue-residency-agreement',
      'usecases/residency-payment',
      'usecases/review-residency-application',
      'usecases/write-to-applicant',
    ],
    layers: { pdf: ['agreement-of-coexistence'] },
  },
  {
    name: 'reference',
    does: 'the published description (OpenAPI), made from the route table',
  },
  {
    name: 'service',
    does: 'puts the capabilities together: the route table, delivery of events, decisions, the portal’s home',
    layers: { routes: ['route-table'], usecases: ['payment-subjects', 'reviewed-things'] },
  },
];
