/** How often the key that signs tokens is replaced, in days. */
export const rotationDays = 90;
