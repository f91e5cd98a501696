import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';

const client = new DynamoDBClient({});

/** The smallest handler that returns one item of the table: the baseline for ours. */
export async function handler(event: { readonly id: string }) {
  const { Item: item } = await client.send(
    new GetItemCommand({
      TableName: process.env['TABLE_NAME'],
      Key: { pk: { S: event.id }, sk: { S: event.id } },
    }),
  );
  return { statusCode: 200, body: JSON.stringify(item) };
}
