// The naive handler's read as a route of Hono.
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';

const client = new DynamoDBClient({});
const app = new Hono();
app.get('/things/:id', async (context) => {
  const id = context.req.param('id');
  const { Item: item } = await client.send(
    new GetItemCommand({
      TableName: process.env['TABLE_NAME'],
      Key: { pk: { S: id }, sk: { S: id } },
    }),
  );
  return context.json(item);
});

export const handler = handle(app);
