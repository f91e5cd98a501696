/** Error messages of the forms' schemas, by the message in English. */
export interface FormErrorTexts {
  readonly messages: Readonly<Record<string, string>>;
  /** For messages with a number or a position, and for zod's messages about values that no browser sends. */
  readonly patterns: readonly (readonly [RegExp, string])[];
}

export const formErrorTexts: FormErrorTexts = { messages: {}, patterns: [[/^.*$/, '$&']] };
