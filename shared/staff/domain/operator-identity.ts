const arnPattern = /^arn:aws[a-z-]*:(iam|sts)::\d{12}:(.+)$/;

/** What IAM Identity Center calls its roles: the session's name is then that of its user. */
const identityCenter = 'AWSReservedSSO_';

/**
 * Who is behind an IAM principal, as far as its ARN tells: two principals of the same person must have one identity. Null for
 * one that tells nothing.
 *
 * | principal | identity |
 * |---|---|
 * | user | the user's name |
 * | session of a role of IAM Identity Center, or of one of `namedRoles` | the session's name, whichever of these roles |
 * | session of any other role | null: whoever takes it on chooses the session's name, also somebody who has another principal |
 * | root of the account | null: it is somebody's who has another one |
 * | federated user, and anything else | null: an IAM user makes such names up |
 *
 * The ARN of a session is `arn:aws:sts::<account>:assumed-role/<role>/<session name>`; whoever calls AssumeRole gives that name, unless the role's
 * trust policy has a condition on `sts:RoleSessionName` (IAM User Guide, "IAM and AWS STS condition context keys").
 *
 * Names count without regard to case, and the name of a user is that of a session, too: one person may have both.
 */
export function operatorIdentity(arn: string, namedRoles: readonly string[]): string | null {
  const [, service, resource = ''] = arnPattern.exec(arn) ?? [];
  const [kind, ...path] = resource.split('/');
  const name = path.at(-1) ?? '';
  if (name === '') return null;
  if (service === 'iam' && kind === 'user') return `name ${name.toLowerCase()}`;
  if (service !== 'sts' || kind !== 'assumed-role' || path.length !== 2) return null;
  const role = path[0] ?? '';
  const isNamed = role.startsWith(identityCenter) || namedRoles.includes(role);
  return isNamed ? `name ${name.toLowerCase()}` : null;
}
