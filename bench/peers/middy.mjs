// The naive handler's read in middy, the framework that our functions use, with the SDK's own client.
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import middy from '@middy/core';

const client = new DynamoDBClient({});

export const handler = middy(async ({ pathParameters: { id } }) => {
  const { Item: item } = await client.send(
    new GetItemCommand({
      TableName: process.env['TABLE_NAME'],
      Key: { pk: { S: id }, sk: { S: id } },
    }),
  );
  return { statusCode: 200, body: JSON.stringify(item) };
});
