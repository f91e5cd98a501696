import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { rotationDeps } from '../shared/oauth/deps/rotation.ts';
import { routes } from '../shared/service/route-table.ts';
import type { DataDirectory } from './data-directory.ts';
import { startDynamoDb } from './engines/dynamodb.ts';
import type { Engine } from './engines/engine.ts';
import { startS3 } from './engines/s3.ts';
import { startSecretsManager } from './engines/secrets-manager.ts';
import { startSes } from './engines/ses.ts';
import { startStage } from './engines/stage.ts';
import { setEnvironment, tableName } from './environment.ts';
import { answerDocument, type Front, seenFromOutside } from './front.ts';
import { createGateway } from './gateway.ts';
import { loadHandler } from './load-function.ts';
import { answerCommand, type LocalCommands } from './local-commands.ts';
import { answerMail } from './mail-page.ts';
import { type MailReports, startMailReports } from './mail-reports.ts';
import { startMaintenance } from './maintenance.ts';
import { prepareTable } from './prepare-table.ts';
import { type Pump, startPump } from './pump.ts';
import { prepareSealSecret } from './seal-secret.ts';
import { prepareSigningKeys, rotateOnce } from './signing-keys.ts';
import { startWorkflows } from './workflows.ts';

export interface RuntimeOptions {
  /** 0: any free port. */
  readonly port: number;
  /** Where data is kept; absent: in a temporary directory that is removed at the end. */
  readonly dataDirectory?: string | undefined;
  /** That the first start with the data directory was cut off, and what notes that it is complete. */
  readonly firstStart?: Pick<DataDirectory, 'wasCutOff' | 'complete'> | undefined;
  /** What stands in front of the service; absent: nothing does. */
  readonly front?: Front | undefined;
  /** Told when a part fails while the service runs. */
  readonly onFailure: (reason: string) => void;
}

/** Where the service is. Without a front both are the same. */
export interface Addresses {
  /** What links begin with, and the issuer of tokens. */
  readonly baseUrl: string;
  /** Where it answers on this machine; captured mail and the operators' interface are here only. */
  readonly localUrl: string;
}

export interface Runtime extends Addresses {
  stop(): Promise<void>;
}

/**
 * Starts the service on this machine: engines on loopback, the outbox's pump, and the route table
 * behind a gateway. The AWS SDK is pointed at the engines with its own environment variables, so that
 * no function knows where it runs. `prepare` runs before the first request is served.
 */
export async function startRuntime(
  { port, dataDirectory, firstStart, front, onFailure }: RuntimeOptions,
  prepare: (addresses: Addresses, client: DynamoDBClient) => Promise<void>,
): Promise<Runtime> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end();
  };
  try {
    // Behind a front, links to documents can be reached by everybody, so nobody else may be able to sign them.
    const secretAccessKey = randomBytes(32).toString('hex');
    const stage = await keep(stops, startStage({ dataDirectory }));
    // Reports wait until all runs: a mail of the last run may have been reported when it was stopped.
    let reports: MailReports | undefined;
    const onReport = (report: object) => reports?.take(report);
    const ses = await keep(stops, startSes({ dataDirectory, onReport }));
    const isReady = Promise.withResolvers<void>();
    isReady.promise.catch(() => {}); // a start that fails is reported by the caller
    let pump: Pump | undefined;
    let documents = '';
    const commands: LocalCommands = {
      '/local/signing-keys/rotation': async () => {
        await isReady.promise;
        return rotateOnce(rotationDeps());
      },
      '/local/parked-events/redelivery': async () => {
        await isReady.promise;
        return pump?.redeliver() ?? {};
      },
    };
    const gateway = createGateway({
      routes,
      handlerOf: async (route) => {
        await isReady.promise;
        return loadHandler(route);
      },
      authorizer: async (event) => {
        await isReady.promise;
        const { handler } = await import('../functions/gateway/authorize.ts');
        return handler(event);
      },
      stageVariables: stage.variables,
      localPath: (url, request, response) =>
        answerMail(ses.list, url, request, response) ||
        answerCommand(commands, url, request, response),
      ...(front && {
        front,
        frontPath: (url, request, response) => answerDocument(documents, url, request, response),
        present: (result) => seenFromOutside(front, documents, result),
      }),
    });
    // First of all: a port that is taken is told before anything else has started.
    const localUrl = await gateway.listen(port);
    const baseUrl = front?.url ?? localUrl;
    stops.push(gateway.close);

    const [database, s3, secrets] = await Promise.all([
      openDatabase(stops, dataDirectory, onFailure),
      keep(stops, startS3({ dataDirectory, secretAccessKey })),
      keep(stops, startSecretsManager({ dataDirectory })),
    ]);
    documents = s3.endpoint;
    setEnvironment({
      baseUrl,
      secretAccessKey,
      database: database.endpoint,
      s3,
      ses,
      secrets,
      stage,
    });

    const client = new DynamoDBClient({});
    const streams = new DynamoDBStreamsClient({});
    const { file: databaseFile } = database;
    const { wasCutOff = false } = firstStart ?? {};
    await prepareTable(client, tableName, { databaseFile, wasCutOff });
    // Only now: executions that were cut off by the last stop begin again at once.
    const { endpoint } = await keep(stops, startWorkflows({ dataDirectory }));
    process.env['AWS_ENDPOINT_URL_SFN'] = endpoint;
    reports = startMailReports({ dataDirectory });
    stops.push(reports.stop);
    const running = startPump({
      streams,
      tableName,
      dataDirectory,
    });
    pump = running;
    const maintenance = startMaintenance({ client, tableName, databaseFile, pump: running });
    stops.push(async () => {
      maintenance.stop();
      await running.stop();
      client.destroy();
      streams.destroy();
    });

    // In parallel: making two keys takes longer than all the rest.
    await Promise.all([
      prepare({ baseUrl, localUrl }, client),
      prepareSigningKeys(rotationDeps()),
      prepareSealSecret(),
    ]);
    firstStart?.complete();
    isReady.resolve();
    // Retries what earlier starts could not deliver; the pump runs meanwhile, and reports the result.
    const redelivery = running.redeliver();
    stops.push(async () => void (await redelivery));
    return { baseUrl, localUrl, stop };
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
  // Any answer will do: engines differ in what they say to a plain request.
  await fetch(endpoint).catch(() => {
    throw new Error(`Nothing answers at DYNAMODB_ENDPOINT (${endpoint}).`);
  });
}
