/**
 * One request; `startedAt` and `finishedAt` are positions in one sequence of the starts and ends of
 * all requests.
 */
export type Call = {
  readonly operation: string;
  readonly consistentRead: boolean;
  readonly startedAt: number;
  readonly finishedAt: number;
  /** Items that a query examined; 0 for other requests, or without an answer. */
  readonly scanned: number;
  /** The size of the answer as JSON; 0 without an answer. */
  readonly bytes: number;
};

/** The requests that a proxy has seen since it began or was last reset. */
export type CallLog = {
  /** In the order in which they began. */
  readonly list: () => readonly Call[];
  readonly count: (operation?: string) => number;
  /** Requests in sequence: overlapping ones are one round trip. */
  readonly roundTrips: () => number;
  /** Items that the queries examined, whether or not they returned them. */
  readonly scanned: () => number;
  /** The size of all answers, in bytes of JSON. */
  readonly bytes: () => number;
  readonly reset: () => void;
};

/** An empty log; `begin` returns a function to call with the answer's body, just before it is sent. */
export function createCallLog(): CallLog & {
  readonly begin: (
    operation: string,
    body: Readonly<Record<string, unknown>>,
  ) => (answer?: Buffer) => void;
} {
  let calls: { -readonly [Field in keyof Call]: Call[Field] }[] = [];
  let position = 0;
  return {
    begin: (operation, body) => {
      if (isHeartbeat(operation, body)) return () => {};
      const call = {
        operation,
        consistentRead: isConsistent(operation, body),
        startedAt: position++,
        finishedAt: Number.POSITIVE_INFINITY,
        scanned: 0,
        bytes: 0,
      };
      calls.push(call);
      return (answer) => {
        call.finishedAt = position++;
        call.bytes = answer?.length ?? 0;
        if (operation === 'Query' && answer) call.scanned = scannedCount(answer);
      };
    },
    list: () => calls.map((call) => ({ ...call })),
    count: (operation) =>
      calls.filter((call) => (operation ?? call.operation) === call.operation).length,
    roundTrips: () => countRoundTrips(calls),
    scanned: () => calls.reduce((sum, { scanned }) => sum + scanned, 0),
    bytes: () => calls.reduce((sum, { bytes }) => sum + bytes, 0),
    reset: () => {
      calls = [];
    },
  };
}

/** The number of heartbeats depends only on the machine. */
function isHeartbeat(operation: string, body: Readonly<Record<string, unknown>>): boolean {
  const change = String(body['UpdateExpression']);
  return operation === 'UpdateItem' && change.startsWith('SET in_progress_expiration =');
}

function scannedCount(answer: Buffer): number {
  return Number(Object(JSON.parse(answer.toString())).ScannedCount ?? 0);
}

/** The longest chain of calls in which each began after the previous one had ended. */
function countRoundTrips(calls: readonly Call[]): number {
  let trips = 0;
  let end = -1;
  for (const call of calls.toSorted((a, b) => a.finishedAt - b.finishedAt)) {
    if (call.startedAt < end) continue;
    trips += 1;
    end = call.finishedAt;
  }
  return trips;
}

function isConsistent(operation: string, body: Readonly<Record<string, unknown>>): boolean {
  if (operation.startsWith('Transact')) return true;
  const tables =
    operation === 'BatchGetItem' ? Object.values(Object(body['RequestItems'])) : [body];
  return tables.every((table) => Object(table).ConsistentRead === true);
}
