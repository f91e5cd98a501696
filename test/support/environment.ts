/**
 * Remembers the variables of this process. The answer puts them back in place: an object assigned to `process.env` would
 * be a plain one, which the operating system, `os.tmpdir()` and child processes do not see.
 */
export function ownEnvironment(): () => void {
  const before = { ...process.env };
  return () => enterEnvironment(before);
}

/** Removes all other variables from this process's environment, as the operating system sees it. */
export function enterEnvironment(variables: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
  Object.assign(process.env, variables);
}
