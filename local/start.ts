import { mkdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type CredentialsFolder, claimCredentialsFolder } from './credentials-folder.ts';
import { claimDataDirectory, type DataDirectory } from './data-directory.ts';
import { demoFile, demoSummary, prepareDemo, summaryWithoutDemo } from './demo.ts';
import { writeAtomically } from './engines/write-atomically.ts';
import { readFront } from './front.ts';
import { type Runtime, startRuntime } from './runtime.ts';

/** How long open requests and deliveries may take after Ctrl-C, in milliseconds. */
const timeoutMs = 5_000;

/** `npm start`: the service, its demo registry, and an orderly stop. */
export async function startLocalService(options: {
  readonly port: number;
  readonly dataDirectory?: string | undefined;
  /** The address of a tunnel or TLS front for the service. */
  readonly baseUrl?: string | undefined;
  /**
   * The file in which the first running service also writes the demo's credentials, in addition to the data directory.
   */
  readonly credentialsFile?: string;
}): Promise<void> {
  const { port } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    fail('PORT must be a number up to 65535.');
  const dataDirectory = options.dataDirectory && resolve(options.dataDirectory);
  const usual = options.credentialsFile ?? demoFile;
  const credentials: string[] = [];
  const keeper = dataDirectory ?? process.env['DYNAMODB_ENDPOINT'];
  let directory: DataDirectory | undefined;
  let folder: CredentialsFolder | undefined;
  const started = performance.now();
  let running: Runtime | undefined;
  let summary = '';
  const end = (code: number) => {
    setTimeout(() => process.exit(code), timeoutMs).unref();
    void (running?.stop() ?? Promise.resolve()).finally(() => {
      folder?.release();
      directory?.release();
      if (code === 0) process.stdout.write('Stopped.\n');
      process.exit(code);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end(0));

  try {
    const front = options.baseUrl === undefined ? undefined : readFront(options.baseUrl);
    if (dataDirectory !== undefined) directory = claimDataDirectory(dataDirectory);
    if (dataDirectory !== dirname(usual)) folder = claimCredentialsFolder(dirname(usual));
    running = await startRuntime(
      {
        port,
        dataDirectory,
        firstStart: directory,
        front,
        onFailure: (reason) => {
          process.stderr.write(`${reason} The service stops.\n`);
          end(1);
        },
      },
      async (addresses, client, before) => {
        const own = folder?.at(new URL(addresses.servedAt).port) ?? dirname(usual);
        credentials.push(join(own, basename(usual)));
        if (dataDirectory) credentials.push(join(dataDirectory, 'demo.json'));
        const demo = await prepareDemo(addresses, credentials, client, before);
        const beside = folder?.isBeside ? relative(process.cwd(), own) : undefined;
        summary = demo
          ? demoSummary(demo, addresses, { keeper, beside })
          : summaryWithoutDemo(addresses);
      },
    );
  } catch (error) {
    folder?.release();
    directory?.release();
    fail(explain(error, port));
  }
  for (const file of credentials) {
    writeEngines(join(dirname(file), 'engines.json'), running.localUrl);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${summary}\nReady in ${seconds} s. Ctrl-C stops it.\n`);
}

/**
 * Stores how the operators' command can reach the service, the table and copies; readable only by this user, like the
 * data itself.
 */
function writeEngines(file: string, serviceUrl: string): void {
  const { env } = process;
  mkdirSync(dirname(file), { recursive: true });
  writeAtomically(
    file,
    JSON.stringify({
      region: env['AWS_REGION'],
      table: env['TABLE_NAME'],
      bucket: env['EVIDENCE_BUCKET'],
      documents: env['DOCUMENTS_BUCKET'],
      tableEndpoint: env['AWS_ENDPOINT_URL_DYNAMODB'],
      bucketEndpoint: env['AWS_ENDPOINT_URL_S3'],
      accessKeyId: env['AWS_ACCESS_KEY_ID'],
      secretAccessKey: env['AWS_SECRET_ACCESS_KEY'],
      serviceUrl,
    }),
  );
}

/** One sentence about what to do. */
function explain(error: unknown, port: number): string {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  if (code === 'EADDRINUSE') {
    const taken = error instanceof Error ? Reflect.get(error, 'port') : port;
    return `Port ${taken} is taken by another program: stop it, or choose another port with PORT=${port + 1} npm start.`;
  }
  if (code === 'EACCES')
    return `Port ${port} may not be used: choose one above 1023 with PORT=3000 npm start.`;
  if (error instanceof Error && error.name === 'TimeoutError') {
    return 'The table did not answer in time: this machine is busy. Start again; what this start has begun is completed then.';
  }
  return error instanceof Error ? error.message : String(error);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
