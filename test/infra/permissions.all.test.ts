import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keys } from '../../shared/kernel/db/keys.ts';
import { partitionPatterns } from '../../shared/kernel/db/schema.ts';
import type { AuthRule } from '../../shared/kernel/domain/auth-rule.ts';
import type { ItemKind } from '../../shared/kernel/http/data-needs.ts';
import { routes } from '../../shared/service/routes/route-table.ts';
import { deployedPolicies } from '../support/permissions/deployed-policies.ts';
import { openJudge } from '../support/permissions/judge.ts';
import { bucketArn, tableArn } from '../support/permissions/policies.ts';

const policies = deployedPolicies();
const isAllowed = openJudge(policies);
const callers = Object.keys(policies);
const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];
// Object.keys loses the type of the names.
const kinds = Object.keys(keys) as ItemKind[];

/** The functions that may do this to items with this partition key. */
async function whoMay(action: string, ...leadingKeys: readonly string[]) {
  const allowed = await Promise.all(
    callers.map((caller) =>
      isAllowed({ caller, action: `dynamodb:${action}`, resource: tableArn, leadingKeys }),
    ),
  );
  return callers.filter((_, index) => allowed[index]);
}

describe('an attacker in control of a function', () => {
  it("can't change or delete audit entries or events", async () => {
    for (const action of ['UpdateItem', 'DeleteItem', 'BatchWriteItem']) {
      for (const key of ['AUDIT#a', 'AUDIT#none', 'AUDIT#ACTION#a', 'OUTBOX#a']) {
        expect(await whoMay(action, key)).toEqual([]);
      }
    }
  });

  it("can't publish a token-signing key, except through the rotation", async () => {
    const rotation = ['functions/oauth/rotate-signing-keys.ts'];
    expect(await whoMay('PutItem', 'SIGNING_KEYS')).toEqual(rotation);
    expect(await whoMay('UpdateItem', 'SIGNING_KEYS')).toEqual(rotation);
    expect(await whoMay('DeleteItem', 'SIGNING_KEYS')).toEqual([]);
  });

  it("can't write without naming an item, or to an allowed item together with another", async () => {
    for (const action of writes) {
      for (const caller of callers) {
        const request = { caller, action: `dynamodb:${action}`, resource: tableArn };
        expect(await isAllowed(request), `${caller} ${action}`).toBe(false);
        const mixed = { ...request, leadingKeys: ['ATTEMPTS#a#b', 'PERSON#a', 'SIGNING_KEYS'] };
        expect(await isAllowed(mixed), `${caller} ${action}`).toBe(false);
      }
    }
  });

  it('can change nothing of the API except the stage, and only through the maintenance function', () => {
    const changing = callers.flatMap((caller) =>
      (policies[caller] ?? [])
        .flatMap(({ Statement }) => Statement)
        .filter(({ Action }) => /apigateway:(PATCH|PUT|\*)/.test(String(Action)))
        .map(({ Resource }) => [caller, String(Resource)]),
    );
    // Usage plan keys belong to the account.
    expect(
      changing.filter(([, resource]) => !/::\/(apikeys|usageplans)\//.test(resource ?? '')),
    ).toEqual([
      [
        'functions/admin/maintenance.ts',
        expect.stringMatching(/^arn:[^*]*:apigateway:[^*]*::\/restapis\/[^*]+\/stages\/dev$/),
      ],
    ]);
  });

  it("can't use SQL on the table, nor scan it", async () => {
    for (const action of [
      'Scan',
      'PartiQLSelect',
      'PartiQLInsert',
      'PartiQLUpdate',
      'PartiQLDelete',
    ])
      expect(await whoMay(action, 'PERSON#a')).toEqual([]);
  });

  it("can't create or revoke credentials, except through the functions for this", async () => {
    expect((await whoMay('UpdateItem', 'KEY#a')).toSorted()).toEqual([
      'functions/account/keys.ts', // limits alone
      'functions/admin/clients.ts',
      'functions/admin/people.ts',
      'functions/gateway/reconcile.ts',
      'functions/mailboxes/carry-out.ts', // which suspends them, and lets them continue
      'functions/oauth/clients.ts', // the key of a revoked grant
      'functions/oauth/token.ts', // the key of a grant
      'functions/outbox/keep-gateway-keys.ts',
      'functions/portal/connections.ts', // the keys of an ended connection
      'functions/portal/console.ts', // keys of partners
      'functions/portal/developer.ts',
      'functions/portal/mailboxes.ts', // as above
      'functions/portal/manifestation.ts',
    ]);
    expect((await whoMay('PutItem', 'SESSION#a')).toSorted()).toEqual([
      'functions/pages/applicant.ts',
      'functions/portal/passkeys.ts',
      'functions/portal/sign-in.ts',
    ]);
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem'] as const) {
      const who = await whoMay(action, 'PASSKEY#a');
      expect(who).toEqual(action === 'PutItem' ? ['functions/portal/passkeys.ts'] : []);
    }
  });

  it('can query an index only through the listed functions', async () => {
    const who = async (index: string) => {
      const resource = `${tableArn}/index/${index}`;
      const allowed = await Promise.all(
        callers.map((caller) => isAllowed({ caller, action: 'dynamodb:Query', resource })),
      );
      return callers.filter((_, position) => allowed[position]).toSorted();
    };
    expect(await who('gsi1')).toEqual([
      'functions/admin/amendments.ts',
      'functions/admin/applications.ts',
      'functions/admin/audit.ts',
      'functions/admin/certificates.ts',
      'functions/admin/clients.ts', // who was registered, to revoke what they have
      'functions/admin/documents.ts', // the list of uploads
      'functions/admin/entities.ts',
      'functions/admin/people.ts', // by name and part of the address
      'functions/admin/residency-applications.ts',
      'functions/admin/reviews.ts', // similar names
      'functions/admin/visitor-passes.ts', // by address and source
      'functions/outbox/wake-webhooks.ts', // what is due
      'functions/payments/ask-providers.ts', // what to ask the provider for
      'functions/portal/console.ts', // entities by name
      'functions/portal/credentials.ts', // whether a wallet is registered
      'functions/portal/new-application.ts', // similar names
      'functions/portal/reviews.ts', // similar names
      'functions/registry/check-name.ts',
      'functions/registry/public-register.ts',
      'functions/registry/search.ts',
      'functions/registry/write-snapshot.ts',
      'functions/terms/announce-ends.ts', // what ends in a month
      'functions/workflows/migration/work.ts', // the registry's one list
    ]);
    expect(await who('gsi2')).toEqual([
      'functions/account/keys.ts', // what someone’s keys and clients have done
      'functions/admin/amendments.ts',
      'functions/admin/applications.ts',
      'functions/admin/audit.ts',
      'functions/admin/certificates.ts',
      'functions/admin/clients.ts',
      'functions/admin/documents.ts',
      'functions/admin/entities.ts',
      'functions/admin/people.ts',
      'functions/admin/residency-applications.ts',
      'functions/admin/reviews.ts',
      'functions/portal/account.ts', // as above
      'functions/portal/console.ts', // the trail of an entity
      'functions/portal/files.ts', // the records of a person
      'functions/portal/new-application.ts', // similar names
      'functions/portal/reviews.ts',
      'functions/registry/check-name.ts',
      'functions/registry/public-register.ts',
      'functions/registry/search.ts',
      'functions/registry/write-snapshot.ts',
      'functions/terms/announce-ends.ts', // the day of the registration
    ]);
  });

  it('can store files only in the folders of the function', async () => {
    const who = async (folder: string) => {
      const resource = `${bucketArn}/${folder}/a/b`;
      const allowed = await Promise.all(
        callers.map((caller) => isAllowed({ caller, action: 's3:PutObject', resource })),
      );
      return callers.filter((_, position) => allowed[position]).toSorted();
    };
    expect(await who('tax-proofs')).toEqual([
      'functions/portal/entities.ts',
      'functions/portal/tax-proof.ts',
    ]);
    expect(await who('proofs-of-address')).toEqual(['functions/uploads/proof-of-address.ts']);
    expect(await who('documents')).toEqual([
      'functions/admin/documents.ts',
      'functions/admin/imports.ts',
      'functions/workflows/certificate-issuance/issue-document.ts',
      'functions/workflows/review-decision/issue-documents.ts',
    ]);
    expect(await who('anything-else')).toEqual([]);
  });
});

describe('functions without authentication', () => {
  const anonymous = [
    ...new Set(routes.filter(({ auth }) => auth.scheme === 'none').map(({ entry }) => entry)),
  ];

  it.each(anonymous)('can write only what their rows declare: %s', async (entry) => {
    const rows = routes.filter((row) => row.entry === entry);
    const words = { PutItem: 'put', UpdateItem: 'update', DeleteItem: 'delete' } as const;
    for (const [action, word] of Object.entries(words)) {
      const declared: readonly ItemKind[] = rows.flatMap(({ writes: own }) => own?.[word] ?? []);
      const patterns = new Set(declared.flatMap(partitionPatterns));
      if (rows.some(({ idempotent }) => idempotent)) patterns.add('IDEMPOTENCY#*');
      // The last use of a key is recorded whatever else the function does.
      if (word === 'update' && rows.some(({ auth }) => isOfKeys(auth))) patterns.add('KEY_USE#*');
      const candidates = new Set([...kinds.flatMap(partitionPatterns), 'IDEMPOTENCY#*']);
      const allowed = await Promise.all(
        [...candidates].map(async (pattern) => {
          const leadingKeys = [pattern.replace('*', 'a')];
          const act = { caller: entry, action: `dynamodb:${action}`, resource: tableArn };
          return (await isAllowed({ ...act, leadingKeys })) ? [pattern] : [];
        }),
      );
      expect(new Set(allowed.flat()), action).toEqual(patterns);
    }
  });
});

describe('the policies', () => {
  it('fit into the inline limit of a role', () => {
    // IAM adds up all inline policies of a role, without white space.
    const sizes = callers.map((caller) => JSON.stringify(policies[caller]).length);
    expect(Math.max(...sizes)).toBeLessThan(10_240 / 2);
  });

  it('let every function that looks up a session record its use', () => {
    // Uses are recorded only after five minutes, which tests don't wait for. So this test reads the code for session
    // lookups instead.
    const asking = [...new Set(routes.map(({ entry }) => entry))].filter((entry) =>
      asksForSession(entry),
    );
    expect(asking.length).toBeGreaterThan(8);
    const noting = (entry: string) =>
      routes.some((row) => row.entry === entry && row.writes?.update?.includes('session'));
    expect(asking.filter((entry) => !noting(entry))).toEqual([]);
  });
});

/** Whether a file, or one that it imports, looks up the signed-in person. */
function asksForSession(file: string, known = new Set<string>()): boolean {
  if (known.has(file) || /^shared\/[^/]+\/auth\//.test(file)) return false;
  known.add(file);
  const text = readFileSync(file, 'utf8');
  return (
    text.includes('resolveSession(') ||
    [...text.matchAll(/ from '(\.[^']+)'/g)].some(([, path = '']) =>
      asksForSession(join(dirname(file), path), known),
    )
  );
}

function isOfKeys(auth: AuthRule): boolean {
  return ['key', 'any-key', 'partner'].includes(auth.scheme);
}
