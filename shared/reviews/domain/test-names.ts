/** What becomes of a case in a sandbox, by its name. */
export type TestFate = 'approve' | 'reject' | 'ask';

/**
 * What a sandbox does with a case of this name, the entity's or the applicant's: names that begin with `Test Approve`,
 * `Test Reject` and `Test Ask`, in any case, are decided or asked about as soon as they are under review; null: a reviewer
 * decides, or a test helper.
 */
export function testFateOf(name: string): TestFate | null {
  const [, fate] = /^test (approve|reject|ask)(?= |$)/i.exec(name) ?? [];
  switch (fate?.toLowerCase()) {
    case 'approve':
      return 'approve';
    case 'reject':
      return 'reject';
    case 'ask':
      return 'ask';
    default:
      return null;
  }
}
