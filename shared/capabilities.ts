/**
 * The rule file of the tree: what capabilities there are, which may import which, and through which doors.
 * `.dependency-cruiser.mjs` makes rules of it, which `npm run check` holds all files against.
 */
export interface Capability {
  readonly name: string;
  /** What it does for the registry, in one line. */
  readonly does: string;
  /**
   * Files in its folders that higher capabilities import, beside those at its root and its routes, by the reason why
   * they may. The others are its own.
   */
  readonly doors?: Readonly<Record<string, readonly string[]>>;
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
    doors: {
      'All of it is for everybody.': ['**'],
    },
    layers: { auth: ['seal'] },
  },
  {
    name: 'outgoing',
    does: 'calls to addresses that strangers give, which reach nothing that only we can reach',
    layers: { aws: ['public-address', 'safe-fetch'] },
  },
  {
    name: 'audit',
    does: 'who did what: entries are written with every act, and listed for operators',
    layers: {
      db: ['act-reasons', 'audit-items', 'audit-trail', 'former-audit', 'gathered-acts'],
      domain: ['act-measure', 'audit-details', 'audit-entry'],
      usecases: ['audit-act', 'audit-person', 'list-audit'],
    },
  },
  {
    name: 'evidence',
    does: 'copies of what must not be rewritten, their signed chain, and what a restore replays from them',
    layers: { aws: ['evidence-signer', 'evidence-store'], domain: ['watched-changes'] },
  },
  {
    name: 'outbox',
    does: 'events that are written with an act, to be delivered after it by `service`; starts of workflows',
    layers: {
      aws: ['queues', 'workflows'],
      db: ['deliveries', 'outbox'],
      domain: ['being-delivered', 'consumer', 'outbox-event', 'queue-of'],
      usecases: [
        'dead-letters',
        'deal-with-letters',
        'deliver-once',
        'discard-dead-letters',
        'finish-event',
        'look-at-letters',
        'redrive-dead-letters',
        'remove-letters',
        'route-events',
      ],
    },
  },
  {
    name: 'migrations',
    does: 'rewrites what former releases have stored, page by page',
  },
  {
    name: 'people',
    does: 'residents: who they are, their permit numbers and residencies',
    doors: {
      'A person is read and written in the transactions of those who act for them.': [
        'db/email-changes',
        'db/new-person',
        'db/people',
        'db/people-checks',
        'db/people-search',
        'db/residency-grant',
        'db/residents',
        'usecases/read-people',
      ],
      'What a person is, and the rules of permit numbers and residencies, which filings and applications follow, too.':
        [
          'domain/new-rpn',
          'domain/person',
          'domain/residency',
          'domain/revise-person',
          'domain/rpn',
          'usecases/check-date-of-birth',
        ],
      'Whoever ends what an account has granted has applications told.': ['usecases/account-ended'],
      'A sandbox makes residents, and ends their residencies.': [
        'usecases/grant-residency',
        'usecases/register-person',
        'usecases/terminate-residency',
      ],
    },
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
    doors: {
      'What functions that store or issue documents are given.': [
        'deps/documents',
        'deps/filing',
        'deps/workflow',
      ],
      'The setting of PDFs: each capability writes its own documents with it.': [
        'pdf/blocks',
        'pdf/compose',
        'pdf/issued',
        'pdf/particulars',
        'pdf/postal-address',
        'pdf/printout',
        'pdf/sheet',
      ],
      'What is wrong with a file that somebody chose, as the page of its form says it.': [
        'pages/file-complaint',
      ],
      'Storing and issuing, in the transaction of the act that it belongs to.': [
        'usecases/document-id',
        'usecases/issuance',
        'usecases/issue-document',
        'usecases/open-upload',
        'usecases/present-documents',
        'usecases/store-document',
        'usecases/store-file',
        'usecases/store-upload',
      ],
    },
    layers: {
      aws: ['document-signer', 'document-store', 'file-eraser', 'scan-result'],
      db: ['documents', 'person-documents', 'upload-scans', 'withdrawals'],
      domain: ['proof-file', 'upload-scan'],
    },
  },
  {
    name: 'mail',
    does: 'what letters are made of, their sending, and what comes back; each capability writes its own',
    doors: {
      'Support sees whether an address gets mail.': ['db/mail-addresses', 'domain/mail-address'],
    },
    layers: {
      aws: ['mailer'],
      db: ['mailed'],
      mail: ['harmless', 'letters', 'message', 'sender', 'signed-text'],
      usecases: ['post', 'send-each'],
    },
  },
  {
    name: 'payments',
    does: 'invoices, vouchers, checkouts, and the providers that report payments',
    doors: {
      'The invoice is written in one transaction with what it is for.': [
        'db/invoices',
        'domain/invoice',
      ],
      'What each thing that can be paid offers, and what pays it.': [
        'usecases/pay-by-voucher',
        'usecases/pay-in-portal',
        'usecases/payable',
        'usecases/payment-progress',
        'usecases/payment-subject',
        'usecases/settle',
        'domain/payment-progress',
        'pages/payment-forms',
        'pages/voucher-complaint',
        'usecases/open-providers',
        'usecases/voucher-errors',
      ],
      'A report of a provider is confirmed by `service`, which knows all that can be paid.': [
        'db/checkout-sessions',
        'db/payment-cases',
        'db/payment-claims',
        'db/statements',
        'domain/checkout-session',
        'domain/payment',
        'domain/payment-case',
        'domain/payment-question',
        'domain/statement',
        'usecases/report-sandbox-payment',
      ],
    },
  },
  {
    name: 'access',
    does: 'keys: made, checked, counted; integrations of partners; the Manifestation of Will',
    doors: {
      'Who calls: asked by the web, by OAuth, and by use cases that record who acted.': [
        'auth/actor',
        'auth/api-key',
        'auth/authenticate',
        'auth/hand-over',
        'auth/note-use',
        'db/rate-counters',
      ],
      'Keys, integrations and Manifestations of Will are conditions of others’ transactions.': [
        'db/api-keys',
        'db/manifestations',
        'db/partner-integrations',
        'domain/key-state',
      ],
      'Made when an event asks for it.': ['usecases/place-gateway-key'],
      'Residents that a sandbox makes have keys, and have signed it.': [
        'usecases/issue-key',
        'usecases/sign-manifestation',
      ],
      'The command that revokes many keys also ends tokens.': ['usecases/revoke-keys'],
      'Shown in the portal’s home, at consent and in letters.': [
        'pages/portal-manifestation-page',
        'pages/scope-words',
        'usecases/read-own-manifestation',
      ],
    },
    layers: {
      auth: ['caller'],
      aws: ['gateway-keys'],
      deps: ['plan-ids'],
      domain: ['manifestation', 'partner-limit', 'usage-plan'],
    },
  },
  {
    name: 'registry',
    does: 'legal entities, their names, representatives and the search',
    layers: {
      contracts: ['legal-entity-example'],
      domain: ['search-ceiling', 'search-database', 'search-node-options'],
      usecases: ['dissolution-writes'],
    },
    doors: {
      'Entities, names and representatives are written in the transactions of incorporation and amendments.':
        [
          'db/entities',
          'db/names',
          'db/new-entity',
          'db/representatives',
          'db/represented-entities',
          'db/registry-spread',
          'db/revised-entity',
        ],
      'What a filing asks first: may this caller file for this entity, and how does it stand.': [
        'domain/good-standing',
        'usecases/read-accessible-entity',
        'usecases/read-filing-entity',
      ],
      'What a reviewer is shown beside a name that is applied for.': [
        'domain/similar-names',
        'usecases/find-similar-names',
      ],
      'The shape of an entity in answers about its owner.': ['contracts/legal-entity'],
      'A migration, which `service` carries out with the others.': ['db/former-registry'],
      'The lists on which all entities are.': ['db/registry-lists'],
      'What a change or an annulment says of values before and after.': ['domain/changed-values'],
      'A sandbox makes entities.': ['contracts/admin-entities', 'usecases/import-entity'],
      'Their yearly confirmation.': [
        'db/entity-confirmations',
        'db/entity-terms',
        'domain/entity-confirmation',
      ],
    },
  },
  {
    name: 'imports',
    does: 'registers that move in: records of persons, residencies, entities and documents, with what they have had elsewhere',
    doors: {
      'The kinds of all items, which an erasure walks through, too.': ['domain/export-rules'],
    },
  },
  {
    name: 'sessions',
    does: 'signing in by mailed code, sessions and known browsers',
    doors: {
      'The session is a condition of what residents sign, and of consent.': [
        'auth/session',
        'auth/session-reference',
        'db/sessions',
        'domain/session',
      ],
      'Signing in goes through other capabilities: from OAuth, from a claimed account, in a letter.':
        [
          'domain/authentication-methods',
          'domain/sign-in-code',
          'domain/sign-in-reason',
          'usecases/begin-session',
          'usecases/end-session',
          'usecases/end-passkey-sessions',
          'usecases/make-sign-in-code',
        ],
    },
  },
  {
    name: 'passkeys',
    does: 'passkeys: added, used to sign in, removed; the ceremonies in the browser and their challenges',
    doors: {
      'Mails about another address say how many still let somebody in, and decisions of the staff need one, for which they are added.':
        ['db/passkeys', 'domain/passkey', 'usecases/add-passkey'],
    },
  },
  {
    name: 'web',
    does: 'from a request to an answer: callers, limits, idempotency, errors, pages',
    doors: {
      'OAuth answers its errors in another form with the same steps.': [
        'middleware/authenticate',
        'middleware/map-errors',
      ],
    },
  },
  {
    name: 'operators',
    does: 'acts of operators that a second one approves: asked for, carried out once, refused',
    layers: {
      contracts: ['approvals-contract'],
      domain: ['guarded-acts'],
      // It binds a row to its logic, and to the end of its approval.
      deps: ['approved-operation'],
    },
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
    name: 'staff',
    does: 'who decides, audits and helps in the portal: roles, what each may do, and the record of what they looked at',
    layers: {
      domain: ['passkey-code', 'staff-rights'],
      usecases: ['looks', 'reviewers-to-tell', 'standing'],
      // It puts a page together of what is read for it: nothing of the other layers may.
      deps: ['staff-operation'],
    },
  },
  {
    name: 'reviews',
    does: 'cases that wait for a reviewer, and the lists of them',
    doors: {
      'Reviewed things write their review with themselves; `service` decides on it and lists it.': [
        'db/find-cases',
        'db/former-reviews',
        'db/read-queue',
        'db/review-counts',
        'db/review-entries',
        'db/review-lists',
        'db/review-queue',
        'db/reviews',
        'db/stored-information-request',
        'db/waiting-reviews',
        'pages/waits-in-words',
        'usecases/act-on-review',
        'usecases/mark-stuck',
        'usecases/note-change',
        'usecases/read-review-entries',
        'usecases/read-reviews',
      ],
    },
    layers: {
      domain: [
        'information-request',
        'objection-status',
        'queue',
        'rejection-reasons',
        'review',
        'review-claim',
        'review-digest',
        'review-waits',
        'test-names',
      ],
      http: ['answer-row', 'decision-rows'],
      usecases: ['about', 'known-person', 'reviewed'],
    },
  },
  {
    name: 'oauth',
    does: 'OAuth 2.0 and OpenID Connect: clients, consents, grants, tokens',
    doors: {
      'The description says of forms what schemas can’t.': [
        'contracts/authorization',
        'contracts/authorization-details',
        'contracts/oauth',
        'domain/authorization-request',
        'domain/grant-type',
      ],
      'Credentials are verified with the keys of tokens.': ['auth/public-keys'],
      'Letters to the owner name the client.': [
        'db/client-logos',
        'db/oauth-clients',
        'db/oauth-consents',
        'db/owned-clients',
        'domain/owned-client',
      ],
      'Credentials are signed with the same keys, and given for tokens.': [
        'auth/access-token',
        'auth/dpop-proof',
        'auth/oauth-token',
        'auth/public-keys',
        'auth/signer',
        'db/signing-keys',
        'deps/issuer',
        'usecases/bind-tokens',
      ],
      'A wallet may be a client: what its code is for, while its consent stands.': [
        'db/oauth-codes',
        'domain/oauth-consent',
        'domain/oauth-grant',
        'domain/oauth-scope',
        'usecases/answer-authorization',
        'usecases/authenticate-client',
        'usecases/redeem-code',
        'usecases/revoke-family',
      ],
      'The provider of a wallet attests keys with the keys of its client.': [
        'auth/keys-for',
        'deps/client-keys',
        'domain/request-object-key',
        'usecases/attestation-keys',
      ],
    },
    layers: { domain: ['rotation-days', 'used-proofs-kind'] },
  },
  {
    name: 'certificates',
    does: 'Certificates of Good Standing, proofs of tax, and verification by third parties',
    doors: {
      'Certificates of filings have the same codes and are verified at the same page.': [
        'domain/certificate-type',
        'usecases/certificate-code',
        'usecases/issue-certified-document',
      ],
      'What `service` needs of a reviewed thing: facts to show, a decision, its documents.': [
        'domain/certificate',
        'usecases/cancel-certificate',
        'usecases/certificate-payment',
        'usecases/issue-certificate',
        'usecases/read-certificate-request',
        'usecases/approve-certificate',
        'usecases/review-certificate',
      ],
    },
    layers: {
      db: ['certificates', 'tax-proofs'],
      pages: ['certificate-line'],
      pdf: ['certificate-of-good-standing'],
    },
  },
  {
    name: 'credentials',
    does: 'verifiable credentials of residency and good standing, which people keep in wallets: offered, issued, renewed, revoked',
    doors: {
      'The router of the stream revokes what changes make untrue.': [
        'domain/credential-concern',
        'usecases/revoke-credential',
      ],
    },
  },
  {
    name: 'incorporation',
    does: 'applications for an LLC, from the draft to the entity',
    doors: {
      'What `service` needs of a reviewed and payable thing: facts to show, a decision, its documents, its payment.':
        [
          'pages/application-particulars',
          'usecases/application-payment',
          'usecases/issue-incorporation-documents',
          'usecases/read-own-application',
          'usecases/incorporate-entity',
          'usecases/review-application',
        ],
      'Shapes that other filings share.': ['contracts/admin-applications', 'contracts/signature'],
      'Letters lead to the page where one signs.': ['usecases/signature-url'],
      'The portal’s home and lists lead to the pages of applications, and say who may begin one.': [
        'contracts/portal-application',
        'usecases/check-new-application',
      ],
    },
    layers: {
      db: ['applications'],
      domain: ['application-data', 'application'],
      pdf: ['certificate-of-organization', 'rider'],
    },
  },
  {
    name: 'amendments',
    does: 'amendments of an entity, signatures of its representatives, objections',
    doors: {
      'What `service` needs of a reviewed thing: facts to show, a decision, its documents, its letters.':
        [
          'pages/amendment-changes',
          'pages/amendment-line',
          'usecases/amendment-payment',
          'usecases/issue-amendment-certificate',
          'usecases/read-amendment',
          'usecases/approve-amendment',
          'usecases/review-amendment',
          'usecases/write-to-representatives',
        ],
      'The portal’s home leads to the page where one signs.': ['contracts/amendment'],
    },
    layers: {
      db: ['amendments', 'objections'],
      domain: ['amendment', 'amendment-stage', 'proposed-changes'],
      mail: ['amendment-sentences'],
      pdf: ['certificate-of-amendment'],
    },
  },
  {
    name: 'residency',
    does: 'residency applications by partners, and what their applicants do',
    doors: {
      'What `service` needs of a reviewed and payable thing: facts to show, a decision, its documents, its payment, its letters.':
        [
          'domain/account-holder',
          'pages/residency-particulars',
          'pages/residency-words',
          'usecases/application-of-residency',
          'usecases/issue-residency-agreement',
          'usecases/residency-payment',
          'usecases/read-residency-application',
          'usecases/admit-resident',
          'usecases/review-residency-application',
          'usecases/write-to-applicant',
        ],
      'Proofs are erased when their days are over.': ['db/proofs-of-address'],
      'The portal’s home and the letter to a signer show how an application stands.': [
        'db/residency-applications',
        'domain/residency-application-state',
        'pages/residency-application-state',
      ],
    },
    layers: { pdf: ['agreement-of-coexistence'] },
  },
  {
    name: 'terms',
    does: 'tells of residencies that end, and asks for the yearly confirmations of entities',
    doors: {
      'The letters that `service` sends; the portal’s home shows what is to be renewed; a migration of `service`.':
        [
          'db/former-ends',
          'domain/term-notice',
          'domain/term-of',
          'usecases/confirm-entity',
          'usecases/read-renewal',
          'usecases/write-of-confirmation',
          'usecases/write-of-end',
        ],
    },
  },
  {
    name: 'annulments',
    does: 'puts mistakes right: acts that are annulled, and what they had replaced',
    doors: {
      'The letters that `service` sends.': ['usecases/write-of-annulment'],
    },
  },
  {
    name: 'mailboxes',
    does: 'lost mailboxes: another address by evidence, two of the staff and a wait, while nobody acts in the person’s name',
    doors: {
      'The letters that `service` sends.': ['usecases/write-of-mailbox'],
    },
  },
  {
    name: 'events',
    does: 'feeds of what has happened, told by ids: made of the table’s changes, read by keys and tokens',
    doors: {
      'The router of the stream fills feeds, too.': ['usecases/journal-changes'],
      'Webhooks send what a feed tells, to those who may read it.': [
        'db/feeds',
        'domain/event-type',
        'usecases/may-read',
      ],
    },
    layers: { domain: ['told-changes'] },
  },
  {
    name: 'webhooks',
    does: 'addresses that are told of a feed’s events: signed messages, sent again until they arrive',
    doors: {
      'Done by consumers of the outbox, and the letters that `service` sends.': [
        'usecases/wake-endpoints',
        'usecases/write-of-webhooks',
      ],
    },
  },
  {
    name: 'retention',
    does: 'erases what is no longer needed: what its days are over for, and a person who asks for it',
  },
  {
    name: 'account',
    does: 'what a person sees of themselves: activity, proofs that they show others, everything that is held about them',
    doors: {
      'A resident’s card, on the portal’s home, too.': ['pages/residency-card'],
    },
  },
  {
    name: 'sandbox',
    does: 'test helpers: what callers do on trial stages without a reviewer, an operator, or the passing of time',
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
