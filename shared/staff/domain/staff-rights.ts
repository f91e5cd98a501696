import { accept, type Decision, nextState, refuse } from '../../kernel/domain/decision.ts';
import type { Product } from '../../kernel/domain/product.ts';
import { isSameEmail } from '../../people/domain/person.ts';

export const staffRoles = [
  'reviewer',
  'senior_reviewer',
  'auditor',
  'support',
  'operator',
] as const;
export type StaffRole = (typeof staffRoles)[number];

/**
 * The actions of staff on pages, and the roles that are allowed each. docs/operators/staff.md has
 * this table; a test reads it there, and tries each action with each role on the pages.
 */
export const staffActs = {
  'queue.read': ['reviewer', 'senior_reviewer', 'auditor'],
  'case.read': ['reviewer', 'senior_reviewer', 'auditor'],
  'case.claim': ['reviewer', 'senior_reviewer'],
  'case.release': ['reviewer', 'senior_reviewer'],
  'case.note': ['reviewer', 'senior_reviewer'],
  'case.ask': ['reviewer', 'senior_reviewer'],
  'case.approve': ['reviewer', 'senior_reviewer'],
  'case.approve_second': ['senior_reviewer'],
  'case.reject': ['reviewer', 'senior_reviewer'],
  'mailbox.read': ['reviewer', 'senior_reviewer', 'auditor', 'support'],
  'mailbox.open': ['support'],
  'mailbox.evidence': ['support'],
  'mailbox.open_evidence': ['reviewer', 'senior_reviewer', 'auditor'],
  'mailbox.approve': ['reviewer', 'senior_reviewer'],
  'mailbox.approve_second': ['senior_reviewer'],
  'mailbox.refuse': ['reviewer', 'senior_reviewer'],
  'mailbox.withdraw': ['support'],
  'people.read': ['auditor', 'support'],
  'mail.resend': ['support'],
  'audit.read': ['auditor'],
  'console.read': ['operator'],
  'console.act': ['operator'],
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>;
export type StaffAct = keyof typeof staffActs;

/**
 * The actions that decide. If the deployment requires passkeys of its staff, these need one, used
 * recently.
 */
export const decisions: readonly StaffAct[] = [
  'case.ask',
  'case.approve',
  'case.approve_second',
  'case.reject',
  'mailbox.open',
  'mailbox.approve',
  'mailbox.approve_second',
  'mailbox.refuse',
  'console.act',
];

/** Whether decisions need a passkey; see `decisions`. */
export const staffPasskeySettings = ['optional', 'required'] as const;
export type StaffPasskeys = (typeof staffPasskeySettings)[number];

/** Whether the action needs a passkey: console actions always do. */
export function passkeysFor(act: StaffAct, setting: StaffPasskeys): StaffPasskeys {
  return staffActs[act].some((role) => role === 'operator') ? 'required' : setting;
}

/** A staff member, as operators keep them. */
export interface StaffMember {
  readonly personId: string;
  /** An auditor has no other role; an operator can't decide cases. */
  readonly roles: readonly StaffRole[];
  /** The types of case that a reviewer decides; null: all. Other roles ignore it. */
  readonly subjectTypes: readonly Product[] | null;
  /** Removed members stay in the table, so the setting does not add them again. */
  readonly status: 'active' | 'removed';
  readonly addedAt: string;
  readonly changedAt: string;
}

export type StaffCommand =
  | {
      readonly type: 'add';
      readonly roles: readonly StaffRole[];
      readonly subjectTypes: readonly Product[] | null;
    }
  | {
      readonly type: 'revise';
      readonly roles?: readonly StaffRole[] | undefined;
      readonly subjectTypes?: readonly Product[] | null | undefined;
    }
  | { readonly type: 'remove' };

/** `none`: the person has no item, whether or not the setting contains them. */
type StaffStatus = 'none' | StaffMember['status'];

/** Every status with its accepted commands; all others are refused. */
export const staffTransitions: Readonly<
  Record<StaffStatus, Partial<Record<StaffCommand['type'], StaffMember['status']>>>
> = {
  // An item can also remove a reviewer who is only in the setting.
  none: { add: 'active', remove: 'removed' },
  active: { revise: 'active', remove: 'removed' },
  removed: { add: 'active', remove: 'removed' },
};

/**
 * The member after a command; the same object if nothing changes. `member` is null if there is
 * none.
 */
export function decideStaff(
  member: StaffMember | null,
  personId: string,
  command: StaffCommand,
  now: string,
): Decision<StaffMember, 'is_member' | 'no_member' | 'auditor_exclusive' | 'operator_exclusive'> {
  const status = nextState(staffTransitions, member?.status ?? 'none', command.type);
  if (status === undefined) return refuse(command.type === 'add' ? 'is_member' : 'no_member');
  if (command.type === 'remove') {
    if (member?.status === 'removed') return accept(member);
    const was = member ?? { personId, roles: [], subjectTypes: null, addedAt: now };
    return accept({ ...was, status, changedAt: now });
  }
  const roles = inOrder(command.roles ?? member?.roles ?? []);
  if (roles.includes('auditor') && roles.length > 1) return refuse('auditor_exclusive');
  if (roles.includes('operator') && roles.some((role) => role.endsWith('reviewer'))) {
    return refuse('operator_exclusive');
  }
  const subjectTypes =
    command.subjectTypes === undefined ? (member?.subjectTypes ?? null) : command.subjectTypes;
  if (member?.status === 'active' && isSame(member, { roles, subjectTypes })) return accept(member);
  const addedAt = member?.status === 'active' ? member.addedAt : now;
  return accept({ personId, roles, subjectTypes, status, addedAt, changedAt: now });
}

function inOrder(roles: readonly StaffRole[]): readonly StaffRole[] {
  return staffRoles.filter((role) => roles.includes(role));
}

function isSame(
  member: Pick<StaffMember, 'roles' | 'subjectTypes'>,
  next: Pick<StaffMember, 'roles' | 'subjectTypes'>,
): boolean {
  const text = ({ roles, subjectTypes }: typeof member) =>
    JSON.stringify([roles, subjectTypes?.toSorted() ?? null]);
  return text(member) === text(next);
}

/** A person's current staff rights. */
export interface Rights {
  readonly roles: readonly StaffRole[];
  readonly subjectTypes: readonly Product[] | null;
}

/** The rights of a person whose address is in the setting `REVIEWERS`. */
const seeded: Rights = { roles: ['reviewer'], subjectTypes: null };

/**
 * A person's staff rights; null if they are not staff. The person's item takes precedence over the
 * setting. `isTakenOver`: an item has replaced the setting for their address, even if it was
 * another person's item.
 */
export function rightsOf(
  person: {
    readonly email: string;
    readonly emailVerified: boolean;
    readonly suspension?: unknown;
  },
  member: StaffMember | null,
  setting: { readonly reviewers: readonly string[]; readonly isTakenOver: boolean },
): Rights | null {
  // Someone who reads a mailbox that was reported as lost must not see any data.
  if (!person.emailVerified || person.suspension !== undefined) return null;
  if (member !== null) return member.status === 'active' ? member : null;
  if (setting.isTakenOver) return null;
  return setting.reviewers.some((address) => isSameEmail(address, person.email)) ? seeded : null;
}

/** Whether the action is allowed; for cases, also whether their type is. */
export function mayDo(rights: Rights | null, act: StaffAct, subjectType?: Product): boolean {
  if (rights === null) return false;
  const allowed: readonly StaffRole[] = staffActs[act];
  return rights.roles.some(
    (role) =>
      allowed.includes(role) &&
      (subjectType === undefined || (typesOf(role, rights)?.includes(subjectType) ?? true)),
  );
}

/** The staff pages in the navigation. */
export function staffSections(rights: Rights | null): {
  readonly reviewer: boolean;
  readonly helps: boolean;
  readonly audits: boolean;
  readonly operates: boolean;
} {
  return {
    reviewer: mayDo(rights, 'queue.read'),
    helps: mayDo(rights, 'people.read'),
    audits: mayDo(rights, 'audit.read'),
    operates: mayDo(rights, 'console.read'),
  };
}

/** The types of case that a staff member sees; null: all. */
export function seenTypes(rights: Rights): readonly Product[] | null {
  return rights.roles.includes('auditor') ? null : rights.subjectTypes;
}

function typesOf(role: StaffRole, { subjectTypes }: Rights): readonly Product[] | null {
  return role === 'reviewer' || role === 'senior_reviewer' ? subjectTypes : null;
}

/** A person in the console is identified by their person id. */
const personPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

const arnPattern = /^arn:aws[a-z-]*:(iam|sts)::\d{12}:(.+)$/;

/** The prefix of IAM Identity Center's roles, whose session names are those of its users. */
const identityCenter = 'AWSReservedSSO_';

/**
 * The identity of the person behind a principal: two principals of one person must have the same.
 * Null if the principal does not identify a person.
 *
 * | principal | identity |
 * |---|---|
 * | person who works in the console | the person's id |
 * | user | the user's name |
 * | session of a role of IAM Identity Center, or of one of `namedRoles` | the session's name, for all of these roles |
 * | session of any other role | null: the person who assumes the role chooses the name |
 * | root of the account | null: its user also has another principal |
 * | federated user, and anything else | null: an IAM user chooses such names |
 *
 * The ARN of a session is `arn:aws:sts::<account>:assumed-role/<role>/<session name>`. The caller of
 * AssumeRole chooses that name, unless the role's trust policy has a condition on
 * `sts:RoleSessionName` (IAM User Guide, "IAM and AWS STS condition context keys").
 *
 * Names are compared without case. A user and a session with the same name have one identity,
 * because one person may have both.
 */
export function operatorIdentity(principal: string, namedRoles: readonly string[]): string | null {
  if (personPattern.test(principal)) return `person ${principal}`;
  const [, service, resource = ''] = arnPattern.exec(principal) ?? [];
  const [kind, ...path] = resource.split('/');
  const name = path.at(-1) ?? '';
  if (name === '') return null;
  if (service === 'iam' && kind === 'user') return `name ${name.toLowerCase()}`;
  if (service !== 'sts' || kind !== 'assumed-role' || path.length !== 2) return null;
  const role = path[0] ?? '';
  const isNamed = role.startsWith(identityCenter) || namedRoles.includes(role);
  return isNamed ? `name ${name.toLowerCase()}` : null;
}

/**
 * The IAM names that a person with this address probably has, in the form of `operatorIdentity`: in
 * IAM Identity Center often the address, in IAM its local part. An operator with any other IAM name
 * is considered a second operator.
 */
export function iamNamesOf(email: string): readonly string[] {
  const address = email.toLowerCase();
  return [address, address.slice(0, address.lastIndexOf('@'))];
}
