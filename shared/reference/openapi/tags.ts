import type { Route } from '../../kernel/http/route.ts';
import type { Tag } from './document.ts';

/** The prefix of links to guides, to which a deployment adds its address. */
export const guidePrefix = '/docs/';

const operators = 'Operators: ';

const descriptions: Readonly<Partial<Record<string, string>>> = {
  Registry:
    'Verify resident permit numbers, search the registry, and check whether names are available.',
  'Legal entities': 'Legal entities that the owner of the key represents, and their documents.',
  Amendments: 'Change the name or principal office: propose, sign, pay and submit for review.',
  Applications: 'Incorporate LLCs: apply, pay and follow the status.',
  'Certificates of Good Standing': 'Request, pay for and verify certificates.',
  'Verifiable credentials':
    'Residency and good standing as SD-JWT VC, and the status of each credential.',
  Agents: 'Tools for AI agents, with the Model Context Protocol.',
  Partners: 'Residency applications that approved partners create for applicants.',
  Events: 'What happened to the resources that the caller can read.',
  Webhooks: 'The same events, sent to your own endpoints.',
  Agreements: 'The texts that people sign.',
  Referrals: 'Referrals made with a code.',
  'Visitor passes': 'Open to anyone, without a credential.',
  Sandbox:
    'Test helpers for sandbox deployments. They do what otherwise takes a reviewer, an operator or time. Elsewhere they return 404.',
  Payments: 'Endpoints for payment providers.',
  'Keys and limits': 'Details of the calling key, and its remaining rate limits.',
  OAuth: 'OAuth 2.0 and OpenID Connect: sign users in and get access that they consent to.',
  'User data (OAuth)': 'Data that a user shares with an application, read with its access token.',
  Service: 'The API description, the documentation and the health check.',
};

/** The guide for a group, below `/docs`. */
const guides: Readonly<Partial<Record<string, string>>> = {
  Registry: 'start',
  'Legal entities': 'start',
  Amendments: 'amendments',
  Applications: 'incorporate-an-llc',
  'Certificates of Good Standing': 'certificates',
  Partners: 'partner-guide',
  Events: 'events-and-webhooks',
  Webhooks: 'events-and-webhooks',
  Sandbox: 'sandbox',
  'Keys and limits': 'keys-and-scopes',
  OAuth: 'sign-in-with-the-registry',
  'User data (OAuth)': 'sign-in-with-the-registry',
};

/** The group of a row; operators' groups have a suffix. */
export function tagOf({ auth, tag }: Route): string {
  return auth.scheme === 'operator' && !tag.startsWith(operators) ? `${operators}${tag}` : tag;
}

/** A group's name in addresses: its page is `/docs/reference/` and this. */
export function groupOf(tag: string): string {
  return (tag.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');
}

/** Groups in the order above, then in that of the table; operators' groups last. */
export function tagsOf(routes: readonly Route[]): readonly Tag[] {
  const names = [...new Set(routes.map(tagOf))];
  return names.sort((one, other) => rank(one) - rank(other)).map(describeTag);
}

function rank(name: string): number {
  const index = Object.keys(descriptions).indexOf(name);
  if (index >= 0) return index;
  return name.startsWith(operators) ? Number.MAX_SAFE_INTEGER : Object.keys(descriptions).length;
}

function describeTag(name: string): Tag {
  const described = name.startsWith(operators)
    ? 'For the operators of the service. Authorized with AWS IAM.'
    : descriptions[name];
  const guide = guides[name] && ` [Guide](${guidePrefix}${guides[name]})`;
  const description = described && `${described}${guide ?? ''}`;
  return { name, ...(description !== undefined && { description }) };
}
