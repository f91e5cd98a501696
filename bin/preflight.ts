import { resolveNs } from 'node:dns/promises';
import { setTimeout } from 'node:timers/promises';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { IAMClient } from '@aws-sdk/client-iam';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { Route53Client } from '@aws-sdk/client-route-53';
import { S3Client } from '@aws-sdk/client-s3';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { SSMClient } from '@aws-sdk/client-ssm';
import { STSClient } from '@aws-sdk/client-sts';
import { runPreflight } from '../admin/preflight/run-preflight.ts';

process.exitCode = await runPreflight({
  args: process.argv.slice(2),
  env: process.env,
  write: (text) => process.stdout.write(text),
  wait: setTimeout,
  open: (region, profile) => {
    const settings = { region, ...(profile !== undefined && { profile }) };
    return {
      apiGateway: new APIGatewayClient(settings),
      lambda: new LambdaClient(settings),
      mail: new SESv2Client(settings),
      parameters: new SSMClient(settings),
      identity: new STSClient(settings),
      tables: new DynamoDBClient(settings),
      buckets: new S3Client(settings),
      roles: new IAMClient(settings),
      topics: new SNSClient(settings),
      zones: new Route53Client(settings),
      resolveNs,
      as: (credentials) => new DynamoDBClient({ region, credentials }),
    };
  },
});
