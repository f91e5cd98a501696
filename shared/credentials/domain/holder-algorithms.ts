/** With what holders' keys sign (HAIP 1.0, section 7: ES256). */
export const holderAlgorithms = ['ES256'] as const;
