/**
 * Kinds that a later version has removed on purpose: the name in contents.json, and why none of it
 * can be left in a table, a browser or a client when that version is deployed. This is the only way
 * to remove something from the golden tests.
 */
export const retired: Readonly<Record<string, string>> = {};
