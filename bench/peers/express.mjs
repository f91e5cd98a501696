// The naive handler's read as a route of Express.
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import express from 'express';
import serverless from 'serverless-http';

const client = new DynamoDBClient({});
const app = express();
app.get('/things/:id', async (request, response) => {
  const { id } = request.params;
  const { Item: item } = await client.send(
    new GetItemCommand({
      TableName: process.env['TABLE_NAME'],
      Key: { pk: { S: id }, sk: { S: id } },
    }),
  );
  response.json(item);
});

export const handler = serverless(app);
