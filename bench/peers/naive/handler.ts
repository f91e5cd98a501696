import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';

const client = new DynamoDBClient({});

/** The smallest handler that answers one item of the table: what ours are measured against. */
export async function handler(event: { readonly id: string }) {
  const { Item: item } = await client.send(
    new GetItemCommand({
      TableName: process.env['TABLE_NAME'],
      Key: { pk: { S: event.id }, sk: { S: event.id } },
    }),
  );
  return { statusCode: 200, body: JSON.stringify(item) };
}
