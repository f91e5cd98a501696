// Loaded before the service (`node --import`): counts the items that its calls to the table look at, and tells the
// parent whenever that asks. For soak.ts.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

let items = 0;

// The plain client and the document client share this prototype.
const shared = Object.getPrototypeOf(DynamoDBClient.prototype);
const { send } = shared;
shared.send = function (...of) {
  const answer = send.apply(this, of);
  answer?.then?.(
    (output) => {
      items += output?.ScannedCount ?? (output?.Item === undefined ? 0 : 1);
      for (const found of Object.values(output?.Responses ?? {})) items += found?.length ?? 0;
    },
    () => {},
  );
  return answer;
};

process.on('message', () => {
  process.send?.({ items, megabytes: Math.round(process.memoryUsage().rss / 1e6) });
});
// The channel must not keep a service alive that was told to stop.
process.channel?.unref();
