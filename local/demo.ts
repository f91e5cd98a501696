import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { type DemoDeps, demoDeps } from './demo-deps.ts';
import { issueDemoDocuments } from './demo-documents.ts';
import { claimSeeding, type DemoState, noteReady } from './demo-record.ts';
import { type Demo, seedDemoRegistry } from './demo-registry.ts';
import { demoOperator, demoReviewer } from './demo-reviewer.ts';
import { writeAtomically } from './engines/write-atomically.ts';
import { busy } from './prepare-table.ts';
import type { Addresses } from './runtime.ts';

/** The file in which scripts and people find the running demo's credentials. */
export const demoFile = fileURLToPath(new URL('../.local/demo.json', import.meta.url));

/** The part of the stored demo that is used here. */
const Known = z.looseObject({
  people: z.looseObject({
    ada: z.looseObject({
      ...{ id: z.string(), email: z.string() },
      ...{ standardKey: z.string(), agentKey: z.string() },
    }),
    grace: z.looseObject({ standardKey: z.string() }),
  }),
  entities: z.looseObject({
    acme: z.looseObject({ id: z.string(), residentPermitNumber: z.string() }),
  }),
});

/**
 * Fills an empty registry with demo data, or finds the existing demo: its keys are stored as hashes, so the table also
 * stores the credentials for later starts. Null if the registry has data but no known demo; then nothing changes.
 * Throws one sentence if another start is filling it.
 */
export async function prepareDemo(
  addresses: Addresses,
  /** The files for the credentials. */
  files: readonly string[],
  client: DynamoDBClient,
  /** The table's demo items before this start wrote anything. */
  before: DemoState,
): Promise<Demo | null> {
  const deps = demoDeps();
  const found = await findDemo(before, deps);
  const demo = found === 'none' ? await makeDemo(addresses, client, deps) : found;
  if (demo === null) return null;
  for (const file of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeAtomically(file, `${JSON.stringify({ ...demo, ...addresses }, null, 2)}\n`);
  }
  return { ...demo, ...addresses };
}

/** The demo of this table; `none` if the table is empty, null if its data is not a known demo. */
async function findDemo(stored: DemoState, deps: DemoDeps): Promise<Demo | 'none' | null> {
  if (stored.state === 'empty') return 'none';
  if (stored.state === 'seeding') throw busy();
  if (stored.state === 'ready') {
    const demo = parseDemo(stored.demo);
    if (demo) await issueDemoDocuments(demo.entities.acme.id, deps);
    return demo;
  }
  return null;
}

async function makeDemo(
  addresses: Addresses,
  client: DynamoDBClient,
  deps: DemoDeps,
): Promise<Demo> {
  if (!(await claimSeeding(client, deps.table.name, { state: 'empty' }))) throw busy();
  const demo = await seedDemoRegistry(addresses, deps);
  await noteReady(client, deps.table.name, demo);
  return demo;
}

function parseDemo(value: unknown): Demo | null {
  // This program wrote the unchecked parts in the same step.
  return Known.safeParse(value).success ? (value as Demo) : null;
}

/** What the terminal shows when the service is ready. */
export function demoSummary(
  { people: { ada, grace }, entities: { acme } }: Demo,
  addresses: Addresses,
  {
    keeper,
    beside,
  }: {
    /** The data's storage: a directory, another engine, or none. */
    readonly keeper: string | undefined;
    /** The folder of the credentials if another service has the default one. */
    readonly beside: string | undefined;
  },
): string {
  const { baseUrl, localUrl } = addresses;
  const kept = keeper === undefined ? 'created again at each start' : `kept in ${keeper}`;
  const target = beside === undefined ? '' : `LOCAL_DIR=${beside} `;
  const other =
    beside === undefined
      ? ''
      : `
Another service of this folder is running, and has .local/demo.json. For guides and operators' commands with this one:

  export api=${localUrl}
  export LOCAL_DIR=${beside}
`;
  return `
${whereItIs(addresses)}

  Documentation    ${baseUrl}/docs/start
  Reference        ${baseUrl}/docs/reference
  Mail             ${localUrl}/local/mail
  Webhooks         ${localUrl}/local/webhooks
  Portal           ${baseUrl}/portal (sign in as ${ada.email})
  Reviewer         sign in to the portal as ${demoReviewer}
  Operator         sign in to the portal as ${demoOperator}
  Credentials      ${beside ?? '.local'}/demo.json (${kept})

  Ada's key        ${ada.standardKey}
  Ada's agent key  ${ada.agentKey}
  Grace's key      ${grace.standardKey}

Try it:

  curl -s ${localUrl}/api/v1/verify_rpn \\
    -H 'Authorization: Bearer ${ada.standardKey}' \\
    -H 'Content-Type: application/json' -d '{"rpn":"${acme.residentPermitNumber}"}'
  ${target}npm run admin -- persons list
${other}`;
}

/** The same for a registry with other data. */
export function summaryWithoutDemo(addresses: Addresses): string {
  return `
${whereItIs(addresses)}

  Reference        ${addresses.baseUrl}/docs
  Mail             ${addresses.localUrl}/local/mail

The table has data but no demo with known credentials, so it was not changed. Only an empty table gets a demo.
`;
}

function whereItIs({ baseUrl, localUrl, servedAt }: Addresses): string {
  const here =
    baseUrl === localUrl
      ? ''
      : `
Your proxy must forward requests to ${servedAt}. Captured email and the operators' interface are only at ${localUrl}:
do not forward requests there.`;
  return `The resident registry answers at ${baseUrl}${here}`;
}
