import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import type { Use } from '../../bin/costs/measured.ts';
import { callingFunction } from './caller.ts';
import { openPartitionMeter } from './partition-meter.ts';
import type { World } from './world.ts';

const Consumed = z.object({ CapacityUnits: z.number() });
const Answer = z.object({
  ConsumedCapacity: z.optional(z.union([Consumed, z.array(Consumed)])),
});

/** Workflow steps that are not tasks, by the task before them; AWS charges for every state. */
const choicesAfter = new Set([
  'review-decision/carry-out',
  'certificate-issuance/check-taxes',
  'certificate-issuance/issue-document',
]);

/** The size in bytes of Lambda's own lines for an invocation (START, END, REPORT), unless the function turns them off. */
const platformLines = 420;
/** A line of the access log, in bytes. */
const accessLine = 520;
/** A log line's overhead in addition to its fields (level, message, timestamp, service), in bytes at most. */
const lineFrame = 170;
/** The bytes that CloudWatch adds to each line. */
const perLine = 26;

/**
 * Measures what the functions of a world use: units of the table as the engine calculates them by DynamoDB's rules,
 * invocations, requests to the table, steps of workflows, emails, and bytes of logs.
 */
export function openMeter(world: World) {
  const units = { read: 0, written: 0, requests: 0 };
  const partitions = openPartitionMeter(world.proxy.endpoint, world.table.name);
  const { requestHandler } = world.table.client.settings;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = async (request, options) => {
    if (callingFunction() === undefined) return handle(request, options);
    const operation = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const sent = JSON.parse(String(request.body));
    const asked = JSON.stringify({ ...sent, ReturnConsumedCapacity: 'TOTAL' });
    request.body = asked;
    request.headers['content-length'] = String(Buffer.byteLength(asked));
    return partitions.around(operation, sent, async () => {
      const { response } = await handle(request, options);
      const body = await text(response.body);
      const { ConsumedCapacity = [] } = Answer.parse(JSON.parse(body));
      units.requests += 1;
      // A write whose condition fails also costs; the table reports only successful ones.
      if (body.includes('ConditionalCheckFailedException')) units.written += 1;
      const capacity = [ConsumedCapacity].flat().reduce((sum, each) => sum + each.CapacityUnits, 0);
      if (/^(Get|BatchGet|Query)/.test(operation)) units.read += capacity;
      else units.written += capacity;
      const { statusCode, headers } = response;
      const result = {
        response: { statusCode, headers, body: Readable.from([Buffer.from(body)]) },
      };
      return { result, ok: statusCode === 200, capacity };
    });
  };

  return {
    /** The partition use of the last act, and all units written to partitions. */
    partitions: () => ({ written: partitions.written(), asked: partitions.take() }),
    close: partitions.close,
    /** The use of an act, including everything that follows from it. */
    async of(act: () => Promise<unknown>): Promise<Use> {
      await world.settle();
      Object.assign(units, { read: 0, written: 0, requests: 0 });
      partitions.take();
      const { lines, measures } = world.log;
      lines.length = 0;
      measures.length = 0;
      const mailed = world.mails.length;
      await act();
      await world.settle();
      const of = (message: string) => lines.filter((line) => line.message === message);
      const tasks = of('task');
      const requests = of('request').length;
      const events = of('event').length;
      const limited = of('request').filter(({ fields }) => isLimited(fields['operationId'])).length;
      // An event passes two functions: the stream's reader and its consumer.
      const invocations = requests + limited + tasks.length + 2 * events;
      const verified = of('request').filter(({ fields }) => fields['operationId'] === 'verifyRpn');
      // The authorizer and verify_rpn: `quietEntries` in lib/service-function.ts.
      const quiet = limited + verified.length;
      const choices = tasks.filter(({ fields }) => choicesAfter.has(String(fields['task']))).length;
      const bytes = [...lines.map(({ fields }) => fields), ...measures].reduce(
        (sum, fields) => sum + JSON.stringify(fields).length + lineFrame + perLine,
        0,
      );
      return {
        read: units.read,
        written: units.written,
        tableRequests: units.requests,
        apiCalls: requests,
        invocations,
        documents: tasks.filter(({ fields }) => /issue-doc/.test(String(fields['task']))).length,
        transitions: tasks.length + choices,
        events,
        mails: world.mails.length - mailed,
        // Sizes of ids and times differ by a byte or two.
        logKilobytes:
          Math.round(
            (bytes +
              (invocations - quiet) * (platformLines + perLine) +
              requests * (accessLine + perLine)) /
              100,
          ) / 10,
      };
    },
  };
}

function isLimited(operationId: unknown): boolean {
  return operationId === 'verifyRpn' || operationId === 'searchLegalEntities';
}
