import type { Route } from './route.ts';

/** What all paths of test helpers begin with. */
export const testHelpersPath = '/api/v1/test_helpers';

/** Whether a row is there only where nothing is earnest. */
export function isTestHelper({ path }: Pick<Route, 'path'>): boolean {
  return isTestHelperPath(path);
}

export function isTestHelperPath(path: string): boolean {
  return path.startsWith(`${testHelpersPath}/`);
}
