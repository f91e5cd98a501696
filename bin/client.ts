import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inMaintenance } from '../shared/kernel/http/data-needs.ts';
import type { Route } from '../shared/kernel/http/route.ts';
import { audienceOf, onlyOperations } from '../shared/reference/openapi/audiences.ts';
import { describeApi, isForPrograms } from '../shared/reference/openapi/document.ts';
import { routes } from '../shared/service/routes/route-table.ts';

const source = new URL('../packages/client/src/', import.meta.url);
export const typesFile = new URL('description.ts', source);
export const tableFile = new URL('operations.ts', source);
const generator = fileURLToPath(
  new URL('../test/clients/node_modules/openapi-typescript/bin/cli.js', import.meta.url),
);

const written =
  '// Written by bin/client.ts (`npm run generate`): change the route table instead.\n';

/**
 * The API of integrators, without operators' calls (signed with IAM), pages, and what agents call with their own
 * clients.
 */
export const clientRoutes: readonly Route[] = routes.filter(
  (row) =>
    isForPrograms(row) &&
    audienceOf(row.path) === 'integrators' &&
    row.tag !== 'Agents' &&
    !/^\/webhooks\//.test(row.path) &&
    (row.response !== undefined || row.json !== undefined || row.produces === 'application/json'),
);

/** The client's table of operations. */
export function clientTable(): string {
  const rows = clientRoutes
    .toSorted((one, other) => (one.operationId < other.operationId ? -1 : 1))
    .map((row) => {
      const { operationId, method, path, body, bodyType = 'json', idempotent, bodyMedia } = row;
      const multipart = bodyMedia?.startsWith('multipart') === true;
      const reads = method !== 'GET' && inMaintenance(row) === 'served';
      const facts = [
        ...(body ? [`body: '${multipart ? 'multipart' : bodyType}'`] : []),
        ...(idempotent ? ['idempotent: true'] : []),
        ...(reads ? ['reads: true'] : []),
      ];
      const type = facts.length === 0 ? '{}' : `{ ${facts.join(', ')} }`;
      return `  ${operationId}: ['${method}', '${path.replaceAll('+}', '}')}', ${type}],`;
    });
  return `${written}
/** Method and path, and how to send the call: the kind of body, and whether it can be repeated. */
export type OperationRow = readonly [
  method: string,
  path: string,
  facts: {
    readonly body?: 'json' | 'form' | 'bytes' | 'multipart';
    readonly idempotent?: true;
    readonly reads?: true;
  },
];

export const operationTable = {
${rows.join('\n')}
} as const satisfies Readonly<Record<string, OperationRow>>;
`;
}

/** The description of the integrators' API. */
export function clientDescription() {
  const ids = new Set(clientRoutes.map(({ operationId }) => operationId));
  return onlyOperations(describeApi(routes), ({ operationId }) => ids.has(operationId));
}

/** The types of requests and answers, generated with openapi-typescript, which needs the packages of `test/clients`. */
export function clientTypes(): string {
  const folder = mkdtempSync(join(tmpdir(), 'client-types-'));
  try {
    const [description, types] = [join(folder, 'description.json'), join(folder, 'types.ts')];
    writeFileSync(description, JSON.stringify(clientDescription()));
    execFileSync(process.execPath, [generator, description, '--output', types], { stdio: 'pipe' });
    return written + readFileSync(types, 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  writeFileSync(tableFile, clientTable());
  writeFileSync(typesFile, clientTypes());
}
