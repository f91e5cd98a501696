import { readdirSync } from 'node:fs';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterEach, describe, expect, it } from 'vitest';
import { functionEntries } from '../../lib/bundle/function-entries.ts';
import type { Route } from '../../shared/kernel/http/route.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import type { Operation } from '../../shared/web/http/path-function.ts';
import { enterEnvironment, ownEnvironment } from '../support/environment.ts';
import { entryOf, ofType, synthesize } from '../support/synthesized.ts';

const { service } = synthesize(routes, {
  sandbox: 'true',
  probe: 'true',
  malwareScan: 'true',
  canary: 'true',
  baseUrl: 'https://registry.example',
});
const functions = Object.entries(ofType(service, 'AWS::Lambda::Function')).map(
  ([id, { Properties }]): readonly [string, Readonly<Record<string, unknown>>] => [
    entryOf(service, id),
    Properties.Environment.Variables,
  ],
);

afterEach(ownEnvironment());

/** Replaces references to other resources by an address or a name, alone or within a text. */
function whenDeployed(value: unknown): string {
  if (typeof value === 'string') return value;
  const [separator, parts] = Object(value)['Fn::Join'] ?? [
    '',
    ['https://known-when-deployed.example'],
  ];
  return typeof parts[0] === 'string' && parts.length === 1
    ? parts[0]
    : parts.map(whenDeployed).join(separator);
}

/** The environment of a function: variables of its template and of Lambda, with AWS out of reach. */
function enter(variables: Readonly<Record<string, unknown>>): void {
  const known = Object.entries(variables).map(([name, value]) => [name, whenDeployed(value)]);
  enterEnvironment({
    ...Object.fromEntries(known),
    LOG_LEVEL: 'SILENT',
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  });
}

type Handler = (event: unknown, context: object) => Promise<unknown>;

/** Loads the file of a function as a cold start does. */
function coldStart(entry: string): Promise<Readonly<Record<string, unknown>>> {
  // The query makes it a separate module that no other test has called.
  return import(/* @vite-ignore */ `../../${entry}?cold-start`);
}

/** All parameters of workflow tasks. */
const payload = {
  reviewId: 'a',
  requestId: 'b',
  submissionId: 'c',
  subjectId: 'd',
  subjectType: 'legal_entity_application',
  outcome: 'approved',
  error: 'States.Timeout',
};

/** An event for each way to start a function: one for each of its rows, or one if it has none. */
function eventsOf(entry: string): readonly unknown[] {
  const rows = routes.filter((route) => route.entry === entry);
  if (rows.length > 0) return rows.map(requestOf);
  if (entry === 'functions/gateway/authorize.ts') return [{ methodArn: 'arn', headers: {} }];
  if (entry === 'functions/mail/note-reports.ts') return [{ Records: [] }];
  if (entry === 'functions/uploads/note-scan.ts') return [{ Records: [] }];
  if (entry === 'functions/evidence/copy.ts') return [{ Records: [] }];
  if (entry.startsWith('functions/outbox/')) return [{ Records: [] }];
  if (entry === 'functions/oauth/rotate-signing-keys.ts') return [{ Step: 'none' }];
  if (entry === 'functions/probe/verify-rpn.ts') return [{}];
  if (entry === 'functions/workflows/migration/work.ts')
    return [{ step: 'begin', name: 'registry-lists', execution: 'e' }];
  if (entry === 'functions/release/try-versions.ts') {
    return [{ DeploymentId: 'd', LifecycleEventHookExecutionId: 'e' }];
  }
  return [payload];
}

function requestOf({ method, path }: (typeof routes)[number]): Partial<APIGatewayProxyEvent> {
  return {
    httpMethod: method,
    resource: path,
    path,
    headers: {},
    multiValueHeaders: {},
    pathParameters: {},
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    body: null,
    isBase64Encoded: false,
    // Functions read nothing else of it.
    requestContext: {
      requestId: 'request',
      identity: { sourceIp: '203.0.113.9' },
    } as APIGatewayProxyEvent['requestContext'],
  };
}

/** Calls with no time left: a function resolves its dependencies, but sends no request. */
async function outcomeOf(handler: Handler, event: unknown) {
  try {
    return { answer: await handler(event, { getRemainingTimeInMillis: () => 0 }) };
  } catch (error) {
    return { failed: String(error) };
  }
}

it('every function file is built and deployed', () => {
  const files = readdirSync('functions', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `functions/${name}`);
  expect(files.toSorted()).toEqual(functions.map(([entry]) => entry).toSorted());
  expect(functionEntries()).toEqual(files.toSorted());
});

describe.each(functions)('%s', (entry, variables) => {
  it('exports only its handler and its rows', async () => {
    const { handler, ...others } = await coldStart(entry);
    expect(handler).toBeInstanceOf(Function);
    // A function without rows is not started by a request.
    const hasRows = routes.some((route) => route.entry === entry);
    const expected = hasRows ? { rows: expect.any(Array) } : {};
    expect(others).toEqual(expected);
  });

  it('starts in its deployed environment, and names a missing variable', async () => {
    const { handler } = await coldStart(entry);
    const events = eventsOf(entry);
    const { TABLE_NAME: _, ...others } = variables;
    enter(others);
    // Lambda calls it with an event and a context; see `eventsOf` for the events.
    const missing = await outcomeOf(handler as Handler, events[0]);
    expect(missing).toEqual({ failed: expect.stringContaining('TABLE_NAME') });

    enter(variables);
    for (const event of events) {
      const { answer, failed } = await outcomeOf(handler as Handler, event);
      const isRequest = Object.hasOwn(Object(event), 'httpMethod');
      if (isRequest) expect(answer).toMatchObject({ statusCode: expect.any(Number) });
      // A background function may fail: it has no time, an invalid step, or AWS is out of reach. Its dependencies
      // have been resolved.
      else
        expect(failed ?? '').toMatch(
          /^$|^DeadlineError: |DeadlineError$|ECONNREFUSED|InvalidBucketName|"Step"/,
        );
    }
  });
});

const rowEntries = [...new Set(routes.map(({ entry }) => entry))];

it.each(rowEntries)('%s binds exactly the rows of the route table that name it', async (entry) => {
  // `operation()` and similar functions create only this type.
  const { rows } = (await coldStart(entry)) as { readonly rows: readonly Operation[] };
  const idsOf = (each: readonly Route[]) => each.map(({ operationId }) => operationId).toSorted();
  const named = routes.filter((route) => route.entry === entry);
  expect(idsOf(rows.map(({ route }) => route))).toEqual(idsOf(named));
});
