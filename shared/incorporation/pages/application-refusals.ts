import type { ApiError } from '../../kernel/errors/api-error.ts';
import * as apiErrors from '../../kernel/errors/errors.ts';
import type { FieldErrors } from '../../kernel/pages/form.ts';
import type { Site } from '../../kernel/pages/site.ts';
import { words } from '../../kernel/pages/words.ts';
import * as registryErrors from '../../registry/errors/registry-errors.ts';
import * as incorporationErrors from '../errors/incorporation-errors.ts';
import { applicationRefusalsTexts } from '../texts/index.ts';

const say = words(applicationRefusalsTexts);

/** The complaint about a field that a refusal of a new application is; null for any other refusal. */
export function refusalAtField({ message, status }: ApiError, site: Site): FieldErrors | null {
  const said = say(site);
  switch (message) {
    case apiErrors.nameTaken().message:
      return { name: said.taken };
    case registryErrors.nameReserved().message:
      return { name: said.reserved };
    case incorporationErrors.registeredAgentNotActive().message:
      return { agentNumber: said.agent };
    case incorporationErrors.referralCodeNotFound().message:
      return { referralCode: said.referralCode };
    default:
      return status === 429 ? { agentNumber: said.tooMany } : null;
  }
}
