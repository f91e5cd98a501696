import { APIGatewayClient, GetStageCommand, UpdateStageCommand } from '@aws-sdk/client-api-gateway';
import { timeLimits } from '../../kernel/runtime/client-parts.ts';

/** The variables of a deployed stage. */
export interface StageSettings {
  variables(): Promise<Readonly<Record<string, string>>>;
  /** Sets these; others stay as they are. Answers all. Of two at once, the later wins as a whole. */
  setVariables(values: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>>;
}

/**
 * The stage of an API. What is set counts for requests within seconds, without a deployment: a stage's variables are
 * not part of one. Throws when API Gateway refuses, or throttles beyond the client's own retries.
 */
export function openStageSettings(restApiId: string, stageName: string): StageSettings {
  const client = new APIGatewayClient(timeLimits({ attempts: 3, requestTimeout: 2_500 }));
  const stage = { restApiId, stageName };
  return {
    async variables() {
      const { variables = {} } = await client.send(new GetStageCommand(stage));
      return variables;
    },
    async setVariables(values) {
      const patchOperations = Object.entries(values).map(([name, value]) => ({
        op: 'replace' as const,
        path: `/variables/${name}`,
        value,
      }));
      const { variables = {} } = await client.send(
        new UpdateStageCommand({ ...stage, patchOperations }),
      );
      return variables;
    },
  };
}
