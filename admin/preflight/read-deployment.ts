import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** What a synthesized deployment will ask of its account. */
export interface Deployment {
  readonly stage: string;
  readonly functions: number;
  /** Concurrent executions that functions reserve for themselves. */
  readonly reserved: number;
  /** Sender of mails. */
  readonly mailFrom: string;
  /** Whether the stacks make the sender's identity in SES. */
  readonly makesIdentity: boolean;
  /** Whether the service stack gives the account its role for API Gateway's logs. */
  readonly makesLogRole: boolean;
  /** The least version of the CDK's bootstrap stack, and the parameter that says which one is there. */
  readonly bootstrap: { readonly version: number; readonly parameter: string };
}

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.looseObject({
      properties: z.optional(
        z.looseObject({
          templateFile: z.optional(z.string()),
          requiresBootstrapStackVersion: z.optional(z.number()),
          bootstrapStackVersionSsmParameter: z.optional(z.string()),
        }),
      ),
    }),
  ),
});
const Template = z.object({
  Resources: z.record(
    z.string(),
    z.looseObject({
      Type: z.string(),
      Properties: z.optional(
        z.looseObject({
          ReservedConcurrentExecutions: z.optional(z.unknown()),
          Environment: z.optional(
            z.looseObject({ Variables: z.optional(z.record(z.string(), z.unknown())) }),
          ),
        }),
      ),
    }),
  ),
});

/** Reads what `npm run synth` has written into `directory`. Throws where there is nothing, or something else. */
export function readDeployment(directory: string): Deployment {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(directory, name), 'utf8'));
  const artifacts = Object.values(Manifest.parse(read('manifest.json')).artifacts);
  const properties = artifacts.flatMap(({ properties: own }) => (own === undefined ? [] : [own]));
  const resources = properties.flatMap(({ templateFile }) =>
    templateFile === undefined ? [] : Object.values(Template.parse(read(templateFile)).Resources),
  );
  const functions = resources.filter(({ Type }) => Type === 'AWS::Lambda::Function');
  const told = (name: string) =>
    functions
      .map(({ Properties }) => Properties?.Environment?.Variables?.[name])
      .find((value) => typeof value === 'string');
  const stage = told('STAGE');
  const mailFrom = told('MAIL_FROM');
  if (stage === undefined || mailFrom === undefined) {
    throw new Error(`the templates in ${directory} are not those of this service`);
  }
  const has = (type: string) => resources.some(({ Type }) => Type === type);
  return {
    stage,
    mailFrom,
    functions: functions.length,
    reserved: functions
      .map(({ Properties }) => Number(Properties?.ReservedConcurrentExecutions ?? 0))
      .reduce((sum, each) => sum + each, 0),
    makesIdentity: has('AWS::SES::EmailIdentity'),
    makesLogRole: has('AWS::ApiGateway::Account'),
    bootstrap: {
      version: Math.max(
        ...properties.map(({ requiresBootstrapStackVersion = 0 }) => requiresBootstrapStackVersion),
      ),
      parameter:
        properties.find((each) => each.bootstrapStackVersionSsmParameter)
          ?.bootstrapStackVersionSsmParameter ?? '/cdk-bootstrap/hnb659fds/version',
    },
  };
}
