// The lower bound for a call: only signed requests to the table over Node's own HTTP. It parses no
// body, checks no credential, sets no header and logs nothing.
import { createHmac, hash } from 'node:crypto';
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });
const { AWS_REGION: region, AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = process.env;
const target = new URL(process.env.AWS_ENDPOINT_URL_DYNAMODB);
const key = { pk: { S: 'naive' }, sk: { S: 'naive' } };
let signing;

/**
 * A handler's call with `requests` table requests. If there are three, the first is sent before the
 * others, like an authorizer's.
 */
export async function handler({ requests }) {
  const read = () => send('GetItem', { TableName: process.env.TABLE_NAME, Key: key });
  if (requests === 3) await read();
  const [item] = await Promise.all(requests === 1 ? [read()] : [read(), count()]);
  return { statusCode: 200, body: JSON.stringify(item) };
}

function count() {
  return send('UpdateItem', {
    TableName: process.env.TABLE_NAME,
    Key: { pk: { S: 'count' }, sk: { S: 'count' } },
    UpdateExpression: 'ADD calls :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
  });
}

function send(operation, input) {
  const body = JSON.stringify(input);
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${region}/dynamodb/aws4_request`;
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    host: target.host,
    'x-amz-date': time,
    'x-amz-target': `DynamoDB_20120810.${operation}`,
  };
  const names = Object.keys(headers);
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('');
  const asked = `POST\n/\n\n${lines}\n${names.join(';')}\n${hash('sha256', body)}`;
  signing ??= [time.slice(0, 8), region, 'dynamodb', 'aws4_request'].reduce(
    (from, step) => createHmac('sha256', from).update(step).digest(),
    `AWS4${secret}`,
  );
  const signature = createHmac('sha256', signing)
    .update(`AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash('sha256', asked)}`)
    .digest('hex');
  headers.authorization = `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  return new Promise((resolve, reject) => {
    request(target, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`the table answered ${response.statusCode}`));
      });
    })
      .on('error', reject)
      .end(body);
  });
}
