/**
 * What befalls requests in AWS and never happens locally. `conflict`: refused because another
 * transaction holds an item. `throttle`: refused for capacity. `internal`: a 500.
 */
export type Fault = 'conflict' | 'throttle' | 'internal';

/** An HTTP answer. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** How DynamoDB answers an operation that meets this fault. */
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
  const message = 'Transaction is ongoing for the item';
  if (!operation.startsWith('Transact'))
    return failure(400, 'TransactionConflictException', message);
  const items = Array.isArray(body['TransactItems']) ? body['TransactItems'] : [];
  const CancellationReasons = items.map((_, index) =>
    index === 0 ? { Code: 'TransactionConflict', Message: message } : { Code: 'None' },
  );
  const codes = CancellationReasons.map(({ Code }) => Code).join(', ');
  return failure(
    400,
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons },
  );
}

/** An error answer in the form that the SDK turns into the exception of that name. */
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
