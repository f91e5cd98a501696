import type { StaffRole } from '../../shared/staff/domain/staff-rights.ts';
import { operatorOf } from './admin.ts';
import { signedIn } from './portal.ts';
import type { World } from './world.ts';

/** Someone with an account and these roles, and a browser in which they are signed in. */
export async function aStaffMember(
  world: World,
  roles: readonly StaffRole[],
  subjectTypes: readonly string[] | null = null,
) {
  const operator = operatorOf(world);
  const { id, email } = await operator.aPerson({ givenName: 'Staff', surname: 'Member' });
  if (roles.length > 0)
    await operator.data('POST', '/staff', { personId: id, roles, subjectTypes });
  return { id, email, browser: await signedIn(world, email) };
}
