import type { WorkflowDeps } from '../../documents/deps/workflow.ts';
import type { Verification } from '../../documents/pdf/issued.ts';
import { newVerificationCode } from '../domain/verification-code.ts';

/** A code that no certificate has yet, with the address of its page, for the certificate to be printed with. */
export function newVerification(
  deps: Pick<WorkflowDeps, 'random' | 'baseUrl'>,
): Verification & { readonly url: string } {
  return verificationOf(newVerificationCode(deps.random), deps);
}

/** The code with the address of its page. */
export function verificationOf(
  code: string,
  { baseUrl }: Pick<WorkflowDeps, 'baseUrl'>,
): Verification & { readonly url: string } {
  return { code, url: `${baseUrl}/certificates/${code}` };
}
