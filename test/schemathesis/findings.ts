import { readFileSync } from 'node:fs';

/** A failed check: the request, the answer, and schemathesis's message. */
export interface Finding {
  readonly check: string;
  /** Method and path as in the description. */
  readonly operation: string;
  readonly method: string;
  readonly status: number;
  readonly body: string;
  readonly message: string;
  readonly curl: string;
}

interface Recorder {
  readonly label: string;
  /** Null if an operation was skipped. */
  readonly checks?: Readonly<Record<string, readonly Check[]>> | null;
  readonly interactions?: Readonly<Record<string, Interaction>> | null;
}

interface Check {
  readonly name: string;
  readonly status: string;
  readonly failure_info?: { readonly failure: { readonly message: string } };
}

interface Content {
  readonly $base64: string;
}

interface Interaction {
  readonly request: {
    readonly method: string;
    readonly uri: string;
    readonly body?: Content | null;
  };
  readonly response?: { readonly status_code: number; readonly content?: Content | null } | null;
}

interface Event {
  readonly ScenarioFinished?: { readonly recorder: Recorder };
  readonly NonFatalError?: { readonly info?: unknown };
  readonly FatalError?: unknown;
}

/**
 * The findings of a run, from its NDJSON report; errors of schemathesis itself are findings too.
 */
export function readFindings(report: string): {
  readonly cases: number;
  readonly findings: readonly Finding[];
} {
  let cases = 0;
  const findings: Finding[] = [];
  for (const line of readFileSync(report, 'utf8').split('\n').filter(Boolean)) {
    // One event of schemathesis 4.32 in each line.
    const event = JSON.parse(line) as Event;
    if (event.NonFatalError ?? event.FatalError) {
      findings.push({ ...nothing, check: 'error', message: line.slice(0, 2_000) });
    }
    if (!event.ScenarioFinished) continue;
    const { label, ...recorder } = event.ScenarioFinished.recorder;
    const interactions = recorder.interactions ?? {};
    cases += Object.keys(interactions).length;
    for (const [id, results] of Object.entries(recorder.checks ?? {})) {
      for (const { name, status, failure_info } of results) {
        if (status !== 'failure') continue;
        const message = failure_info?.failure.message ?? '';
        findings.push({ ...answerOf(interactions[id]), check: name, operation: label, message });
      }
    }
  }
  return { cases, findings };
}

const nothing = { operation: '', method: '', status: 0, body: '', curl: '' };

function answerOf(interaction: Interaction | undefined) {
  if (interaction === undefined) return nothing;
  const { request, response } = interaction;
  const sent = decode(request.body);
  return {
    method: request.method,
    status: response?.status_code ?? 0,
    body: decode(response?.content),
    curl: `curl -X ${request.method} '${request.uri}'${sent === '' ? '' : ` -d '${sent}'`}`,
  };
}

function decode(content: Content | null | undefined): string {
  return content ? Buffer.from(content.$base64, 'base64').toString() : '';
}
