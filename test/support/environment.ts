/**
 * Stores the variables of this process, and returns a function that restores them. Assigning an
 * object to `process.env` would not work: the operating system, `os.tmpdir()` and child processes
 * would not see it.
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
