import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filingDeps } from '../shared/deps/filing.ts';
import { type Demo, seedDemoRegistry } from './demo-registry.ts';
import { demoReviewer } from './demo-reviewer.ts';

/** Where scripts and people find the credentials of the running demonstration. */
const demoFile = fileURLToPath(new URL('../.local/demo.json', import.meta.url));

/**
 * Makes the demo registry, or finds the one that the data directory keeps: its keys are stored as hashes
 * and could not be read from there again.
 */
export async function prepareDemo(
  baseUrl: string,
  dataDirectory: string | undefined,
): Promise<Demo> {
  const keptFile = dataDirectory && join(dataDirectory, 'demo.json');
  const kept = keptFile && (await readKept(keptFile));
  const demo = kept ? { ...kept, baseUrl } : await seedDemoRegistry(baseUrl, filingDeps());
  for (const file of [demoFile, keptFile]) {
    if (!file) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
    // The mode above is that of a new file.
    await chmod(file, 0o600);
  }
  return demo;
}

async function readKept(file: string): Promise<Demo | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}

/** What the terminal shows when the service is ready. */
export function demoSummary(
  { baseUrl, people: { ada, grace }, entities: { acme } }: Demo,
  dataDirectory: string | undefined,
): string {
  // The operators' command finds a service at the usual port by itself.
  const target = baseUrl.endsWith(':3000') ? '' : `REGISTRY_URL=${baseUrl} `;
  return `
The resident registry answers at ${baseUrl}

  Reference        ${baseUrl}/docs
  Mail             ${baseUrl}/local/mail
  Portal           ${baseUrl}/portal
  Reviewer         sign in to the portal as ${demoReviewer}
  Credentials      .local/demo.json (${dataDirectory === undefined ? 'made anew at each start' : `kept in ${dataDirectory}`})

  Ada's key        ${ada.standardKey}
  Ada's agent key  ${ada.agentKey}
  Grace's key      ${grace.standardKey}

Try it:

  curl -s ${baseUrl}/api/v1/verify_rpn \\
    -H 'Authorization: Bearer ${ada.standardKey}' \\
    -H 'Content-Type: application/json' -d '{"rpn":"${acme.residentPermitNumber}"}'
  ${target}npm run admin -- persons list
`;
}
