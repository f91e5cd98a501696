import { APIGatewayClient, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { ListExecutionsCommand, ListStateMachinesCommand, SFNClient } from '@aws-sdk/client-sfn';
import type { Emulator } from './emulator.ts';
import { mails } from './mailbox.ts';

export interface Effects {
  /** Subject and recipient of each email. */
  readonly mails: readonly string[];
  /** Ids of the executions of each workflow. */
  readonly executions: readonly { readonly name: string; readonly ids: readonly string[] }[];
  /** Names of all gateway keys. */
  readonly gatewayKeys: readonly string[];
}

/** Effects of events outside of the table: each must stay the same while nothing new happens. */
export async function effects(emulator: Emulator): Promise<Effects> {
  const client = {
    endpoint: emulator.url,
    region: emulator.region,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  };
  const workflows = new SFNClient(client);
  const gateway = new APIGatewayClient(client);
  try {
    const { stateMachines = [] } = await workflows.send(new ListStateMachinesCommand({}));
    const executions = await Promise.all(
      stateMachines.map(async ({ stateMachineArn, name }) => {
        const list = await workflows.send(new ListExecutionsCommand({ stateMachineArn }));
        return { name: name ?? '', ids: (list.executions ?? []).map((each) => each.name ?? '') };
      }),
    );
    const { items = [] } = await gateway.send(new GetApiKeysCommand({}));
    return {
      mails: (await mails(emulator)).map(({ To, Subject }) => `${Subject} → ${To.join()}`),
      executions,
      gatewayKeys: items.map(({ name }) => name ?? ''),
    };
  } finally {
    workflows.destroy();
    gateway.destroy();
  }
}
