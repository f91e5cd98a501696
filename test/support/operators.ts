import { approvalHeader } from '../../shared/staff/contracts/approvals-contract.ts';
import type { OperatorApprovals } from '../../shared/staff/domain/guarded-acts.ts';
import type { Answer, World } from './world.ts';

/** No action needs a second operator. */
export const nobodyElse: OperatorApprovals = {
  vouchersAbove: null,
  representatives: false,
  emailAddresses: false,
  permitNumbers: false,
  taxState: false,
  keys: false,
  identityVerifications: false,
  staff: false,
  namedRoles: [],
};

/** Every possible action needs a second operator. */
export const twoForAll: OperatorApprovals = {
  vouchersAbove: 10_000,
  representatives: true,
  emailAddresses: true,
  permitNumbers: true,
  taxState: true,
  keys: true,
  identityVerifications: true,
  staff: true,
  namedRoles: ['Operators'],
};

/** Changes the setting from the next request on. */
export function ask(world: World, setting: Partial<OperatorApprovals>): void {
  Object.assign(world.deps.operatorApprovals, setting);
}

export interface Pending {
  readonly id: string;
  readonly status: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly body: unknown;
  } | null;
}

/** An operator by the name of their IAM user, or a role and the name of its session: `Operators:grace`. */
export function operatorCalled(world: World, name: string) {
  const authorization = `AWS4-HMAC-SHA256 Credential=local-${name}/20260101/eu-west-1/execute-api/aws4_request, SignedHeaders=host, Signature=00`;
  const call = (method: string, path: string, body?: unknown, approval?: string): Promise<Answer> =>
    world.call(method, `/admin/v1${path}`, {
      body,
      headers: { authorization, ...(approval !== undefined && { [approvalHeader]: approval }) },
    });
  return {
    call,
    /** Sends a request that waits for a second operator. */
    async asks(method: string, path: string, body?: unknown): Promise<Pending> {
      const { status, body: answer } = await call(method, path, body);
      if (status !== 202) throw new Error(`set-up: ${status} ${JSON.stringify(answer)}`);
      return (answer as { data: Pending }).data;
    },
    /** Sends the same request as a second operator, like `npm run admin -- approvals approve`. */
    async approves({ id }: Pending): Promise<Answer> {
      const { body } = await call('GET', `/approvals/${id}`);
      const { request } = (body as { data: Pending }).data;
      if (request === null) throw new Error('set-up: nothing to approve');
      const path = request.path.replace('/admin/v1', '');
      return call(request.method, path, request.body ?? undefined, id);
    },
  };
}

/** Status, and code or message, of an error response. */
export function refusalIn({ status, body }: Answer): string {
  const { code, error } = Object(body);
  return `${status} ${code ?? error}`;
}
