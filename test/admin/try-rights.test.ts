import { describe, expect, it } from 'vitest';
import { tryRights } from '../../admin/preflight/try-rights.ts';

type Judging = 'each item' | 'all keys' | 'nothing';

const denied = () => Object.assign(new Error('no'), { name: 'AccessDeniedException' });
const actions: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** A fake account that evaluates transactions in one of the ways that IAM could, with the policy it was given. */
function account(
  judging: Judging,
  { fails = '', slow = 0 }: { fails?: string; slow?: number } = {},
) {
  const there = new Set<string>();
  const sent: string[] = [];
  const waits: number[] = [];
  let output = '';
  let allowed = new Map<string, string>();
  const may = (action: string, keys: readonly string[]) => {
    const pattern = allowed.get(`dynamodb:${action}`);
    return pattern !== undefined && keys.every((pk) => pk.startsWith(pattern.replace('*', '')));
  };
  // biome-ignore lint/suspicious/noExplicitAny: commands of three clients, of which a test looks at a few fields.
  const send = async ({ constructor: { name }, input }: any) => {
    sent.push(name);
    if (name === fails) throw new Error('failed');
    if (/^Create/.test(name)) there.add(name.slice(6, -7));
    if (/^Delete/.test(name)) there.delete(name.slice(6, -7));
    if (name === 'PutRolePolicyCommand') {
      there.add('RolePolicy');
      allowed = new Map(
        JSON.parse(input.PolicyDocument).Statement.map(
          // biome-ignore lint/suspicious/noExplicitAny: a statement of the policy.
          ({ Action, Condition }: any) => [
            Action,
            Condition['ForAllValues:StringLike']['dynamodb:LeadingKeys'][0],
          ],
        ),
      );
    }
    if (name === 'GetCallerIdentityCommand') {
      return { Account: '111122223333', Arn: 'arn:aws:iam::111122223333:user/a' };
    }
    return {
      TableDescription: { TableArn: 'arn:aws:dynamodb:eu-west-1:111122223333:table/a' },
      Table: { TableStatus: 'ACTIVE' },
      Role: { Arn: 'arn:aws:iam::111122223333:role/a' },
      Credentials: { AccessKeyId: 'a', SecretAccessKey: 'b', SessionToken: 'c' },
    };
  };
  let calls = 0;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  const sendAsRole = async ({ input }: any) => {
    calls += 1;
    if (calls <= slow) throw denied();
    if (input.Item !== undefined) {
      if (!may('PutItem', [input.Item.pk.S])) throw denied();
      return {};
    }
    const items: [string, string][] = input.TransactItems.flatMap((item: object) =>
      Object.entries(item).map(([word, { Item, Key }]) => [actions[word], (Item ?? Key).pk.S]),
    );
    const all = items.map(([, pk]) => pk);
    const passes = items.every(
      ([action, pk]) => judging === 'nothing' || may(action, judging === 'all keys' ? all : [pk]),
    );
    if (!passes) throw denied();
    return {};
  };
  const client = { send: send as never };
  const trial = {
    ...{ tables: client, roles: client, identity: client },
    as: () => ({ send: sendAsRole as never }),
    wait: async (milliseconds: number) => waits.push(milliseconds),
    write: (text: string) => {
      output += text;
    },
  };
  return { trial, there, sent, waits, output: () => output };
}

describe('npm run preflight -- --try-rights', () => {
  it.each<[Judging, string, string]>([
    ['each item', 'ok', 'each item of a transaction needs the right to its own key'],
    ['all keys', 'BLOCKER', 'needs rights to all its keys'],
    ['nothing', 'note', 'can write items for which there is no right'],
  ])(
    'if AWS judges %s, reports %s and removes its test resources',
    async (judging, weight, words) => {
      const { trial, there } = account(judging);
      const finding = await tryRights(trial, 'kinds');
      expect(finding).toMatchObject({ weight, found: expect.stringContaining(words) });
      expect([...there]).toEqual([]);
      const told = { BLOCKER: 'Set "tableRights" to "table"', note: 'Report this to the project' };
      for (const advice of [told[weight as keyof typeof told]]) {
        expect(finding.advice ?? '').toContain(advice ?? '');
      }
    },
  );

  it('passes with a refusal if the settings already take it into account', async () => {
    expect(await tryRights(account('all keys').trial, 'table')).toMatchObject({ weight: 'ok' });
  });

  it('waits until the new policy is effective, and ignores earlier refusals', async () => {
    const { trial, waits } = account('each item', { slow: 3 });
    expect(await tryRights(trial, 'kinds')).toMatchObject({ weight: 'ok' });
    expect(waits).toHaveLength(3);
    const never = account('each item', { slow: 1_000 });
    const finding = await tryRights(never.trial, 'kinds');
    expect(finding).toMatchObject({ weight: 'BLOCKER', found: 'could not be tried: no' });
    expect([...never.there]).toEqual([]);
  });

  it('removes its test resources after a failure, and names those it could not remove', async () => {
    const failing = account('each item', { fails: 'AssumeRoleCommand' });
    expect(await tryRights(failing.trial, 'kinds')).toMatchObject({ weight: 'BLOCKER' });
    expect([...failing.there]).toEqual([]);
    const { trial, there, output } = account('each item', { fails: 'DeleteRoleCommand' });
    await tryRights(trial, 'kinds');
    expect([...there]).toEqual(['Role']);
    expect(output()).toMatch(/by hand: aws iam delete-role --role-name registry-try-rights-\w+\n$/);
  });
});
