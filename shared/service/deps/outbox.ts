import { type GatewayKeys, noGatewayKeys, openGatewayKeys } from '../../access/gateway-keys.ts';
import { planIdsOf } from '../../access/plan-ids.ts';
import { type AgreementDeps, agreementDeps } from '../../agreements/agreement-deps.ts';
import type { CoreDeps } from '../../kernel/deps/core.ts';
import { serviceDeps } from '../../kernel/deps/service.ts';
import { environment, OutboxEnvironment } from '../../kernel/env.ts';
import type { MailDeps } from '../../mail/mail-deps.ts';
import { openMailer } from '../../mail/mailer.ts';
import { sender } from '../../mail/sender.ts';
import { openWorkflows, type Workflows } from '../../outbox/workflows.ts';
import { type SandboxDeps, sandbox } from '../../payments/sandbox-deps.ts';

/** What letters are written from, and sent with. */
export interface LetterDeps extends MailDeps, AgreementDeps {
  /** Whom to tell of new reviews; empty: nobody. */
  readonly reviewers: readonly string[];
}

export interface GatewayKeyDeps extends CoreDeps {
  readonly gatewayKeys: GatewayKeys;
}

export interface WorkflowStartDeps extends CoreDeps {
  readonly workflows: Workflows;
}

/** What all consumers of events need together. */
export interface OutboxDeps extends LetterDeps, GatewayKeyDeps, WorkflowStartDeps, SandboxDeps {}

/** The composition root of the outbox. */
export function outboxDeps(): OutboxDeps {
  const settings = environment(OutboxEnvironment);
  const plans = planIdsOf(settings);
  const service = serviceDeps();
  return {
    ...service,
    ...agreementDeps(),
    gatewayKeys:
      plans === null ? noGatewayKeys : openGatewayKeys({ stage: service.stage, ...plans }),
    workflows: openWorkflows({
      'review-dispatch': settings.REVIEW_DISPATCH_ARN,
      'review-decision': settings.REVIEW_DECISION_ARN,
      'certificate-issuance': settings.CERTIFICATE_ISSUANCE_ARN,
    }),
    mailer: openMailer(
      sender(settings.MAIL_FROM, settings.MAIL_FROM_NAME ?? service.jurisdiction),
      {
        asked: settings.MAIL_CONFIGURATION_SET,
        unasked: settings.MAIL_UNASKED_CONFIGURATION_SET,
      },
    ),
    sandbox: sandbox(),
    reviewers: settings.REVIEWERS,
  };
}
