import type { Node } from 'constructs';
import * as z from 'zod';
import { stageThrottle, type Throttle } from '../../shared/access/domain/usage-plan.ts';
import { trustedProxies } from '../../shared/kernel/http/trusted-proxies.ts';
import type { ApiPart } from '../api-parts.ts';

/** How the service is reached and protected from outside. Each part is absent unless the context sets it. */
export interface EdgeSettings {
  /** The service's own domain, with a certificate or a hosted zone to create one in. */
  readonly domain: DomainSettings | undefined;
  /** Whether the stage's API Gateway address is disabled. */
  readonly disableExecuteApiEndpoint: boolean;
  /** `own`: a web ACL of this stack; otherwise the ARN of one that is managed elsewhere. */
  readonly webAcl: string | undefined;
  readonly budget: BudgetSettings | undefined;
  readonly tags: Readonly<Record<string, string>>;
  /** The account's limit of concurrent executions, part of which is reserved; see concurrency.ts. */
  readonly accountConcurrency: number | undefined;
  /** Networks of proxies, as the functions read them. */
  readonly trustedProxies: string | undefined;
  /** Rate limits of each API. An API that answers everything has that of `public`. */
  readonly throttle: Readonly<Record<ApiPart, Throttle>>;
  /** The only networks that can reach the operators' API; undefined: all. */
  readonly operatorNetworks: readonly string[] | undefined;
  /**
   * Whether the integrators' API answers everything even with a domain, until the APIs of pages and operators exist.
   */
  readonly oneApi: boolean;
}

export interface DomainSettings {
  readonly name: string;
  readonly certificateArn: string | undefined;
  readonly hostedZone: { readonly id: string; readonly name: string } | undefined;
}

export interface BudgetSettings {
  readonly usd: number;
  readonly mail: string;
}

const host = z
  .string()
  .regex(/^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/);
const truth = z.enum(['true', 'false']);
const Tags = z.record(
  z.string().regex(/^(?!aws:)[\p{L}\p{Z}\p{N}_.:/=+\-@]{1,128}$/u),
  z.string().regex(/^[\p{L}\p{Z}\p{N}_.:/=+\-@]{0,256}$/u),
);

/** Requests a second, with bursts of twice as many. AWS allows an account 10,000 unless it asks for more. */
const requests = z.int().min(1).max(100_000);

/** The defaults: together at most what the functions have concurrency for (`concurrency.ts`). */
const inAll = stageThrottle.rateLimit;
const throttles = { public: 0.6 * inAll, pages: 0.3 * inAll, operators: 0.1 * inAll };

/** The format of each setting, as an error message names it. */
const settings = {
  domainName: [host, 'a host name in lower case, such as registry.example'],
  certificateArn: [
    z.string().regex(/^arn:[\w-]+:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/),
    'the ARN of a certificate of ACM, in the region of the deployment',
  ],
  hostedZoneId: [z.string().regex(/^[A-Z\d]{1,32}$/), 'the id of a hosted zone of Route 53'],
  hostedZoneName: [host, 'the name of that zone'],
  disableExecuteApiEndpoint: [truth, 'true or false'],
  oneApi: [truth, 'true or false'],
  webAcl: [
    z.union([truth, z.string().regex(/^arn:[\w-]+:wafv2:[\w-]+:\d{12}:regional\/webacl\/\S+$/)]),
    'true, false or the ARN of a regional web ACL',
  ],
  budgetUsd: [z.coerce.number().positive().max(10_000_000), 'dollars a month'],
  budgetMail: [z.string().regex(/^[^\s@<>,]+@[^\s@<>,]+$/), 'an email address'],
  accountConcurrency: [
    z.coerce.number().int().min(1).max(1_000_000),
    'a whole number: Lambda’s quota of concurrent executions',
  ],
  trustedProxies: [
    z
      .string()
      .min(1)
      .refine((list) => isReadable(list)),
    'networks such as 192.0.2.0/24, separated by commas',
  ],
  throttle: [
    z.preprocess(
      readJson,
      z.strictObject({
        public: z.optional(requests),
        pages: z.optional(requests),
        operators: z.optional(requests),
      }),
    ),
    'JSON such as {"public":300,"pages":150,"operators":50}: requests a second',
  ],
  operatorNetworks: [
    z
      .string()
      .min(1)
      .refine((list) => isReadable(list))
      .transform((list) => list.split(',').map((network) => network.trim())),
    'networks such as 192.0.2.0/24, separated by commas',
  ],
} as const;

/** The names of these settings in the context, except `tags`. */
export const edgeSettingNames: readonly string[] = Object.keys(settings);

/**
 * The context's settings of the edge. Throws with the name of a wrong setting, and for settings that conflict: a name
 * without a certificate, half a budget, our own web ACL behind a proxy, an API that nobody could reach.
 */
export function edgeSettings(node: Node, baseUrl: string | undefined): EdgeSettings {
  const given = readAll(node);
  const { webAcl, budgetUsd, budgetMail, trustedProxies: proxies } = given;
  const domain = domainSettings(given);
  const isOff = given.disableExecuteApiEndpoint ?? String(domain !== undefined);
  if (domain !== undefined && baseUrl !== undefined && baseUrl !== `https://${domain.name}`) {
    throw new Error('baseUrl: with domainName it is https:// and that name, or left out');
  }
  if (isOff === 'true' && domain === undefined && baseUrl === undefined) {
    throw new Error(
      'disableExecuteApiEndpoint: needs domainName or baseUrl, because the service would have no address',
    );
  }
  if ((budgetUsd === undefined) !== (budgetMail === undefined)) {
    throw new Error('budgetUsd and budgetMail: give both, or neither');
  }
  if (webAcl === 'true' && proxies !== undefined) {
    throw new Error(
      'webAcl: not together with trustedProxies, because all calls would have the proxy’s address. Limit calls in the proxy instead',
    );
  }
  if (domain === undefined) {
    // In that case one API answers everything.
    if (given.operatorNetworks) throw new Error('operatorNetworks: needs domainName');
    if (given.throttle?.pages !== undefined || given.throttle?.operators !== undefined) {
      throw new Error('throttle: pages and operators need domainName');
    }
  }
  const each = { ...(domain ? throttles : { ...throttles, public: inAll }), ...given.throttle };
  const bucket = (rateLimit: number): Throttle => ({ rateLimit, burstLimit: 2 * rateLimit });
  return {
    throttle: {
      public: bucket(each.public),
      pages: bucket(each.pages),
      operators: bucket(each.operators),
    },
    operatorNetworks: given.operatorNetworks,
    oneApi: domain === undefined || given.oneApi === 'true',
    domain,
    disableExecuteApiEndpoint: isOff === 'true',
    webAcl: webAcl === 'true' ? 'own' : webAcl === 'false' ? undefined : webAcl,
    budget:
      budgetUsd === undefined || budgetMail === undefined
        ? undefined
        : { usd: budgetUsd, mail: budgetMail },
    accountConcurrency: given.accountConcurrency,
    tags: readTags(node.tryGetContext('tags')),
    trustedProxies: proxies,
  };
}

type Settings = typeof settings;
type Given = { readonly [Name in keyof Settings]: z.output<Settings[Name][0]> | undefined };

function readAll(node: Node): Given {
  const read = Object.entries(settings).map(([name, [schema, rule]]) => {
    const value: unknown = node.tryGetContext(name);
    if (value === undefined) return [name, undefined];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const { success, data } = schema.safeParse(text);
    if (!success) throw new Error(`${name}: ${rule}`);
    return [name, data];
  });
  // All names of the settings are present, with the output of their schemas.
  return Object.fromEntries(read) as Given;
}

function domainSettings(given: Given): DomainSettings | undefined {
  const { domainName: name, certificateArn, hostedZoneId: id, hostedZoneName } = given;
  if (name === undefined) {
    const alone = (['certificateArn', 'hostedZoneId', 'hostedZoneName'] as const).find(
      (each) => given[each] !== undefined,
    );
    if (alone !== undefined) throw new Error(`${alone}: it goes with domainName`);
    return undefined;
  }
  if ((id === undefined) !== (hostedZoneName === undefined)) {
    throw new Error('hostedZoneId and hostedZoneName: give both, or neither');
  }
  if (
    hostedZoneName !== undefined &&
    name !== hostedZoneName &&
    !name.endsWith(`.${hostedZoneName}`)
  ) {
    throw new Error(`hostedZoneName: ${name} is not in this zone`);
  }
  if (certificateArn === undefined && id === undefined) {
    throw new Error('domainName: needs certificateArn, or hostedZoneId to create a certificate');
  }
  const hostedZone =
    id === undefined || hostedZoneName === undefined ? undefined : { id, name: hostedZoneName };
  return { name, certificateArn, hostedZone };
}

function readTags(given: unknown): Readonly<Record<string, string>> {
  if (given === undefined) return {};
  try {
    return Tags.parse(typeof given === 'string' ? JSON.parse(given) : given);
  } catch {
    throw new Error('tags: a JSON object of texts, none of which begins with aws:');
  }
}

function readJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

function isReadable(list: string): boolean {
  try {
    return trustedProxies(list) !== undefined;
  } catch {
    return false;
  }
}
