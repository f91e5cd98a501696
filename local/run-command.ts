import * as z from 'zod';

const Rotated = z.object({
  data: z.object({ current: z.string(), next: z.string(), retired: z.array(z.string()) }),
});
const Redriven = z.object({ data: z.object({ redriven: z.number(), remaining: z.number() }) });
const Asked = z.object({
  data: z.object({
    questions: z.object({
      settled: z.number(),
      nothing: z.number(),
      failed: z.number(),
      given_up: z.number(),
    }),
    statements: z.object({ pages: z.number(), entries: z.number(), failed: z.number() }),
  }),
});
const Measured = z.object({
  data: z.array(
    z.object({
      metric: z.string(),
      value: z.number(),
      dimensions: z.optional(z.record(z.string(), z.string())),
    }),
  ),
});

const Refused = z.object({ error: z.string() });
const Moved = z.object({ data: z.object({ before: z.string(), now: z.string() }) });
const Migrated = z.object({
  data: z.array(
    z.object({ name: z.string(), state: z.string(), scanned: z.number(), changed: z.number() }),
  ),
});
const Written = z.object({ data: z.object({ names: z.number(), bytes: z.number() }) });

interface Command {
  readonly path: `/local/${string}`;
  /** The request body, from the argument after the command. */
  readonly body?: (word: string | undefined) => object;
  /** The terminal output for the answer. */
  readonly show: (answer: unknown) => string;
}

/** The commands of `npm run local` at the running service. */
const commands: Readonly<Record<string, Command>> = {
  'rotate-signing-keys': {
    path: '/local/signing-keys/rotation',
    show: (body: unknown) => {
      const { current, next, retired } = Rotated.parse(body).data;
      return `Tokens are signed with the key ${current}, in five minutes at the latest.
Also published: ${next}, which is next${retired.map((kid) => `, and ${kid}, which is retired: what it signed stays valid`).join('')}.`;
    },
  },
  measure: {
    path: '/local/measures',
    show: (body: unknown) =>
      Measured.parse(body)
        .data.map(({ metric, value, dimensions = {} }) =>
          [metric, ...Object.values(dimensions), value].join(' '),
        )
        .join('\n'),
  },
  'ask-providers': {
    path: '/local/payments/questions',
    show: (body: unknown) => {
      const { questions, statements } = Asked.parse(body).data;
      const { settled, nothing, failed, given_up } = questions;
      return `Payments asked for: ${settled} settled, ${nothing} with nothing new, ${failed + given_up} without an answer.
Statements: ${statements.pages} pages with ${statements.entries} movements, ${statements.failed} without an answer.`;
    },
  },
  migrate: {
    path: '/local/migrations',
    show: (body: unknown) =>
      Migrated.parse(body)
        .data.map(
          ({ name, state, scanned, changed }) =>
            `${name}: ${state}, ${scanned} scanned, ${changed} changed`,
        )
        .join('\n'),
  },
  snapshot: {
    path: '/local/snapshots',
    show: (body: unknown) => {
      const { names, bytes } = Written.parse(body).data;
      return `Wrote the snapshot that the search starts from: ${names} names in ${bytes} bytes.`;
    },
  },
  clock: {
    path: '/local/clock',
    body: (time) => (time?.startsWith('P') ? { advance: time } : { to: time }),
    show: (answer) => {
      const { before, now } = Moved.parse(answer).data;
      return `It is ${now} now; it was ${before}.`;
    },
  },
  redeliver: {
    path: '/local/parked-events/redelivery',
    show: (body: unknown) => {
      const { redriven, remaining } = Redriven.parse(body).data;
      return `Dead letters: ${redriven} are tried again, ${remaining} remain.`;
    },
  },
};

export const localCommandNames = Object.keys(commands);

const asOperator =
  'AWS4-HMAC-SHA256 Credential=local/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00';

/**
 * Carries out a command at the local service. Throws an Error with one sentence if the command does not exist, no
 * service runs, or the service could not do it.
 */
export async function runLocalCommand(
  name: string | undefined,
  serviceUrl: string,
  word?: string | undefined,
): Promise<string> {
  const command = Object.entries(commands).find(([each]) => each === name)?.[1];
  if (command === undefined) {
    throw new Error(`npm run local -- takes one of: ${localCommandNames.join(', ')}.`);
  }
  const response = await fetch(new URL(command.path, serviceUrl), {
    method: 'POST',
    headers: { authorization: asOperator, 'content-type': 'application/json' },
    ...(command.body && { body: JSON.stringify(command.body(word)) }),
  }).catch(() => {
    throw new Error(
      `Nothing answers at ${serviceUrl}: start the service, or set REGISTRY_URL to its address.`,
    );
  });
  if (response.status === 400) throw new Error(Refused.parse(await response.json()).error);
  if (!response.ok) {
    throw new Error(
      `The service at ${serviceUrl} answered ${response.status}; its console says why.`,
    );
  }
  return command.show(await response.json());
}
