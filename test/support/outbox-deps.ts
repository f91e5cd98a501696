import { noGatewayKeys } from '../../shared/access/aws/gateway-keys.ts';
import type { Table } from '../../shared/kernel/db/table.ts';
import type { Message } from '../../shared/mail/aws/mailer.ts';
import type { OutboxDeps } from '../../shared/service/deps/outbox.ts';
import { depsOn } from './core-deps.ts';

export interface StartedExecution {
  readonly workflow: string;
  readonly execution: string;
  readonly input: Readonly<Record<string, string>>;
}

/** The outbox's dependencies, on this table; emails and started workflows are stored for tests. */
export function outboxDepsOn(table: Table) {
  const mails: Message[] = [];
  const executions: StartedExecution[] = [];
  return {
    ...depsOn(table),
    baseUrl: 'https://registry.example',
    jurisdiction: 'Test Jurisdiction',
    fee: () => ({ amountCents: 30_000, currency: 'USD' }),
    gatewayKeys: noGatewayKeys,
    workflows: {
      start: async (workflow: string, execution: string, input: Record<string, string>) => {
        executions.push({ workflow, execution, input });
      },
    },
    mailer: {
      send: async (message: Message) => {
        mails.push(message);
        return 'sent' as const;
      },
    },
    sandbox: null,
    reviewers: ['reviewers@registry.example'],
    mails,
    executions,
  } satisfies OutboxDeps & { mails: Message[]; executions: StartedExecution[] };
}
