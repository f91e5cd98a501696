import type { Account, Asked } from './account.ts';
import { judgeTopic } from './alarm-topics.ts';
import { blocker, type Finding, known, note, ok } from './finding.ts';
import { judgeZone } from './hosted-zone.ts';
import { judgeBucket, judgeTable } from './judge-restored.ts';
import type { Deployment } from './read-deployment.ts';
import { regionsWithoutMail } from './regions.ts';

/** Lambda keeps at least this many executions unreserved, and refuses further reservations. */
const leastUnreserved = 100;
/** The limit of an account without restrictions, and the assumption for a busy stage. */
const usualConcurrency = 1_000;
/** The limit of API keys for an account and region; AWS does not raise it. */
const mostGatewayKeys = 10_000;
/** The limit of resources of one API. AWS raises it for an existing API, but not for a new one. */
const mostResources = 300;

/** Judges an account for a deployment. A blocker makes it fail, or leaves a service that can't do its work. */
export function judgeAccount(account: Account, deployment: Deployment): readonly Finding[] {
  return [
    identity(account),
    region(account),
    bootstrap(account, deployment),
    concurrency(account, deployment),
    requests(account, deployment),
    gatewayKeys(account),
    apiResources(deployment),
    ...logRole(account, deployment),
    sandbox(account, deployment),
    sender(account, deployment),
    ...(deployment.domain && account.zone
      ? [judgeZone(account.zone, deployment.domain, deployment.makesCertificate)]
      : []),
    ...account.topics.map(({ topic, subscribers }) => judgeTopic(topic, subscribers)),
    ...restored(account, deployment),
  ];
}

function restored(
  { restoredTable, restoredDocuments }: Account,
  { restoredTable: table, restoredDocuments: bucket }: Deployment,
): readonly Finding[] {
  return [
    ...(table && restoredTable
      ? knownAll('restored table', restoredTable, (found) => judgeTable(found, table))
      : []),
    ...(bucket !== undefined && restoredDocuments
      ? knownAll('restored documents', restoredDocuments, (found) => judgeBucket(found, bucket))
      : []),
  ];
}

/** The same for an answer with several findings. */
function knownAll<T>(
  about: string,
  asked: Asked<T>,
  judge: (found: T) => readonly Finding[],
): readonly Finding[] {
  if ('said' in asked) return judge(asked.said);
  return [known(about, asked, () => ok(about, ''))];
}

function identity({ id, region: place }: Account): Finding {
  return known('account', id, (found) => ok('account', `${found}, ${place}`));
}

function region({ region: name }: Account): Finding {
  if (!regionsWithoutMail.includes(name))
    return ok('region', `${name} supports everything that is deployed`);
  return blocker(
    'region',
    `CloudFormation does not support SES in ${name}`,
    'Deploy to another region.',
  );
}

function bootstrap(
  { id, region: place, bootstrapVersion }: Account,
  { bootstrap: needed }: Deployment,
) {
  const target = 'said' in id ? `aws://${id.said}/${place}` : '';
  const command = `npm run cdk -- bootstrap ${target}`.trim();
  return known('bootstrap', bootstrapVersion, (version) => {
    if (version === null) {
      return blocker('bootstrap', 'the CDK bootstrap stack is missing', `Run ${command}`);
    }
    if (version >= needed.version) return ok('bootstrap', `version ${version}`);
    return blocker(
      'bootstrap',
      `version ${version}, but ${needed.version} is required`,
      `Run ${command}`,
    );
  });
}

function concurrency({ lambda }: Account, { functions, reserved, stage }: Deployment): Finding {
  const about = 'concurrent executions';
  const ask =
    'Request 1,000 in Service Quotas (Lambda, "Concurrent executions"); it takes a day or more.';
  return known(about, lambda, ({ concurrent, unreserved, own }) => {
    const found = `${concurrent}, ${unreserved} of them not reserved`;
    // Reservations of an earlier deployment of this stage are replaced, not added.
    const others = concurrent - unreserved - own;
    if (reserved > 0 && concurrent - others - reserved < leastUnreserved) {
      const beside = others > 0 ? `, other functions of the account ${others}` : '';
      return blocker(
        about,
        `${found}; this stage reserves ${reserved}${beside}, and Lambda keeps ${leastUnreserved} unreserved`,
        others > 0 ? `${ask} Or give this stage a smaller accountConcurrency.` : ask,
      );
    }
    if (concurrent < leastUnreserved) {
      const finding = `${found}: a new account's limit, for ${functions} functions`;
      return stage === 'dev' ? note(about, finding, ask) : blocker(about, finding, ask);
    }
    return concurrent < usualConcurrency ? note(about, found, ask) : ok(about, found);
  });
}

function requests({ gateway }: Account, { requestsPerSecond: own }: Deployment): Finding {
  const about = 'requests of API Gateway';
  return known(about, gateway, ({ requestsPerSecond }) =>
    requestsPerSecond < own
      ? note(
          about,
          `${requestsPerSecond} a second for the account; the stage alone accepts ${own}`,
          'Callers get 429 below the limit of the stage: request more in Service Quotas.',
        )
      : ok(about, `${requestsPerSecond} a second for the account`),
  );
}

function gatewayKeys({ gatewayKeys: asked }: Account): Finding {
  const about = 'gateway keys';
  return known(about, asked, (keys) => {
    const found = `${keys} of ${mostGatewayKeys}; AWS does not raise this limit`;
    const ask =
      'Remove keys of other stages, or use another account: further keys share one limit.';
    // The stage creates two of its own, and one for each API key.
    if (keys > mostGatewayKeys - 2) return blocker(about, found, ask);
    return keys > mostGatewayKeys * 0.8 ? note(about, found, ask) : ok(about, found);
  });
}

/** A new API has the default quota, so a rebuilt stage fails where an older one fits. */
function apiResources({ apis }: Deployment): Finding {
  const about = 'resources of the APIs';
  const resources = apis.map(({ paths }) => countResources(paths));
  const found = `${resources.join(', ')} of ${mostResources}`;
  return Math.max(...resources) > mostResources
    ? blocker(about, found, 'API Gateway refuses the import. Merge or remove paths.')
    : ok(about, found);
}

/** Each path prefix is a resource, and so is the root. */
export function countResources(paths: readonly string[]): number {
  const all = paths.flatMap((path) => {
    const parts = path.split('/').filter((part) => part !== '');
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  });
  return new Set(all).size + 1;
}

/** An account has only one such role for all its APIs, so the last stack that sets it wins. */
function logRole({ gateway }: Account, { makesLogRole, stage }: Deployment): readonly Finding[] {
  const about = "role of API Gateway's logs";
  if (!('said' in gateway)) return []; // `requests` has reported it
  const { logRole: role } = gateway.said;
  const own = role?.includes(`RegistryService-${stage}-`) ?? false;
  if (makesLogRole && role !== null && !own) {
    const advice =
      'This stage would replace it, for all APIs: synthesize with -c apiLogRole=false.';
    return [note(about, `the account has ${role}`, advice)];
  }
  if (!makesLogRole && role === null) {
    const advice = 'API Gateway refuses a stage with logs: remove -c apiLogRole=false.';
    return [blocker(about, 'the account has none, and this stage creates none', advice)];
  }
  return [ok(about, makesLogRole ? 'created by this stage' : `the account has ${role}`)];
}

function sandbox({ mail }: Account, { stage }: Deployment): Finding {
  const about = 'mail (SES)';
  return known(about, mail, ({ production, sending, perDay, perSecond, enforcement }) => {
    const found = `${perDay} emails a day, ${perSecond} a second`;
    if (!sending || enforcement === 'SHUTDOWN') {
      return blocker(
        about,
        'SES sends no email for this account',
        'Look at the SES console, or contact AWS Support.',
      );
    }
    if (!production) {
      const finding = `in the SES sandbox: ${found}, only to verified addresses, so no one else can sign in`;
      const advice =
        'Request production access: aws sesv2 put-account-details; it takes a day or more.';
      return stage === 'dev' ? note(about, finding, advice) : blocker(about, finding, advice);
    }
    if (enforcement !== 'HEALTHY') {
      return note(
        about,
        `${found}; under review (${enforcement})`,
        'The SES console shows the reason.',
      );
    }
    return ok(about, found);
  });
}

function sender(
  { senderVerified }: Account,
  { mailFrom, makesIdentity, stage }: Deployment,
): Finding {
  const about = 'sender of emails';
  if (mailFrom.endsWith('.invalid')) {
    const advice = 'Synthesize with -c mailDomain=…, or -c mailFrom=… of an identity that SES has.';
    const found = `${mailFrom}, which can’t send email`;
    return stage === 'dev' ? note(about, found, advice) : blocker(about, found, advice);
  }
  return known(about, senderVerified, (verified) => {
    if (verified) return ok(about, `${mailFrom}, verified`);
    if (makesIdentity) {
      const advice =
        'Add the records in its outputs MailDkim1 to MailDkim3 to the DNS (docs/operators/deploy.md).';
      return note(about, `${mailFrom}: this deployment creates the identity of its domain`, advice);
    }
    const domain = mailFrom.split('@')[1];
    const advice = `aws sesv2 create-email-identity --email-identity ${domain}, and its three CNAME records.`;
    return blocker(about, `${mailFrom} is not verified in SES: every email is rejected`, advice);
  });
}
