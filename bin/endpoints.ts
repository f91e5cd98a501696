import { readFileSync, writeFileSync } from 'node:fs';
import type { Route } from '../shared/kernel/http/route.ts';
import { scopeOf, securityOf } from '../shared/reference/openapi/security.ts';
import { tagOf, tagsOf } from '../shared/reference/openapi/tags.ts';
import { routes } from '../shared/service/routes/route-table.ts';

export const endpointsFile = new URL('../docs/endpoints.md', import.meta.url);

const begin = '<!-- endpoints: written by bin/endpoints.ts -->';
const end = '<!-- /endpoints -->';

/** What readers call each security scheme. */
const credentials: Readonly<Record<string, string>> = {
  standardKey: '`sk-`',
  agentKey: '`ak-`',
  partnerKey: '`pk-`',
  oauth: 'token',
  clientBasic: 'client',
  credentialToken: 'token',
  registrationToken: '`rit_`',
  awsSigV4: 'IAM',
};

/**
 * The page with the list of endpoints from the current route table.
 *
 * Throws if the two comments around the list are missing.
 */
export function withEndpoints(page: string, rows: readonly Route[] = routes): string {
  const start = page.indexOf(begin);
  const stop = page.indexOf(end);
  if (start < 0 || stop < start) throw new Error(`docs/endpoints.md needs ${begin} and ${end}`);
  return [page.slice(0, start), begin, '\n\n', endpoints(rows), '\n\n', page.slice(stop)].join('');
}

/** A table for each group. The operators' groups are collapsed, because few readers need them. */
function endpoints(rows: readonly Route[]): string {
  const groups = tagsOf(rows).map(({ name }) => ({
    name,
    members: rows.filter((row) => tagOf(row) === name).toSorted(byPath),
  }));
  const isOperators = ({ members }: { readonly members: readonly Route[] }) =>
    members.every(({ auth }) => auth.scheme === 'operator');
  const section = ({ name, members }: (typeof groups)[number]) => `## ${name}\n\n${table(members)}`;
  const open = groups.filter((group) => !isOperators(group)).map(section);
  const folded = groups.filter(isOperators).map(section);
  if (folded.length === 0) return open.join('\n\n');
  const summary = `<summary>The operators’ ${folded.length} groups, under <code>/admin/v1</code></summary>`;
  return [...open, `<details>\n${summary}`, ...folded, '</details>'].join('\n\n');
}

function byPath(one: Route, other: Route): number {
  return sortKey(one) < sortKey(other) ? -1 : 1;
}

function sortKey({ path, method }: Route): string {
  return `${path} ${method}`;
}

function table(rows: readonly Route[]): string {
  const lines = rows.map((route) => {
    const { method, path, summary, deprecatedFor, operationId } = route;
    const note = deprecatedFor === undefined ? '' : ` (deprecated: use \`${deprecatedFor}\`)`;
    return `| \`${method} ${path}\` | \`${operationId}\` | ${access(route)} | ${summary}${note} |`;
  });
  return ['| Endpoint | Name | Credential | What it does |', '|---|---|---|---|', ...lines].join(
    '\n',
  );
}

function access(route: Route): string {
  const scopes = scopeOf(route);
  const scopeOfScheme: Readonly<Record<string, string | undefined>> = {
    agentKey: scopes['x-required-agent-scope'],
    partnerKey: scopes['x-required-partner-scope'],
    oauth: scopes['x-required-oauth-scope'],
  };
  const schemes = securityOf(route)
    .flatMap((requirement) => Object.keys(requirement))
    .filter((scheme) => scheme !== 'openId'); // the same token as `oauth`, discovered differently
  const names = schemes.map((scheme) => {
    const name = credentials[scheme] ?? scheme;
    const scope = scopeOfScheme[scheme];
    return scope === undefined ? name : `${name} with \`${scope}\``;
  });
  return names.length === 0 ? 'none' : names.join(', ');
}

if (import.meta.main) {
  writeFileSync(endpointsFile, withEndpoints(readFileSync(endpointsFile, 'utf8')));
}
