import type { Route } from '../../kernel/http/route.ts';
import type { Tag } from './document.ts';

/** What links to guides begin with; a deployment puts its address before it. */
export const guidePrefix = '/docs/';

const operators = 'Operators: ';

const descriptions: Readonly<Partial<Record<string, string>>> = {
  Registry: 'Verification of resident permit numbers, search, and free names.',
  'Legal entities': 'Entities that the owner of the key represents, and their documents.',
  Amendments: 'Changes of name and principal office: proposal, signature, payment, review.',
  Applications: 'Incorporation of LLCs: application, payment, and how it stands.',
  'Certificates of Good Standing': 'Requesting, paying for and verifying certificates.',
  'Verifiable credentials':
    'Residency and good standing as SD-JWT VC, and whether a credential still counts.',
  Partners: 'Residency applications that approved partners make for applicants.',
  Events: 'What has happened to what the caller may read.',
  Webhooks: 'The same, sent to addresses of the caller’s choice.',
  Agreements: 'The texts that people sign.',
  Referrals: 'Whom a referral code brought.',
  'Visitor passes': 'For anybody, without a credential.',
  Sandbox:
    'Test helpers, where the deployment is a sandbox: what takes a reviewer, an operator or the passing of time elsewhere. Not there otherwise: 404.',
  Payments: 'What payment providers call.',
  'Keys and limits': 'What the calling key is, and what is left of its limits.',
  OAuth: 'OAuth 2.0 and OpenID Connect: signing users in, and what they allow to applications.',
  'What users consented to': 'What a user has allowed to an application, for its access token.',
  Service: 'The service itself.',
};

/** Where a group is explained, below `/docs`. */
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
  'What users consented to': 'sign-in-with-the-registry',
};

/** The group a row is listed in; those of the operators say so. */
export function tagOf({ auth, tag }: Route): string {
  return auth.scheme === 'operator' && !tag.startsWith(operators) ? `${operators}${tag}` : tag;
}

/** Groups in the order above, then in that of the table; those of the operators last. */
export function tagsOf(routes: readonly Route[]): readonly Tag[] {
  const names = [...new Set(routes.map(tagOf))];
  return names.sort((one, other) => rank(one) - rank(other)).map(describeTag);
}

function rank(name: string): number {
  const place = Object.keys(descriptions).indexOf(name);
  if (place >= 0) return place;
  return name.startsWith(operators) ? Number.MAX_SAFE_INTEGER : Object.keys(descriptions).length;
}

function describeTag(name: string): Tag {
  const said = name.startsWith(operators)
    ? 'For those who run the service; authorized by AWS IAM.'
    : descriptions[name];
  const guide = guides[name] && ` [Guide](${guidePrefix}${guides[name]})`;
  const description = said && `${said}${guide ?? ''}`;
  return { name, ...(description !== undefined && { description }) };
}
