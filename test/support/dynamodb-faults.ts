/**
 * Failures of requests that occur in AWS but never locally. `conflict`: refused because another transaction holds an
 * item. `throttle`: refused for capacity, with an exception that the SDK retries; `throttle-reason`: a transaction
 * cancelled for it, which the SDK does not retry. `internal`: a 500. `unprocessed`: a batch in which nothing is
 * processed.
 */
export type Fault = 'conflict' | 'throttle' | 'throttle-reason' | 'internal' | 'unprocessed';

/** An HTTP answer. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** DynamoDB's response to an operation with this fault. */
export function faultAnswer(
  kind: Fault,
  operation: string,
  body: Readonly<Record<string, unknown>>,
): Answer {
  if (kind === 'internal') return failure(500, 'InternalServerError', 'Internal server error');
  if (kind === 'throttle')
    return failure(
      400,
      'ProvisionedThroughputExceededException',
      'The level of configured provisioned throughput for the table was exceeded.',
    );
  if (kind === 'unprocessed')
    return answer({ Responses: {}, UnprocessedKeys: body['RequestItems'] });
  if (kind === 'throttle-reason') {
    return cancelled(body, 'ThrottlingError', 'Throughput exceeds the current capacity.');
  }
  const message = 'Transaction is ongoing for the item';
  if (!operation.startsWith('Transact'))
    return failure(400, 'TransactionConflictException', message);
  return cancelled(body, 'TransactionConflict', message);
}

/** A transaction that is cancelled because of its first item. */
function cancelled(
  body: Readonly<Record<string, unknown>>,
  reason: string,
  message: string,
): Answer {
  const items = Array.isArray(body['TransactItems']) ? body['TransactItems'] : [];
  const CancellationReasons = items.map((_, index) =>
    index === 0 ? { Code: reason, Message: message } : { Code: 'None' },
  );
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ');
  return failure(
    400,
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons },
  );
}

function answer(body: object): Answer {
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return { status: 200, headers, body: Buffer.from(JSON.stringify(body)) };
}

/** An error response that the SDK turns into the exception with that name. */
export function failure(status: number, name: string, message: string, more: object = {}): Answer {
  const __type = `com.amazonaws.dynamodb.v20120810#${name}`;
  // `Message` with a capital letter in a cancelled transaction, `message` elsewhere, as the service.
  const body = {
    __type,
    ...more,
    ...('CancellationReasons' in more ? { Message: message } : { message }),
  };
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  return { status, headers, body: Buffer.from(JSON.stringify(body)) };
}
