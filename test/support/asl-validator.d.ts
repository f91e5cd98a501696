declare module 'asl-validator' {
  /** Checks a state machine's definition; the package has no types of its own. */
  const validate: (definition: object) => {
    readonly isValid: boolean;
    readonly errors: readonly unknown[];
  };
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it.
  export default validate;
}
