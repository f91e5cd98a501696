import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import type { Sql, SqlParameters } from '../../shared/registry/aws/data-api.ts';

const Execute = z.strictObject({
  resourceArn: z.string().startsWith('arn:'),
  secretArn: z.string().startsWith('arn:'),
  database: z.string(),
  sql: z.string(),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      value: z.union([
        z.strictObject({ stringValue: z.string() }),
        z.strictObject({ longValue: z.int() }),
      ]),
    }),
  ),
});

/** The limit on answers: https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/data-api.limitations.html. */
const mostBytes = 2 ** 20;

export interface DataApi {
  readonly endpoint: string;
  /** Answers the next request with this error, without carrying it out. */
  failNext(status: number, kind: string): void;
  stop(): Promise<void>;
}

/** A stub of the RDS Data API: `POST /Execute` on the given database, only on this machine. */
export async function startDataApi(sql: (database: string) => Sql): Promise<DataApi> {
  let failure: { readonly status: number; readonly kind: string } | undefined;
  const server = createServer((request, response) => {
    const refuse = (status: number, kind: string) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': `${kind}:` })
        .end(JSON.stringify({ message: kind }));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      if (failure !== undefined) {
        const { status, kind } = failure;
        failure = undefined;
        refuse(status, kind);
        return;
      }
      const signature = request.headers.authorization ?? '';
      if (!/^AWS4-HMAC-SHA256 Credential=.+\/rds-data\/aws4_request, /.test(signature)) {
        refuse(403, 'AccessDeniedException');
        return;
      }
      const body = Buffer.concat(chunks).toString('utf8');
      const call = Execute.safeParse(JSON.parse(body));
      if (request.url !== '/Execute' || !call.success || body.length > 4 * 2 ** 20) {
        refuse(400, 'BadRequestException');
        return;
      }
      const { database, sql: statement, parameters } = call.data;
      const values: SqlParameters = Object.fromEntries(
        parameters.map(({ name, value }) => [name, Object.values(value)[0] ?? '']),
      );
      try {
        const rows = await sql(database)(statement, values);
        const answer = JSON.stringify({ records: rows.map((text) => [{ stringValue: text }]) });
        if (answer.length > mostBytes) refuse(400, 'BadRequestException');
        else response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
      } catch {
        refuse(400, 'DatabaseErrorException');
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failNext: (status, kind) => {
      failure = { status, kind };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
