import { valueAt } from './column.ts';
import { Failure } from './failure.ts';
import { showValue } from './show-value.ts';
import type { Target } from './target.ts';

/** The service's own reason for a refusal: message, code, and what is wrong with which field. */
export function refusal(status: number, answer: unknown, target: Target): Failure {
  const code = valueAt(answer, 'code');
  const message = showValue(valueAt(answer, 'error') ?? 'The service refused');
  const details = valueAt(answer, 'details');
  const requestId = valueAt(answer, 'requestId');
  const lines = [
    `${message} (${[status, code].filter((part) => part !== undefined).join(', ')})`,
    ...(Array.isArray(details) ? details.map(showDetail) : []),
    ...showDecision(valueAt(answer, 'decision')),
    ...(status >= 500 && requestId !== undefined ? [`  request ${showValue(requestId)}`] : []),
  ];
  // The caller is known but not allowed to do this.
  const isKnown = String(code).startsWith('approval.');
  if ((status !== 401 && status !== 403) || isKnown)
    return new Failure('refused', lines.join('\n'));
  return new Failure('credentials', [...lines, advice(target)].join('\n'));
}

/** A request that the service recorded but did not carry out. */
export function waiting(answer: unknown): Failure {
  const [id, status] = ['data.id', 'data.status'].map((path) => showValue(valueAt(answer, path)));
  return status === 'pending'
    ? new Failure(
        'waiting',
        `Nothing was done yet: a second operator must approve it (approval ${id}).\nThey see it with \`approvals show ${id}\`, and approve it with \`approvals approve ${id}\`.`,
      )
    : new Failure('refused', `You already carried out approval ${id}.`);
}

/** An earlier decision by someone else. */
function showDecision(decision: unknown): readonly string[] {
  if (decision === undefined) return [];
  const [status, by, at] = ['status', 'decidedBy', 'decidedAt'].map((name) =>
    showValue(valueAt(decision, name)),
  );
  return [`  ${status} by ${by} at ${at}`];
}

function showDetail(detail: unknown): string {
  const path = valueAt(detail, 'path');
  const field = Array.isArray(path) && path.length > 0 ? path.join('.') : 'body';
  const message = valueAt(detail, 'message') ?? valueAt(detail, 'code');
  return `  ${showValue(field)}: ${showValue(message)}`;
}

function advice({ local, region }: Target): string {
  return local
    ? 'The service on this machine takes the access key id `local`: leave --profile out.'
    : `The service does not accept these credentials in ${region}. They must belong to a principal with the permission execute-api:Invoke on /admin/*: set --profile or AWS_PROFILE, and --region if the service is in another one.`;
}
