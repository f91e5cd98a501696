import type { SQSRecord } from 'aws-lambda';

/** A message of a queue as Lambda gets it; `body` is text or becomes JSON. */
export function messageOf(body: unknown, receptions = 1, id = 'message'): SQSRecord {
  return {
    messageId: id,
    receiptHandle: `receipt of ${id}`,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    attributes: {
      ApproximateReceiveCount: String(receptions),
      SentTimestamp: '0',
      SenderId: 'test',
      ApproximateFirstReceiveTimestamp: '0',
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:eu-west-1:000000000000:queue',
    awsRegion: 'eu-west-1',
  };
}
