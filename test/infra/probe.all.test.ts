import { describe, expect, it } from 'vitest';
import {
  alarmsOf,
  allowed,
  functionOf,
  type Resources,
  schedulesOf,
  synthesize,
} from '../support/synthesized.ts';

const context = { stage: 'prod', baseUrl: 'https://registry.example' };
const entry = 'functions/probe/verify-rpn.ts';
const stacks = synthesize([], { ...context, canary: 'false', probeSecret: 'registry/probe' });
const { service } = stacks;

const mayOf = (resources: Resources) => {
  const { Role } = functionOf(resources, entry)[1].Properties;
  const own = allowed(resources[Role['Fn::GetAtt'][0]]);
  return own.filter(({ action }) => !action.startsWith('logs:'));
};

describe('the probe of verify_rpn', () => {
  it('runs every five minutes against the public address', () => {
    const [id, { Properties }] = functionOf(service, entry);
    expect(schedulesOf(service, entry)).toMatchObject([
      {
        ScheduleExpression: 'rate(5 minutes)',
        State: 'ENABLED',
        Targets: [{ Arn: { 'Fn::GetAtt': [id, 'Arn'] } }],
      },
    ]);
    expect(Properties.Environment.Variables).toMatchObject({
      BASE_URL: 'https://registry.example',
      PROBE_SECRET: 'registry/probe',
    });
  });

  it('can read only the secret with its key', () => {
    expect(mayOf(service)).toEqual([
      {
        action: 'secretsmanager:GetSecretValue',
        resource: expect.stringMatching(/:secret:registry\/probe-\?{6}\]?$/),
      },
    ]);
    expect(mayOf(synthesize([], { ...context, canary: 'false' }).service)).toEqual([]);
  });

  it('raises an alarm if a run and its two repeats fail, or if it does not run', () => {
    const [, { Properties }] = functionOf(service, entry);
    const alarm = alarmsOf(stacks).find(
      ({ Properties: { AlarmName } }) => AlarmName === 'registry-prod-probe',
    );
    expect(alarm?.Properties).toMatchObject({
      Namespace: 'AWS/Lambda',
      MetricName: 'Errors',
      Dimensions: [{ Name: 'FunctionName', Value: Properties.FunctionName }],
      Period: 600,
      Statistic: 'Sum',
      Threshold: 3,
      TreatMissingData: 'breaching',
    });
  });

  it('does not exist in dev, or if it is switched off', () => {
    for (const none of [{}, { ...context, canary: 'false', probe: 'false' }]) {
      expect(schedulesOf(synthesize([], none).service, entry)).toEqual([]);
    }
    expect(() => synthesize([], { probe: 'often' })).toThrow('probe:');
    expect(() => synthesize([], { probeSecret: '' })).toThrow('probeSecret:');
  });
});
