import type { AttributeValue, CancellationReason } from '@aws-sdk/client-dynamodb';
import type { Fields } from './wire.ts';

/** DynamoDB's refusal of a request, under the name that it gives it; the fields are those of the SDK's own exception. */
export class TableError extends Error {
  readonly $metadata: { readonly httpStatusCode: number; readonly requestId: string | undefined };
  /** Of a cancelled transaction: one per write, `Code: 'None'` for those that were not the reason. */
  readonly CancellationReasons?: readonly CancellationReason[];
  /** Of a failed condition: the item as it was found, if that was asked for. */
  readonly Item?: Record<string, AttributeValue>;

  constructor(status: number, requestId: string | undefined, type: string, answer: Fields) {
    super(String(answer['message'] ?? answer['Message'] ?? `HTTP status ${status}`));
    // `com.amazonaws.dynamodb.v20120810#ThrottlingException`, sometimes followed by `:` and an address.
    this.name = (type.split(':')[0] ?? '').split('#').at(-1) ?? '';
    this.$metadata = { httpStatusCode: status, requestId };
    const { CancellationReasons: reasons, Item: item } = answer;
    // In DynamoDB's own format, and nothing else is under these names.
    if (reasons) this.CancellationReasons = reasons as readonly CancellationReason[];
    if (item) this.Item = item as Record<string, AttributeValue>;
  }
}

/** Whether a write was refused because its condition does not hold. */
export function isConditionFailed(
  error: unknown,
): error is Error & { readonly Item?: Record<string, AttributeValue> } {
  return error instanceof Error && error.name === 'ConditionalCheckFailedException';
}

/** Why a transaction was cancelled, one reason per write; null for every other error. */
export function cancellationReasons(error: unknown): readonly CancellationReason[] | null {
  if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') return null;
  return 'CancellationReasons' in error && Array.isArray(error.CancellationReasons)
    ? error.CancellationReasons
    : [];
}
