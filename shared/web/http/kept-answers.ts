import {
  IdempotencyItemAlreadyExistsError,
  IdempotencyItemNotFoundError,
} from '@aws-lambda-powertools/idempotency';
import {
  BasePersistenceLayer,
  IdempotencyRecord,
} from '@aws-lambda-powertools/idempotency/persistence';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { parseStored } from '../../kernel/db/stored.ts';
import { getItem, type Item, type Table } from '../../kernel/db/table.ts';
import { isConditionFailed } from '../../kernel/db/table-error.ts';

type JsonValue = ReturnType<IdempotencyRecord['getResponse']>;

/** A record as Powertools' own layer writes it, with `expiration` under the name by which the table forgets. Times are Unix seconds and milliseconds. */
const StoredRecord = z.object({
  pk: z.string(),
  sk: z.string(),
  status: z.enum(['INPROGRESS', 'COMPLETED', 'EXPIRED']),
  ttl: z.number(),
  in_progress_expiration: z.optional(z.number()),
  validation: z.optional(z.string()),
  data: z.optional(z.unknown()),
});

/** There is none, or its time is over, or what it belongs to has died: `in_progress_expiration` is its last sign of life. */
const isFree =
  'attribute_not_exists(#id) OR #expiry < :now OR (#status = :inprogress AND attribute_exists(#in_progress_expiry) AND #in_progress_expiry < :now_in_millis)';

/**
 * Powertools' records of requests in a partition of the service's table, by the lean client
 * ([decision 135](../../docs/decisions/archive/0135-lean-calls-of-sqs-and-ses.md)). What is written, and on which condition, is what the library's
 * `DynamoDBPersistenceLayer` writes, which takes the SDK's own client only. A class, because that is what the library takes.
 */
export class KeptAnswers extends BasePersistenceLayer {
  readonly #table: Table;
  readonly #partition: string;

  constructor(table: Table, partition: string) {
    super();
    this.#table = table;
    this.#partition = partition;
  }

  protected override async _getRecord(sk: string): Promise<IdempotencyRecord> {
    const item = await getItem(this.#table, this.#keyOf(sk));
    if (item === undefined) throw new IdempotencyItemNotFoundError();
    return recordOf(item);
  }

  /** Throws `IdempotencyItemAlreadyExistsError`, with the record that is there, where one counts. */
  protected override async _putRecord(record: IdempotencyRecord): Promise<void> {
    const { idempotencyKey, expiryTimestamp, inProgressExpiryTimestamp, payloadHash } = record;
    const now = Date.now();
    try {
      await this.#table.client.call('PutItem', {
        TableName: this.#table.name,
        Item: {
          ...this.#keyOf(idempotencyKey),
          ttl: expiryTimestamp,
          status: record.getStatus(),
          in_progress_expiration: inProgressExpiryTimestamp,
          validation: payloadHash,
        },
        ConditionExpression: isFree,
        ExpressionAttributeNames: {
          '#id': 'pk',
          '#expiry': 'ttl',
          '#in_progress_expiry': 'in_progress_expiration',
          '#status': 'status',
        },
        ExpressionAttributeValues: {
          ':now': now / 1000,
          ':now_in_millis': now,
          ':inprogress': 'INPROGRESS',
        },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      });
    } catch (error) {
      if (!isConditionFailed(error)) throw error;
      const found = error.Item && recordOf(unmarshall(error.Item));
      throw new IdempotencyItemAlreadyExistsError('the request is known', found);
    }
  }

  protected override async _updateRecord(record: IdempotencyRecord): Promise<void> {
    const { idempotencyKey, expiryTimestamp, responseData, payloadHash } = record;
    await this.#table.client.call('UpdateItem', {
      TableName: this.#table.name,
      Key: this.#keyOf(idempotencyKey),
      UpdateExpression:
        'SET #expiry = :expiry, #status = :status, #response_data = :response_data, #validation_key = :validation_key',
      ExpressionAttributeNames: {
        '#expiry': 'ttl',
        '#status': 'status',
        '#response_data': 'data',
        '#validation_key': 'validation',
      },
      ExpressionAttributeValues: {
        ':expiry': expiryTimestamp,
        ':status': record.getStatus(),
        ':response_data': responseData,
        ':validation_key': payloadHash,
      },
    });
  }

  protected override async _deleteRecord({ idempotencyKey }: IdempotencyRecord): Promise<void> {
    await this.#table.client.call('DeleteItem', {
      TableName: this.#table.name,
      Key: this.#keyOf(idempotencyKey),
    });
  }

  #keyOf(sk: string) {
    return { pk: this.#partition, sk };
  }
}

function recordOf(item: Item): IdempotencyRecord {
  const stored = parseStored(StoredRecord, item);
  const { pk, sk, status, ttl, in_progress_expiration: aliveUntil, validation, data } = stored;
  return new IdempotencyRecord({
    idempotencyKey: pk,
    sortKey: sk,
    status,
    expiryTimestamp: ttl,
    ...(aliveUntil !== undefined && { inProgressExpiryTimestamp: aliveUntil }),
    ...(validation !== undefined && { payloadHash: validation }),
    // It was JSON when it was stored.
    ...(data !== undefined && { responseData: data as JsonValue }),
  });
}
