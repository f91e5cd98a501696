import { writeFileSync } from 'node:fs';
import * as z from 'zod';

const Environment = z.object({
  STAGE: z.string().min(1),
  CANARY: z.enum(['as-ever', 'at-once']),
  CDK_CONTEXT: z.string().default('{}'),
});
const Context = z.record(z.string(), z.unknown());

/**
 * What `.github/workflows/deploy.yml` hands to the CDK app: the context that the stage's environment has, and what was
 * chosen for this deployment. Throws on what is no JSON object, and on a context that brings a choice of its own.
 */
export function deployContext(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, unknown>> {
  const { STAGE, CANARY, CDK_CONTEXT } = Environment.parse(env);
  const given = Context.parse(JSON.parse(CDK_CONTEXT || '{}'));
  if ('stage' in given)
    throw new Error('CDK_CONTEXT: the stage is chosen when the workflow is started');
  return { ...given, stage: STAGE, ...(CANARY === 'at-once' && { canary: CANARY }) };
}

if (import.meta.main) {
  // The CDK's command line hands it to the app, as it does with `-c`.
  writeFileSync('cdk.context.json', JSON.stringify(deployContext(process.env), null, 2));
}
