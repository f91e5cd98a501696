/** One request; positions count the beginnings and ends of all requests in one sequence. */
export type Call = {
  readonly operation: string;
  readonly consistentRead: boolean;
  readonly startedAt: number;
  readonly finishedAt: number;
};

/** The requests that a proxy has seen since it began or was last reset. */
export type CallLog = {
  /** In the order in which they began. */
  readonly list: () => readonly Call[];
  readonly count: (operation?: string) => number;
  /** Requests one after the other: those that overlap count as one round trip. */
  readonly roundTrips: () => number;
  readonly reset: () => void;
};

/** An empty log; `begin` returns what to call just before the answer is sent. */
export function createCallLog(): CallLog & {
  readonly begin: (operation: string, body: Readonly<Record<string, unknown>>) => () => void;
} {
  let calls: { -readonly [Field in keyof Call]: Call[Field] }[] = [];
  let position = 0;
  return {
    begin: (operation, body) => {
      const call = {
        operation,
        consistentRead: isConsistent(operation, body),
        startedAt: position++,
        finishedAt: Number.POSITIVE_INFINITY,
      };
      calls.push(call);
      return () => {
        call.finishedAt = position++;
      };
    },
    list: () => calls.map((call) => ({ ...call })),
    count: (operation) =>
      calls.filter((call) => (operation ?? call.operation) === call.operation).length,
    roundTrips: () => countRoundTrips(calls),
    reset: () => {
      calls = [];
    },
  };
}

/** The longest chain of calls of which each began after the one before had ended. */
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
