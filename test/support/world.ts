import { randomBytes, randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTable } from '../../local/create-table.ts';
import { localAws } from '../../local/engines/engine.ts';
import { startS3 } from '../../local/engines/s3.ts';
import { type Authorizer, createGateway } from '../../local/gateway.ts';
import { answerComponents } from '../../local/plain-page.ts';
import type { AuthorizerDeps } from '../../shared/access/deps/gateway-deps.ts';
import { openCredentialSigner } from '../../shared/credentials/auth/credential-signer.ts';
import {
  openSignedMetadata,
  openStatusTokens,
} from '../../shared/credentials/auth/signed-tokens.ts';
import type {
  CredentialIssuerDeps,
  CredentialMetadataDeps,
  StatusListRoot,
} from '../../shared/credentials/deps/credential-deps.ts';
import {
  type AgreementText,
  publishedTexts,
  registerOf,
} from '../../shared/documents/agreements/register.ts';
import type { UploadDeps } from '../../shared/documents/deps/documents.ts';
import type { WorkflowDeps } from '../../shared/documents/deps/workflow.ts';
import { defaultIssuer } from '../../shared/documents/pdf/issued.ts';
import type { EndpointDeps } from '../../shared/events/deps/webhook-deps.ts';
import { openSeal } from '../../shared/kernel/auth/seal.ts';
import { readAll } from '../../shared/kernel/db/page.ts';
import { partitionsOf } from '../../shared/kernel/db/sharded-page.ts';
import { tableClient, tableOver } from '../../shared/kernel/db/table.ts';
import type { SealingDeps, ServiceDeps } from '../../shared/kernel/deps/service.ts';
import { streamReaderNames } from '../../shared/kernel/domain/maintenance.ts';
import { documentationOf, type Product } from '../../shared/kernel/domain/product.ts';
import { openPublicKeys } from '../../shared/oauth/auth/issued-tokens.ts';
import type { IssuerDeps, TokenDeps } from '../../shared/oauth/deps/oauth-deps.ts';
import type { PaymentDeps, SandboxDeps } from '../../shared/payments/deps/payment-deps.ts';
import { openPayments } from '../../shared/payments/providers/open-payments.ts';
import { openSafeFetch } from '../../shared/platform/aws/safe-fetch.ts';
import { trail } from '../../shared/platform/db/audit-trail.ts';
import type { MigrationDeps } from '../../shared/platform/deps/evidence-deps.ts';
import type { DeadLetterDeps } from '../../shared/platform/usecases/dead-letters.ts';
import { openSearchObject, openSnapshotReader } from '../../shared/registry/aws/snapshots.ts';
import type { NamesDeps, RegisterDeps } from '../../shared/registry/deps/registry-deps.ts';
import {
  openRegisterStatistics,
  statisticsKey,
} from '../../shared/registry/usecases/register-statistics.ts';
import { openReservedNames } from '../../shared/registry/usecases/reserved-names.ts';
import {
  openRegistrySearch,
  startInMemory,
} from '../../shared/registry/usecases/search-registry.ts';
import type { RetentionDeps } from '../../shared/retention/deps/retention.ts';
import type { ApprovalsDeps, ReviewTextsDeps } from '../../shared/reviews/deps/approvals-deps.ts';
import type { ReviewTexts } from '../../shared/reviews/domain/review-texts.ts';
import type { MaintenanceDeps } from '../../shared/service/deps/maintenance.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { migrations } from '../../shared/service/usecases/migrations.ts';
import type { OperatorApprovalDeps, StaffDeps } from '../../shared/staff/deps/staff-deps.ts';
import type { OperatorApprovals } from '../../shared/staff/domain/guarded-acts.ts';
import { gatewayAnswers } from '../../shared/web/http/gateway-answers.ts';
import { openBackground, reviewers } from './background.ts';
import { named } from './caller.ts';
import { callersCredentials, callersDocuments, callersFiles } from './callers-documents.ts';
import { openTestDocumentSigner } from './document-signer.ts';
import { startDynamoDbProxy } from './dynamodb-proxy.ts';
import { functionHandler } from './function-handler.ts';
import { keptLog } from './log.ts';
import { bucketName, tableName } from './permissions/policies.ts';
import { openWorldPermissions } from './permissions/world-permissions.ts';
import { openPrivacyWatch } from './privacy.ts';
import { openTestSigner } from './signer.ts';
import { startTableEngine } from './table-engine.ts';
import { openUploadScans } from './upload-scans.ts';

export type WorldDeps = UploadDeps &
  RetentionDeps &
  NamesDeps &
  AuthorizerDeps &
  ServiceDeps &
  WorkflowDeps &
  PaymentDeps &
  TokenDeps &
  IssuerDeps &
  StatusListRoot &
  StaffDeps &
  ApprovalsDeps &
  ReviewTextsDeps &
  Pick<RegisterDeps, 'statistics'> &
  OperatorApprovalDeps &
  SealingDeps &
  CredentialIssuerDeps &
  CredentialMetadataDeps &
  Pick<EndpointDeps, 'loopback'> &
  SandboxDeps &
  MaintenanceDeps &
  DeadLetterDeps &
  MigrationDeps;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON body; the text itself if it is not JSON. */
  readonly body: unknown;
}

export interface CallOptions {
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export type World = Awaited<ReturnType<typeof startWorld>>;

const operatorCredential =
  'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00';

/**
 * The whole service over HTTP, on real engines, with a clock that tests set.
 *
 * Every route goes through the local gateway; the table's engine is behind a proxy that injects
 * faults and refuses what DynamoDB would refuse.
 */
export async function startWorld() {
  const engine = await startTableEngine();
  const permissions = openWorldPermissions();
  const proxy = await startDynamoDbProxy({ target: engine.endpoint, permissions });
  const scans = openUploadScans();
  const s3 = await startS3({ refuse: permissions.refuseObject, onStored: scans.stored });
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
  });
  const client = named(tableClient({ endpoint: proxy.endpoint }), proxy.direct);
  const tables = new DynamoDBClient({ endpoint: engine.endpoint });
  await createTable(tables, tableName);
  tables.destroy();
  const log = keptLog();
  const table = { ...tableOver(tableName, client), measure: log.measure };
  const privacy = openPrivacyWatch();
  const clock = { now: Date.now() };
  const now = () => new Date(clock.now);
  const texts: AgreementText[] = [...publishedTexts];
  const core = {
    table,
    log,
    stage: 'test',
    agreements: {
      inForce: (subject: AgreementText['subject']) => registerOf(texts).inForce(subject),
      withDigest: (sha256: string) => registerOf(texts).withDigest(sha256),
    },
    now,
    newId: () => randomUUID(),
    random: (bytes: number) => randomBytes(bytes),
  };
  const address = { baseUrl: '' };
  const signer = openTestSigner(core);
  const sealSecret = randomBytes(32).toString('hex');
  const sandbox = { secret: randomBytes(32).toString('hex') };
  const site = {
    table,
    now,
    get baseUrl() {
      return address.baseUrl;
    },
  };
  const stage = { variables: {} as Readonly<Record<string, string>> };
  const streamReaders = {
    states: streamReaderNames('test').map((name) => ({ function: name, state: 'Enabled' })),
  };
  const approvals: { -readonly [Type in Product]: 1 | 2 } = {
    legal_entity_application: 1,
    amendment: 1,
    certificate_request: 1,
    residency_application: 1,
  };
  const reviewTexts: ReviewTexts = {};
  const operatorApprovals: {
    -readonly [Name in keyof OperatorApprovals]: OperatorApprovals[Name];
  } = {
    vouchersAbove: null,
    representatives: false,
    emailAddresses: false,
    permitNumbers: false,
    taxState: false,
    keys: false,
    identityVerifications: false,
    staff: false,
    namedRoles: [],
  };
  const deps: WorldDeps = {
    ...core,
    // The background is created below, and starts with the first call.
    get queues() {
      return background.care.queues;
    },
    get queueUrls() {
      return background.care.queueUrls;
    },
    get deadLetterUrls() {
      return background.care.deadLetterUrls;
    },
    streamReaders: {
      states: async () => streamReaders.states,
      enable: async () => {
        streamReaders.states = streamReaders.states.map((each) => ({ ...each, state: 'Enabling' }));
        return streamReaders.states;
      },
    },
    stageSettings: {
      variables: async () => stage.variables,
      setVariables: async (values) => {
        stage.variables = { ...stage.variables, ...values };
        return stage.variables;
      },
    },
    get baseUrl() {
      return address.baseUrl;
    },
    get publicUrl() {
      return address.baseUrl;
    },
    jurisdiction: 'Test Jurisdiction',
    fee: () => ({ amountCents: 30_000, currency: 'USD' }),
    documents: callersDocuments(bucketName, permissions),
    files: callersFiles(bucketName),
    retention: {},
    uploadScans: scans.setting,
    issuer: defaultIssuer,
    documentSigner: openTestDocumentSigner(),
    reviewers: [reviewers],
    // A test's writes also apply from the next request on.
    staffPasskeys: 'optional',
    // A test's writes apply from the next request on.
    approvals,
    reviewTexts,
    operatorApprovals,
    registry: openRegistrySearch({
      ...core,
      begin: () => startInMemory(openSnapshotReader(bucketName, callersCredentials), core.log),
    }),
    statistics: openRegisterStatistics(
      openSearchObject(bucketName, statisticsKey, callersCredentials),
      core,
    ),
    reservedNames: openReservedNames(core),
    sharedKeys: { anonymous: 'anonymous', overflow: 'overflow' },
    planStack: 'stack',
    sandbox,
    payments: openPayments({}, sandbox, noSecrets, site),
    audience: 'registry-api',
    publicKeys: openPublicKeys(table, now),
    seal: openSeal(async () => [sealSecret], now),
    // Webhooks go to receivers on this machine.
    loopback: true,
    safeFetch: openSafeFetch({ loopback: true }),
    signer,
    credentialSigner: openCredentialSigner(signer, []),
    signedMetadata: openSignedMetadata({
      signer: openCredentialSigner(signer, []),
      baseUrl: () => address.baseUrl,
      now,
    }),
    statusTokens: openStatusTokens({
      signer: openCredentialSigner(signer, []),
      baseUrl: () => address.baseUrl,
      now,
    }),
    migrations,
    wait: async () => {},
    workFor: 10_000,
  };
  const gateway = createGateway({
    routes,
    stageVariables: () => stage.variables,
    handlerOf: async (route) => {
      const handler = await functionHandler(route.entry, deps);
      return privacy.watched(route.operationId, handler);
    },
    authorizer: await functionHandler<Authorizer>('functions/gateway/authorize.ts', deps),
    localPath: (url, _, response) => answerComponents(() => deps, url, response),
    // On a busy machine, long lists take longer than a function may run on AWS.
    functionTime: 120_000,
  });
  const baseUrl = await gateway.listen(0);
  address.baseUrl = baseUrl;
  const background = openBackground(deps, engine.endpoint);

  async function call(
    method: string,
    path: string,
    { key, body, headers = {} }: CallOptions = {},
  ): Promise<Answer> {
    const response = await fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: withoutDocumentation(parse(await response.text()), path, response, baseUrl),
    };
  }

  return {
    baseUrl,
    table,
    deps,
    proxy,
    /** The address of the table's engine, for readers of its stream. */
    databaseEndpoint: engine.endpoint,
    /** The stage variables, which each request contains. */
    stage,
    /** The stream's readers. */
    streamReaders,
    clock,
    log,
    call,
    /**
     * The scanner's state: nothing is scanned until a test sets `required`; verdicts arrive when the test delivers
     * them.
     */
    scans: scans.of(deps),
    /** Puts another text in force, as a deployment does. */
    publish: (text: AgreementText) => void texts.push(text),
    /**
     * Resolves when everything that follows from earlier writes is done: events, workflows, emails.
     */
    settle: background.settle,
    mails: background.mails,
    /**
     * New stream consumers and workflows, as after a rebuild of the service stack: they remember
     * nothing.
     */
    builtAnew: () => openBackground(deps, engine.endpoint),
    /** A call of an operator; `body` has `data` if it succeeds. */
    admin: (method: string, path: string, body?: unknown) =>
      call(method, `/admin/v1${path}`, { body, headers: { authorization: operatorCredential } }),
    /**
     * Ends everything. Throws if personal data or a secret is in a forbidden place: see privacy.ts.
     */
    async stop() {
      await gateway.close();
      await background.stop();
      const entries = await readTrail(engine.endpoint);
      client.destroy();
      await Promise.all([proxy.stop(), s3.stop()]);
      await engine.stop();
      const refused = permissions.close();
      const found = privacy.complaints({ lines: log.lines, entries, ...background });
      const unknown = proxy.unknownPartitions();
      if (unknown.length > 0) throw new Error(unknown.join('\n'));
      if (refused.length > 0) throw new Error(refused.join('\n'));
      if (found.length > 0) throw new Error(`not private: ${found.join('; ')}`);
    },
  };
}

/** All payment providers of tests are the sandbox, which needs no shared secret. */
async function noSecrets(): Promise<readonly string[]> {
  return [];
}

/**
 * An error without its documentation link, which is checked here for all tests: errors with a code
 * have one, those of OAuth never do. A stored answer has it if it was stored with it, and the
 * gateway's own answers have none.
 */
function withoutDocumentation(
  body: unknown,
  path: string,
  { status, headers }: Response,
  baseUrl: string,
): unknown {
  // A text has no fields; spreading it would produce an object of its characters.
  if (status < 400 || typeof body === 'string') return body;
  const { documentation, ...rest } = Object(body);
  if (typeof rest.requestId !== 'string') return body;
  const about = rest.required_scope === undefined ? rest.code : 'required_scope';
  const isReplayed = headers.get('idempotency-replayed') === 'true';
  const isBare = about === undefined || path.startsWith('/api/oauth/');
  const expected = isBare ? undefined : documentationOf(about, baseUrl);
  const mayLack = isReplayed || isOfGateway(rest);
  if (documentation !== expected && !(mayLack && documentation === undefined)) {
    throw new Error(`${path} answered ${about} with the documentation ${documentation}`);
  }
  return rest;
}

function isOfGateway({
  error,
  code,
}: {
  readonly error: unknown;
  readonly code: unknown;
}): boolean {
  return Object.values(gatewayAnswers).some((own) => own.error === error && own.code === code);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The whole audit trail, read without the proxy, which may still inject faults. */
async function readTrail(endpoint: string): Promise<readonly unknown[]> {
  const client = tableClient({ endpoint });
  const table = tableOver('registry', client);
  try {
    const parts = partitionsOf(trail).map((partition) => readAll(table, partition));
    return (await Promise.all(parts)).flat();
  } finally {
    client.destroy();
  }
}
