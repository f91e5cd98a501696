/** Whether a value matches a pattern of IAM: `*` is any text, `?` any character. */
export function matches(pattern: string, value: string): boolean {
  const expression = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`, 's').test(value);
}
