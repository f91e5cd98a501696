import { describe, expect, it } from 'vitest';
import { readWorkflow } from '../../lib/bundle/workflow-file.ts';
import { readReviewTexts } from '../../lib/review-texts.ts';
import { quietEntries } from '../../lib/service-function.ts';
import { workflowNames } from '../../shared/kernel/domain/outbox-queue.ts';
import { isOfSandbox } from '../../shared/kernel/http/page-paths.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { consumers } from '../../shared/service/routes/background.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import {
  allowed,
  entryOf,
  functionOf,
  logGroupNamed,
  ofType,
  type Resource,
  synthesize,
} from '../support/synthesized.ts';

const row: Route = {
  operationId: 'createThing',
  method: 'POST',
  path: '/admin/v1/things',
  entry: 'functions/things/all.ts',
  summary: 'Create a thing',
  tag: 'Things',
  auth: { scheme: 'operator' },
  errors: [],
  table: 'read',
  writes: { put: ['application'], update: ['session'] },
  spec: '0',
};
const sharedEntry: readonly Route[] = [
  { ...row, operationId: 'pingThings', path: '/admin/v1/things/ping', table: 'none' },
  {
    ...row,
    operationId: 'listThings',
    method: 'GET',
    table: 'read',
    documents: { get: ['documents'] },
  },
  row,
  {
    ...row,
    operationId: 'fileThing',
    path: '/admin/v1/things/file',
    table: 'none',
    documents: { put: ['tax-proofs'] },
  },
];
const { logs, service } = synthesize([...routes, ...sharedEntry]);
const functions = Object.entries(ofType(service, 'AWS::Lambda::Function')).map(
  ([id, resource]) => ({ entry: entryOf(service, id), ...resource }),
);

function roleOf({ Properties }: Resource): Resource | undefined {
  return service[Properties.Role['Fn::GetAtt'][0]];
}

/** What the function of an entry may do, except for its log lines and traces. */
function may(entry: string) {
  const [, resource] = functionOf(service, entry);
  return allowed(roleOf(resource)).filter(({ action }) => !action.startsWith('logs:'));
}

const onTable = (...actions: string[]) =>
  actions.map((action) => ({ action: `dynamodb:${action}`, resource: '<table>' }));
const reads = onTable('BatchGetItem', 'GetItem', 'Query');
const onKeys = (action: string, ...patterns: string[]) => ({
  action: `dynamodb:${action}`,
  resource: '<table>',
  condition: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': patterns },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
});
const onIndex = (name: string) => ({ action: 'dynamodb:Query', resource: `<table>/index/${name}` });
const onFiles = (action: 'GetObject' | 'PutObject', folder: string) => ({
  action: `s3:${action}`,
  resource: `<documents>/${folder}/*`,
});
const onQueue = (action: string, queue: string) => ({
  action: `sqs:${action}`,
  resource: `<queue ${queue}>`,
});
const consumes = (queue: string) =>
  ['ChangeMessageVisibility', 'DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'].map(
    (action) => onQueue(action, queue),
  );
const onGateway = (verb: string, path: string) => ({
  action: `apigateway:${verb}`,
  resource: `arn:<AWS::Partition>:apigateway:<AWS::Region>::/${path}`,
});
const planKeys = ['StandardEC0CDAE8', 'Large8EE58FB9', 'WideC1F6CB5A'].map(
  (id) => `usageplans/<UsagePlans${id}>/keys`,
);
/** Rights to create gateway keys, to add them to their plans, and to delete them. */
const onGatewayKeys = [
  ...['apikeys', 'apikeys/*', ...planKeys, ...planKeys.map((path) => `${path}/*`)].map((path) =>
    onGateway('GET', path),
  ),
  ...['apikeys', ...planKeys].map((path) => onGateway('POST', path)),
  onGateway('PATCH', 'apikeys/*'),
  ...['apikeys/*', ...planKeys.map((path) => `${path}/*`)].map((path) => onGateway('DELETE', path)),
];
const sendMail = (resource: string) => ({
  action: 'ses:SendEmail',
  resource: `arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:${resource}`,
});
const sorted = <T>(permissions: readonly T[]) =>
  permissions.map((permission) => JSON.stringify(permission)).toSorted();

/** Functions that search the whole registry. */
const searching = [
  'functions/admin/reviews.ts',
  'functions/portal/new-application.ts',
  'functions/portal/reviews.ts',
  'functions/registry/check-name.ts',
  'functions/registry/public-register.ts',
  'functions/registry/search.ts',
];

/** Functions with more memory than others, in megabytes. */
const memory: Readonly<Record<string, number>> = {
  ...Object.fromEntries(searching.map((entry) => [entry, 1769])),
  'functions/registry/write-snapshot.ts': 3008,
  'functions/portal/files.ts': 1769, // someone waits for it
};

describe('every function', () => {
  it('is deployed exactly once: one per entry and task, the authorizer and the outbox', () => {
    expect(functions.map(({ entry }) => entry).toSorted()).toEqual(
      [
        ...new Set([...routes, ...sharedEntry].map(({ entry }) => entry)),
        'functions/evidence/close-days.ts',
        'functions/evidence/copy.ts',
        'functions/gateway/authorize.ts',
        'functions/gateway/reconcile.ts',
        'functions/mail/note-reports.ts',
        'functions/mailboxes/carry-out.ts',
        'functions/metrics/measure-reviews.ts',
        'functions/oauth/rotate-signing-keys.ts',
        'functions/outbox/route.ts',
        'functions/outbox/wake-webhooks.ts',
        'functions/payments/ask-providers.ts',
        'functions/registry/write-snapshot.ts',
        'functions/terms/announce-ends.ts',
        ...Object.values(consumers).map(({ entry }) => entry),
        ...workflowNames.flatMap((name) => Object.values(readWorkflow(name).tasks)),
      ].toSorted(),
    );
  });

  it.each(functions)('$entry runs on Node 24 and arm64, with a bounded log', (deployed) => {
    const { Properties } = deployed;
    const log = logGroupNamed(logs, Properties.LoggingConfig.LogGroup);
    expect({
      runtime: Properties.Runtime,
      architectures: Properties.Architectures,
      // Nothing writes traces, so tracing would only add cost.
      tracing: Properties.TracingConfig,
      memory: Properties.MemorySize,
      handler: Properties.Handler,
      logDays: log?.Properties.RetentionInDays,
      logsAtDeletion: log?.DeletionPolicy,
    }).toEqual({
      runtime: 'nodejs24.x',
      architectures: ['arm64'],
      tracing: undefined,
      memory: memory[deployed.entry] ?? 512,
      handler: 'index.handler',
      logDays: 30,
      logsAtDeletion: 'Delete',
    });
  });

  it('leaves out what Lambda writes of each call only where nearly all calls are', () => {
    const quiet = functions.filter(({ Properties }) => Properties.LoggingConfig.LogFormat);
    expect(quiet.map(({ entry }) => entry).toSorted()).toEqual([...quietEntries].toSorted());
    for (const { Properties } of quiet) {
      const { LogGroup, ...format } = Properties.LoggingConfig;
      expect(format).toEqual({
        LogFormat: 'JSON',
        SystemLogLevel: 'WARN',
        ApplicationLogLevel: 'TRACE',
      });
    }
  });

  it('has its own role without managed policies', () => {
    const roles = functions.map(({ Properties }) => Properties.Role['Fn::GetAtt'][0]);
    expect(new Set(roles).size).toBe(functions.length);
    expect(roles.flatMap((id) => service[id]?.Properties.ManagedPolicyArns ?? [])).toEqual([]);
    expect(ofType(service, 'AWS::IAM::Policy')).toEqual({});
  });

  it('writes only to its own log', () => {
    for (const deployed of functions) {
      const group = `arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:${deployed.Properties.LoggingConfig.LogGroup}:*`;
      expect(allowed(roleOf(deployed)).filter(({ action }) => action.startsWith('logs:'))).toEqual(
        ['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({
          action,
          resource: group,
        })),
      );
    }
  });

  it('is allowed named actions only, and a wildcard resource only if AWS has no other', () => {
    const permissions = functions.flatMap((deployed) => allowed(roleOf(deployed)));
    expect(permissions.filter(({ action }) => action.includes('*'))).toEqual([]);
    const starred = permissions.filter(
      ({ action, resource }) => resource.includes('*') && !action.startsWith('logs:'),
    );
    expect(
      [...new Set(starred.map(({ action, resource }) => `${action} ${resource}`))].toSorted(),
    ).toEqual(
      [
        ...new Set(
          onGatewayKeys
            .filter(({ resource }) => resource.endsWith('*'))
            .map(({ action, resource }) => `${action} ${resource}`),
        ),
        'dynamodb:ListStreams *',
        'lambda:ListEventSourceMappings *',
        'lambda:UpdateEventSourceMapping arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:event-source-mapping:*',
        's3:GetObject <documents>/documents/*',
        's3:GetObject <documents>/information/*',
        's3:GetObject <documents>/mailbox-evidence/*',
        's3:GetObject <documents>/proofs-of-address/*',
        's3:GetObject <documents>/search/*',
        's3:GetObject <documents>/tax-proofs/*',
        ...['copies', 'chain'].flatMap((folder) =>
          ['GetObject', 'GetObjectVersion', 'PutObject'].map(
            (action) => `s3:${action} <vault>/${folder}/*`,
          ),
        ),
        's3:PutObject <documents>/documents/*',
        's3:PutObject <documents>/information/*',
        's3:PutObject <documents>/mailbox-evidence/*',
        's3:PutObject <documents>/proofs-of-address/*',
        's3:PutObject <documents>/search/*',
        's3:PutObject <documents>/tax-proofs/*',
        'ses:SendEmail arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*',
      ].toSorted(),
    );
  });
});

describe('the rights of a function', () => {
  it.each([
    ['functions/meta/health.ts', []],
    ['functions/entities/read.ts', [...reads, onKeys('UpdateItem', 'KEY_USE#*')]],
    [
      'functions/entities/list-documents.ts',
      [...reads, onKeys('UpdateItem', 'KEY_USE#*'), onFiles('GetObject', 'documents')],
    ],
    [
      'functions/registry/verify-rpn.ts',
      // The first metered call of a key asks for its gateway key.
      [...reads, onKeys('UpdateItem', 'KEY_USE#*', 'RATE#*'), onKeys('PutItem', 'OUTBOX#*')],
    ],
    [
      'functions/registry/search.ts',
      [
        ...reads,
        onIndex('gsi1'),
        onIndex('gsi2'),
        onKeys('UpdateItem', 'KEY_USE#*', 'RATE#*'),
        onKeys('PutItem', 'OUTBOX#*'),
        onFiles('GetObject', 'search'),
      ],
    ],
    [
      'functions/registry/write-snapshot.ts',
      [onIndex('gsi1'), onIndex('gsi2'), onFiles('PutObject', 'search')],
    ],
    [
      'functions/partner/read.ts',
      [...reads, onKeys('UpdateItem', 'ATTEMPTS#partner_call#*', 'KEY_USE#*')],
    ],
    ['functions/gateway/authorize.ts', [onKeys('GetItem', 'KEY#*')]],
    [
      'functions/mail/note-reports.ts',
      [
        onKeys('GetItem', 'MAIL_ADDRESS#*'),
        onKeys('PutItem', 'AUDIT#*', 'LIST#*', 'MAIL_ADDRESS#*'),
        ...['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((action) => ({
          action: `sqs:${action}`,
          resource: '<MailReportsQueue96C0C43B>',
        })),
      ],
    ],
    [
      'functions/evidence/copy.ts',
      [
        { action: 's3:PutObject', resource: '<vault>/copies/*' },
        ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map((action) => ({
          action: `dynamodb:${action}`,
          resource: '<stream>',
        })),
        { action: 'dynamodb:ListStreams', resource: '*' },
        { action: 'sqs:SendMessage', resource: '<lost evidence>' },
      ],
    ],
    [
      'functions/evidence/close-days.ts',
      [
        ...['copies', 'chain'].flatMap((folder) =>
          ['GetObject', 'GetObjectVersion'].map((action) => ({
            action: `s3:${action}`,
            resource: `<vault>/${folder}/*`,
          })),
        ),
        { action: 's3:PutObject', resource: '<vault>/chain/*' },
        onKeys('BatchGetItem', 'AUDIT#*'),
        { action: 's3:ListBucketVersions', resource: '<vault>' },
        { action: 'kms:GetPublicKey', resource: '<signing key of evidence>' },
        { action: 'kms:Sign', resource: '<signing key of evidence>' },
      ],
    ],
    [
      'functions/admin/mail.ts',
      [...reads, onKeys('PutItem', 'AUDIT#*', 'MAIL_ADDRESS#*'), onKeys('DeleteItem', 'LIST#*')],
    ],
    [
      'functions/admin/outbox.ts',
      [
        onKeys('PutItem', 'ACT_REASON#*', 'AUDIT#*'),
        ...[
          ...['maildead', 'gatewaykeysdead', 'workflowsdead', 'sandboxdead', 'unrouteddead'],
          ...['webhooksdead', 'logoutsdead'],
        ].flatMap(consumes),
        ...['mail', 'gatewaykeys', 'workflows', 'sandbox', 'webhooks', 'logouts', 'detour'].flatMap(
          (queue) => [onQueue('GetQueueAttributes', queue), onQueue('SendMessage', queue)],
        ),
      ],
    ],
    [
      'functions/gateway/reconcile.ts',
      [
        ...reads,
        onKeys('PutItem', 'GATEWAY_RUN', 'LIST#*'),
        onKeys('UpdateItem', 'KEY#*'),
        onKeys('DeleteItem', 'LIST#*'),
        onKeys('ConditionCheckItem', 'KEY_USE#*'),
        ...onGatewayKeys,
      ],
    ],
    [
      'functions/outbox/route.ts',
      [
        ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map((action) => ({
          action: `dynamodb:${action}`,
          resource: '<stream>',
        })),
        { action: 'dynamodb:ListStreams', resource: '*' },
        ...[
          ...['mail', 'gatewaykeys', 'workflows', 'sandbox', 'webhooks'],
          ...['logouts', 'unrouteddead', 'detour'],
        ].map((queue) => onQueue('SendMessage', queue)),
        ...consumes('detour'),
        onKeys('BatchGetItem', 'FEED#*', 'FEED_CLAIM#*'),
        onKeys('Query', 'ENTITY#*'),
        onKeys('PutItem', 'FEED#*', 'FEED_CLAIM#*', 'FEED_EVENTS#*'),
        // Revokes credentials after changes.
        onKeys('BatchGetItem', 'ENTITY#*', 'PERSON#*'),
        onKeys('Query', 'ENTITY#*', 'PERSON#*'),
        onKeys('PutItem', 'AUDIT#*', 'STATUS_LIST#*'),
        onKeys('UpdateItem', 'PERSON#*'),
      ],
    ],
    [
      'functions/outbox/send-mail.ts',
      [
        ...reads,
        onKeys(
          'PutItem',
          'CLAIM#*',
          'DELIVERY#*',
          'INVOICE#*',
          'MAILBOX_LINK#*',
          'OBJECTION_LINK#*',
          'RECEIPTS#*',
          'SENT_EMAIL#*',
          'VISITOR_PASS_MAIL#*',
        ),
        onKeys('UpdateItem', 'ATTEMPTS#*', 'SIGN_IN#*'),
        {
          ...sendMail('identity/*'),
          condition: { StringEquals: { 'ses:FromAddress': 'no-reply@registry.invalid' } },
        },
        sendMail('configuration-set/<MailSettings80169B74>'),
        sendMail('configuration-set/<MailUnrequestedSettings969BB6F6>'),
        ...consumes('mail'),
      ],
    ],
    [
      'functions/outbox/keep-gateway-keys.ts',
      [
        ...reads,
        onKeys('PutItem', 'LIST#*'),
        onKeys('UpdateItem', 'KEY#*'),
        onKeys('DeleteItem', 'LIST#*'),
        ...onGatewayKeys,
        ...consumes('gatewaykeys'),
      ],
    ],
    [
      'functions/outbox/start-workflows.ts',
      [
        ...reads,
        { action: 'states:StartExecution', resource: '<workflowreviewdispatchMachine8E5E7BCF>' },
        { action: 'states:StartExecution', resource: '<workflowreviewdecisionMachineE0DC90A2>' },
        {
          action: 'states:StartExecution',
          resource: '<workflowcertificateissuanceMachine8D1EBF6D>',
        },
        { action: 'states:StartExecution', resource: '<workflowmigrationMachine6521FCAD>' },
        ...consumes('workflows'),
      ],
    ],
    [
      'functions/outbox/report-payments.ts',
      [
        ...reads,
        ...consumes('sandbox'),
        // In a sandbox: cases are decided by their names.
        onKeys(
          'PutItem',
          'AUDIT#*',
          'ENTITY#*',
          'LIST#*',
          'OUTBOX#*',
          'PERSON#*',
          'RESIDENCY_APPLICATION#*',
          'REVIEW#*',
        ),
        onKeys('DeleteItem', 'LIST#*'),
      ],
    ],
    [
      'functions/workflows/review-dispatch/create-review.ts',
      [
        ...reads,
        onKeys(
          'PutItem',
          'LIST#*',
          // In a sandbox: whether a case has a name that decides it.
          'OUTBOX#*',
          'REVIEW#*',
          'REVIEWS#*',
          'REVIEW_PARTY#*',
          'REVIEW_WORD#*',
        ),
      ],
    ],
    [
      'functions/workflows/certificate-issuance/issue-document.ts',
      [
        ...reads,
        onKeys('PutItem', 'AUDIT#*', 'CERTIFICATE_CODE#*', 'DELIVERY#*', 'ENTITY#*', 'OUTBOX#*'),
        onKeys('ConditionCheckItem', 'ENTITY#*'),
        onFiles('PutObject', 'documents'),
      ],
    ],
    [
      'functions/certificates/read.ts',
      [...reads, onKeys('UpdateItem', 'KEY_USE#*'), onFiles('GetObject', 'documents')],
    ],
    [
      'functions/certificates/pay-voucher.ts',
      [
        ...reads,
        onKeys(
          'PutItem',
          'AUDIT#*',
          'EFFECT#*',
          'ENTITY#*',
          'IDEMPOTENCY#*',
          'INVOICE#*',
          'KEY_APPROVALS#*',
          'OUTBOX#*',
        ),
        onKeys('UpdateItem', 'ATTEMPTS#*', 'IDEMPOTENCY#*', 'KEY_USE#*', 'VOUCHER#*'),
        onKeys('DeleteItem', 'IDEMPOTENCY#*'),
        onKeys('ConditionCheckItem', 'ENTITY#*', 'PERSON#*'),
      ],
    ],
    [
      'functions/visitor-passes/apply.ts',
      [
        ...reads,
        onKeys(
          'PutItem',
          'AUDIT#*',
          'IDEMPOTENCY#*',
          'LIST#*',
          'OUTBOX#*',
          'VISITOR_PASS#*',
          'VISITOR_PASSES_OF_EMAIL#*',
          'VISITOR_PASSES_OF_SOURCE#*',
          'VISITOR_PASS_CLAIM#*',
        ),
        onKeys('UpdateItem', 'ATTEMPTS#*', 'IDEMPOTENCY#*'),
        onKeys('DeleteItem', 'IDEMPOTENCY#*'),
      ],
    ],
  ])('match what its rows need: %s', (entry, permissions) => {
    expect(sorted(may(entry))).toEqual(sorted(permissions));
  });

  it('are the union of what several rows need', () => {
    expect(sorted(may('functions/things/all.ts'))).toEqual(
      sorted([
        ...reads,
        onKeys('PutItem', 'PERSON#*'),
        onKeys('UpdateItem', 'SESSION#*'),
        onFiles('GetObject', 'documents'),
        onFiles('PutObject', 'tax-proofs'),
      ]),
    );
  });
});

const environmentOf = (resources: typeof service, entry: string) =>
  functionOf(resources, entry)[1].Properties.Environment.Variables;

describe('the environment of a function', () => {
  it('has the table and the stage, and the bucket only if the function handles documents', () => {
    const plain = environmentOf(service, 'functions/meta/health.ts');
    const { BASE_URL, SANDBOX: _, ...others } = plain;
    expect(others).toEqual({ TABLE_NAME: plain.TABLE_NAME, STAGE: 'dev', LOG_LEVEL: 'DEBUG' });
    // Errors link to their documentation.
    expect(JSON.stringify(BASE_URL)).toMatch(/RestApi.*execute-api/);
    const handling = environmentOf(service, 'functions/entities/list-documents.ts');
    const all = Object.keys(plain);
    expect(Object.keys(handling).toSorted()).toEqual([...all, 'DOCUMENTS_BUCKET'].toSorted());
  });

  it('limits the memory that Node leaves for garbage in functions that search the registry', () => {
    const all = functions.map(({ entry }) => entry);
    const settings = all.filter((entry) => 'NODE_OPTIONS' in environmentOf(service, entry));
    expect(settings.toSorted()).toEqual(searching);
    expect(environmentOf(service, settings[0] ?? '').NODE_OPTIONS).toBe(
      '--max-semi-space-size=2 --max-old-space-size=512 --expose-gc',
    );
  });

  it('has the stage and the public address of the deployment', () => {
    const linking = routes.filter(({ service: needsFacts }) => needsFacts).slice(0, 1);
    const entry = linking[0]?.entry ?? '';
    const production = synthesize(linking, {
      stage: 'prod',
      baseUrl: 'https://registry.example',
      fees: '{"legal_entity_application":100}',
      currency: 'EUR',
      jurisdiction: 'Somewhere',
    }).service;
    expect(environmentOf(production, entry)).toMatchObject({
      STAGE: 'prod',
      LOG_LEVEL: 'INFO',
      BASE_URL: 'https://registry.example',
      FEES: '{"legal_entity_application":100}',
      CURRENCY: 'EUR',
      JURISDICTION: 'Somewhere',
    });
  });

  it("has the service's address if the function issues documents, which link to it", () => {
    for (const entry of [
      'functions/workflows/certificate-issuance/issue-document.ts',
      'functions/workflows/review-decision/issue-documents.ts',
    ]) {
      const { BASE_URL, DOCUMENTS_BUCKET } = environmentOf(service, entry);
      expect(JSON.stringify(BASE_URL)).toMatch(/RestApi.*execute-api/);
      const stored = environmentOf(service, 'functions/certificates/read.ts');
      expect(DOCUMENTS_BUCKET).toEqual(stored.DOCUMENTS_BUCKET);
      expect(JSON.stringify(DOCUMENTS_BUCKET)).toMatch(/Documents/);
    }
  });

  it("has the API's default address if the service has no domain", () => {
    const linking = routes.filter(({ service: needsFacts }) => needsFacts).slice(0, 1);
    const { BASE_URL } = environmentOf(service, linking[0]?.entry ?? '');
    expect(JSON.stringify(BASE_URL)).toMatch(/RestApi.*execute-api/);
  });

  it('refuses an invalid stage or address', () => {
    expect(() => synthesize([], { stage: 'Prod_1' })).toThrow('stage:');
    expect(() => synthesize([], { baseUrl: 'registry.example' })).toThrow('baseUrl:');
  });
});

describe('payments', () => {
  const paying = routes.filter((route) => route.payments && !isOfSandbox(route));
  const context = {
    paymentProviders:
      '{"cardpay":{"secretId":"card","adapter":"bridge","url":"https://pay.example"}}',
    sandbox: 'false',
  };

  it("have functions with the providers' settings and rights to only the providers' secrets", () => {
    const deployed = synthesize(paying, context).service;
    for (const { entry } of paying) {
      expect(environmentOf(deployed, entry)).toMatchObject({
        PAYMENT_PROVIDERS: context.paymentProviders,
      });
      const [, { Properties }] = functionOf(deployed, entry);
      const role = deployed[Properties.Role['Fn::GetAtt'][0]];
      const secrets = allowed(role).filter(({ action }) => action.startsWith('secretsmanager:'));
      expect(secrets).toEqual([
        {
          action: 'secretsmanager:GetSecretValue',
          resource: expect.stringMatching(/:secret:card-\?{6}\]?$/),
        },
      ]);
    }
  });

  it('include test payments only in a sandbox', () => {
    const entry = paying[0]?.entry ?? '';
    const takesPlayMoney = (sandbox: string) => {
      const { SANDBOX, PAYMENTS_SANDBOX_SECRET } = environmentOf(
        synthesize(paying, { sandbox }).service,
        entry,
      );
      return [SANDBOX, typeof PAYMENTS_SANDBOX_SECRET];
    };
    expect(takesPlayMoney('false')).toEqual([undefined, 'undefined']);
    expect(takesPlayMoney('true')).toEqual(['true', 'object']);
  });
});

describe('reviewers', () => {
  it('are given to the functions of review pages and staff commands, and to no other with a route', () => {
    const deployed = synthesize(routes, { reviewers: 'a@x.example,b@x.example' }).service;
    const entries = [...new Set(routes.map(({ entry }) => entry))];
    const settings = entries.filter(
      (entry) => environmentOf(deployed, entry).REVIEWERS !== undefined,
    );
    expect(settings.toSorted()).toEqual([
      'functions/admin/staff.ts',
      'functions/portal/console.ts',
      'functions/portal/home.ts',
      'functions/portal/mailboxes.ts',
      'functions/portal/passkeys.ts',
      'functions/portal/reviews.ts',
    ]);
    for (const entry of settings) {
      expect(environmentOf(deployed, entry).REVIEWERS).toBe('a@x.example,b@x.example');
    }
  });

  it('get the configured review texts in a file, which are checked before the deployment', () => {
    const text = { en: 'Send it.', es: 'Envíelo.' };
    const given = { amendment: { rejections: [{ label: 'Late', text, reasonCode: 'other' }] } };
    const deployed = synthesize(routes, { reviewTexts: JSON.stringify(given) }).service;
    const entries = [...new Set(routes.map(({ entry }) => entry))];
    const settings = entries.filter(
      (entry) => environmentOf(deployed, entry).REVIEW_TEXTS !== undefined,
    );
    expect(settings).toEqual(['functions/portal/reviews.ts']);
    expect(readReviewTexts(given)).toEqual(given);
    // A language without its own text uses the English one.
    const english = { amendment: { questions: [{ label: 'x', text: { en: 'Send it.' } }] } };
    expect(readReviewTexts(english)?.amendment?.questions?.[0]?.text).toMatchObject({
      es: 'Send it.',
    });
    const refusals: readonly (readonly [unknown, string])[] = [
      ['{', 'reviewTexts: JSON'],
      [{ passport: {} }, 'reviewTexts: Unrecognized key'],
      [{ amendment: { rejections: [{ label: 'Late', text: { es: 'x' } }] } }, '.0.text.en: '],
      [
        { amendment: { rejections: [{ label: 'x', text, reasonCode: 'taxes_not_settled' }] } },
        'reviewTexts.amendment.rejections.0.reasonCode: ',
      ],
      [{ amendment: { questions: [{ label: 'x', text, reasonCode: 'other' }] } }, 'Unrecognized'],
      [
        {
          amendment: {
            questions: [
              { label: 'x', text },
              { label: 'x', text },
            ],
          },
        },
        'reviewTexts.amendment.questions: each label once',
      ],
    ];
    for (const [setting, message] of refusals) {
      expect(() => readReviewTexts(setting), message).toThrow(message);
    }
  });

  it('need as many approvals as configured, which is checked before the deployment', () => {
    const deployed = synthesize(routes, { reviewApprovals: '{"amendment":2}' }).service;
    const entries = [...new Set(routes.map(({ entry }) => entry))];
    const settings = entries.filter(
      (entry) => environmentOf(deployed, entry).REVIEW_APPROVALS !== undefined,
    );
    expect(settings.toSorted()).toEqual([
      'functions/admin/reviews.ts',
      'functions/portal/reviews.ts',
    ]);
    for (const entry of settings) {
      expect(environmentOf(deployed, entry).REVIEW_APPROVALS).toBe('{"amendment":2}');
    }
    for (const reviewApprovals of [
      '{',
      '[]',
      '{"amendment":3}',
      '{"amendment":0}',
      '{"visitor":2}',
    ]) {
      expect(() => synthesize(routes, { reviewApprovals })).toThrow('reviewApprovals:');
    }
  });

  it('need a second operator as configured, which is checked before the deployment', () => {
    const setting = '{"vouchersAbove":10000,"keys":true}';
    const deployed = synthesize(routes, { operatorApprovals: setting }).service;
    const entries = [...new Set(routes.map(({ entry }) => entry))];
    const settings = entries.filter(
      (entry) => environmentOf(deployed, entry).OPERATOR_APPROVALS !== undefined,
    );
    expect(settings.toSorted()).toEqual([
      'functions/admin/audit.ts',
      'functions/admin/clients.ts',
      'functions/admin/codes.ts',
      'functions/admin/entities.ts',
      'functions/admin/imports.ts',
      'functions/admin/people.ts',
      'functions/admin/residency-applications.ts',
      'functions/admin/staff.ts',
      'functions/portal/console.ts',
    ]);
    for (const entry of settings) {
      expect(environmentOf(deployed, entry).OPERATOR_APPROVALS).toBe(setting);
    }
    for (const operatorApprovals of [
      '{',
      '[]',
      '{"vouchersAbove":-1}',
      '{"keys":"yes"}',
      '{"voucher":true}',
      '{"namedRoles":["arn:aws:iam::123456789012:role/x"]}',
    ]) {
      expect(() => synthesize(routes, { operatorApprovals })).toThrow('operatorApprovals:');
    }
  });
});
