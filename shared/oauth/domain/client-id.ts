/** Whether `text` has the form of an OAuth client's id: a uuid, or what an operator chose. */
export function isClientId(text: string): boolean {
  return /^[a-z0-9._-]{3,64}$/.test(text);
}
