import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { serviceDeps } from '../shared/kernel/deps/service.ts';
import { maxReceptions } from '../shared/kernel/domain/outbox-queue.ts';
import { isTestHelper } from '../shared/kernel/http/page-paths.ts';
import { rotationDeps } from '../shared/oauth/deps/oauth-deps.ts';
import { system } from '../shared/platform/domain/audit-entry.ts';
import { redriveDeadLetters } from '../shared/platform/usecases/redrive-dead-letters.ts';
import { deadLetterDeps } from '../shared/service/deps/outbox.ts';
import { routes } from '../shared/service/routes/route-table.ts';
import { startClock } from './clock.ts';
import { answerClock } from './clock-command.ts';
import { answerAuthority, certifyCredentialKeys } from './credential-authority.ts';
import { type DataDirectory, wasUsed } from './data-directory.ts';
import { type DemoState, readDemoState } from './demo-record.ts';
import { prepareDocumentCertificate } from './document-certificate.ts';
import { startApiGateway } from './engines/api-gateway.ts';
import { startDynamoDb } from './engines/dynamodb.ts';
import type { Engine } from './engines/engine.ts';
import { startKms } from './engines/kms.ts';
import { startS3 } from './engines/s3.ts';
import { startSecretsManager } from './engines/secrets-manager.ts';
import { startSes } from './engines/ses.ts';
import { type SqsEngine, type SqsHandler, startSqs } from './engines/sqs.ts';
import { startStage } from './engines/stage.ts';
import { openTableStream } from './engines/table-stream.ts';
import {
  isLocalSandbox,
  setEnvironment,
  sharedGatewayKeys,
  tableName,
  usagePlanIds,
} from './environment.ts';
import { evidenceBucket, evidenceLock, startEvidence } from './evidence.ts';
import { answerDocument, type Front, seenFromOutside } from './front.ts';
import { createGateway } from './gateway.ts';
import { answerGuideFile } from './guide-files.ts';
import { loadHandler } from './load-function.ts';
import { answerCommand, type LocalCommands } from './local-commands.ts';
import { answerMail } from './mail-page.ts';
import { connectMailReports, mailReportQueues, mailReports } from './mail-reports.ts';
import { startMailboxes } from './mailboxes.ts';
import { startMaintenance } from './maintenance.ts';
import { connectUploadScans, uploadScanQueues, uploadScans } from './malware-scan.ts';
import { measureNow, startMeasuring } from './measuring.ts';
import { migrateNow } from './migrating.ts';
import { connectConsumers, outboxQueueSettings, queueUrls } from './outbox-queues.ts';
import { passTime } from './pass-time.ts';
import { askProvidersNow, startPaymentChecks } from './payment-checks.ts';
import { answerComponents } from './plain-page.ts';
import { prepareTable } from './prepare-table.ts';
import { report, startPump } from './pump.ts';
import { startReconciliation } from './reconciliation.ts';
import { prepareSealSecret } from './seal-secret.ts';
import { prepareSigningKeys, rotateOnce } from './signing-keys.ts';
import { startSnapshots, writeSnapshotNow } from './snapshots.ts';
import { startTerms } from './terms.ts';
import { openWebhookBox, webhookBoxPath } from './webhook-box.ts';
import { startWebhooks } from './webhooks.ts';
import { startWorkflows } from './workflows.ts';

export interface RuntimeOptions {
  /** 0: any free port. */
  readonly port: number;
  /** The data directory; absent: a temporary directory that is removed at the end. */
  readonly dataDirectory?: string | undefined;
  /** Whether the first start with the data directory was interrupted, and how to record that it is complete. */
  readonly firstStart?: Pick<DataDirectory, 'wasCutOff' | 'complete'> | undefined;
  /** The proxy in front of the service; absent: none. */
  readonly front?: Front | undefined;
  /** Called if a part fails while the service runs. */
  readonly onFailure: (reason: string) => void;
}

/** The service's addresses. Without a front all are the same. */
export interface Addresses {
  /** The prefix of links, and the issuer of tokens. */
  readonly baseUrl: string;
  /** The address for this machine only, with captured email and the operators' API. */
  readonly localUrl: string;
  /** The local address that a front forwards to. */
  readonly servedAt: string;
}

export interface Runtime extends Addresses {
  stop(): Promise<void>;
}

/**
 * Starts the service on this machine: engines on loopback, the outbox's pump, and the route table behind a gateway. The
 * AWS SDK's own environment variables point to the engines, so functions don't know where they run. `prepare` runs
 * before the first request is served, with the table's state at the start.
 */
export async function startRuntime(
  { port, dataDirectory, firstStart, front, onFailure }: RuntimeOptions,
  prepare: (addresses: Addresses, client: DynamoDBClient, before: DemoState) => Promise<void>,
): Promise<Runtime> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    // First of all, so that everything uses this clock.
    const clock = startClock(dataDirectory);
    stops.push(clock.stop);
    // Behind a front, everyone can reach links to documents, so nobody else may be able to sign them.
    const secretAccessKey = randomBytes(32).toString('hex');
    const stage = await keep(stops, startStage({ dataDirectory }));
    // Reports wait until everything runs: an email may have been reported while the last run was stopping.
    let reports: ReturnType<typeof connectMailReports> | undefined;
    let scans: ReturnType<typeof connectUploadScans> | undefined;
    const onReport = (report: object) => reports?.take(report);
    const ses = await keep(stops, startSes({ dataDirectory, onReport }));
    const apiGateway = await keep(
      stops,
      startApiGateway({
        planIds: Object.values(usagePlanIds),
        sharedValues: Object.values(sharedGatewayKeys),
        apis: stage,
      }),
    );
    const isReady = Promise.withResolvers<void>();
    isReady.promise.catch(() => {}); // the caller reports a failed start
    let documents = '';
    let credentialAnchor = '';
    const commands: LocalCommands = {
      '/local/signing-keys/rotation': async () => {
        await isReady.promise;
        return rotateOnce(rotationDeps());
      },
      '/local/parked-events/redelivery': async () => {
        await isReady.promise;
        return redriveDeadLetters({}, system, deadLetterDeps());
      },
      '/local/measures': async () => {
        await isReady.promise;
        return measureNow();
      },
      '/local/payments/questions': async () => {
        await isReady.promise;
        return askProvidersNow();
      },
      '/local/migrations': async () => {
        await isReady.promise;
        return migrateNow();
      },
      '/local/snapshots': async () => {
        await isReady.promise;
        return writeSnapshotNow();
      },
    };
    const readDemo = async () => {
      await isReady.promise;
      const found = await readDemoState(new DynamoDBClient({}), tableName);
      return found.state === 'ready' ? found.demo : undefined;
    };
    const isSandbox = isLocalSandbox();
    const answerWebhooks = openWebhookBox();
    const gateway = createGateway({
      routes: isSandbox ? routes : routes.filter((row) => !isTestHelper(row)),
      isSandbox,
      handlerOf: async (route) => {
        await isReady.promise;
        return loadHandler(route);
      },
      authorizer: async (event) => {
        await isReady.promise;
        const { handler } = await import('../functions/gateway/authorize.ts');
        return handler(event);
      },
      admits: apiGateway.admits,
      stageVariables: stage.variables,
      localPath: (url, request, response) =>
        answerMail(ses.list, url, request, response) ||
        answerComponents(serviceDeps, url, response) ||
        answerWebhooks(url, request, response) ||
        answerAuthority(credentialAnchor, url, request, response) ||
        answerGuideFile(readDemo, url, request, response) ||
        answerClock(
          async (until) => {
            await isReady.promise;
            await passTime(until, clock, rotationDeps());
          },
          url,
          request,
          response,
        ) ||
        answerCommand(commands, url, request, response),
      ...(front && {
        front,
        frontPath: (url, request, response) => answerDocument(documents, url, request, response),
        present: (result) => seenFromOutside(front, documents, result),
      }),
    });
    // First of all, so that a port conflict is reported before anything else starts.
    const servedAt = await gateway.listen(port);
    const localUrl = front ? await gateway.listenBeside(port && port + 1) : servedAt;
    const baseUrl = front?.url ?? localUrl;
    stops.push(gateway.close);

    const [database, s3, secrets, kms] = await Promise.all([
      openDatabase(stops, dataDirectory, onFailure),
      keep(
        stops,
        startS3({
          dataDirectory,
          secretAccessKey,
          locks: { [evidenceBucket]: evidenceLock },
          onStored: (object) => scans?.take(object),
        }),
      ),
      keep(stops, startSecretsManager({ dataDirectory })),
      keep(stops, startKms({ dataDirectory })),
    ]);
    documents = s3.endpoint;
    setEnvironment({
      baseUrl,
      // Behind a front, callers are outsiders: their webhooks can go to the internet and to the
      // local webhook receiver.
      webhooksTo: front ? `${localUrl}${webhookBoxPath}` : 'loopback',
      secretAccessKey,
      database: database.endpoint,
      // Our engine checks the tokens of the last ten minutes with each transaction.
      transactionTokens: database.file === null,
      isAlone: database.file !== null,
      s3,
      ses,
      secrets,
      apiGateway,
      kms,
    });

    const client = new DynamoDBClient({});
    const { file: databaseFile } = database;
    const { wasCutOff = false } = firstStart ?? {};
    const before = await prepareTable(client, tableName, { databaseFile, wasCutOff });
    if (before.state === 'empty' && dataDirectory !== undefined && wasUsed(dataDirectory)) {
      const table = databaseFile === null ? 'The table' : `The table in ${databaseFile}`;
      process.stderr.write(
        `${table} is empty, though ${dataDirectory} has been used before: the registry starts empty. If you have the old table, stop the service and put it back.\n`,
      );
    }
    // Only now, because interrupted executions start again immediately.
    const { endpoint } = await keep(stops, startWorkflows({ dataDirectory }));
    process.env['AWS_ENDPOINT_URL_SFN'] = endpoint;
    const sqs = await keep(stops, openQueues(dataDirectory));
    reports = connectMailReports(sqs);
    scans = connectUploadScans(sqs);
    const stream = openTableStream({ tableName });
    const running = await startPump({ stream, dataDirectory });
    const evidence = startEvidence({ stream, dataDirectory });
    const readers = [running, evidence];
    const maintenance = startMaintenance({ client, tableName, databaseFile, readers });
    const measuring = startMeasuring();
    const paymentChecks = startPaymentChecks();
    const terms = startTerms();
    const mailboxes = startMailboxes();
    stops.push(async () => {
      measuring.stop();
      paymentChecks.stop();
      terms.stop();
      mailboxes.stop();
      maintenance.stop();
      await Promise.all([running.stop(), evidence.stop()]);
      client.destroy();
    });

    // Before the demo, whose webhook secret is sealed with it.
    await prepareSealSecret();
    // In parallel, because creating two keys takes longer than the rest.
    await Promise.all([
      prepare({ baseUrl, localUrl, servedAt }, client, before),
      prepareSigningKeys(rotationDeps()),
      prepareDocumentCertificate(),
    ]);
    const certified = await certifyCredentialKeys(rotationDeps(), baseUrl);
    process.env['CREDENTIAL_CERTIFICATES'] = certified.certificates;
    credentialAnchor = certified.anchor;
    firstStart?.complete();
    isReady.resolve();
    // Retries what earlier starts could not deliver.
    const { redriven, remaining } = await redriveDeadLetters({}, system, deadLetterDeps());
    if (redriven > 0) report(`dead letters that are delivered again: ${redriven}`, null);
    if (remaining > 0) report(`dead letters that can’t be delivered: ${remaining}`, null);
    connectConsumers(sqs, loadConsumer);
    const reconciliation = startReconciliation();
    const snapshots = startSnapshots();
    const webhooks = startWebhooks();
    stops.push(async () => {
      reconciliation.stop();
      snapshots.stop();
      webhooks.stop();
    });
    // Open requests still get an answer, for which all engines are needed.
    stops.push(gateway.close);
    return { baseUrl, localUrl, servedAt, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function keep<E extends Engine>(stops: (() => Promise<void>)[], starting: Promise<E>) {
  const engine = await starting;
  stops.push(engine.stop);
  return engine;
}

/** The engine of this project, or the one that `DYNAMODB_ENDPOINT` names. */
async function openDatabase(
  stops: (() => Promise<void>)[],
  dataDirectory: string | undefined,
  onFailure: (reason: string) => void,
): Promise<{ readonly endpoint: string; readonly file: string | null }> {
  const other = process.env['DYNAMODB_ENDPOINT'];
  if (other) {
    await expectAnswer(other);
    return { endpoint: other, file: null };
  }
  const engine = await keep(stops, startDynamoDb({ dataDirectory, onExit: onFailure }));
  return { endpoint: engine.endpoint, file: engine.databaseFile };
}

async function expectAnswer(endpoint: string): Promise<void> {
  if (!URL.canParse(endpoint)) throw new Error(`DYNAMODB_ENDPOINT is no URL: ${endpoint}`);
  // Any answer is fine: engines differ in their reply to a plain request.
  await fetch(endpoint).catch(() => {
    throw new Error(`Nothing answers at DYNAMODB_ENDPOINT (${endpoint}).`);
  });
}

/** SQS with its queues; the functions find those of the outbox in the environment. */
async function openQueues(dataDirectory: string | undefined): Promise<SqsEngine> {
  const sqs = await startSqs({
    dataDirectory,
    queues: { ...outboxQueueSettings, ...mailReportQueues, ...uploadScanQueues },
    // Like those of workflows: nobody waits for them here.
    timeScale: 0.05,
    // Due work is not sped up.
    delayScale: 1,
    onError: (error) => report('a consumer failed and is called again', error),
    onDeadLetter: (queue, body) => report(givenUp(queue, body), null),
  });
  const { queueUrls: urls, deadLetterUrls } = queueUrls(sqs);
  process.env['AWS_ENDPOINT_URL_SQS'] = sqs.endpoint;
  process.env['QUEUE_URLS'] = JSON.stringify(urls);
  process.env['DEAD_LETTER_URLS'] = JSON.stringify(deadLetterUrls);
  return sqs;
}

async function loadConsumer(_: string, entry: string): Promise<SqsHandler> {
  const module: unknown = await import(new URL(`../${entry}`, import.meta.url).href);
  // A consumer's file exports the result of `queueConsumer`.
  return Reflect.get(Object(module), 'handler') as SqsHandler;
}

function givenUp(queue: string, body: string): string {
  if (queue === uploadScans) {
    return 'what was found in an uploaded file could not be noted and is given up. The next start tries it again.';
  }
  if (queue === mailReports) {
    return 'a report about an email could not be noted and is given up. The next start tries it again.';
  }
  return `an event of ${queue} could not be delivered in ${maxReceptions} attempts and is given up (${eventIdOf(body)}). The next start tries it again; "npm run local -- redeliver" does so now.`;
}

function eventIdOf(body: string): string {
  return String(Object(JSON.parse(body)).id);
}
