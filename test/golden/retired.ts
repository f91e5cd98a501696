/**
 * What a later version has given up on purpose: the name in contents.json, and why nothing of it can be left in
 * a table, a browser or a client when that version is deployed. Nothing leaves the golden tests in any other
 * way.
 */
export const retired: Readonly<Record<string, string>> = {};
