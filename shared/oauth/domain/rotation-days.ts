/** How often the token-signing key is rotated, in days. */
export const rotationDays = 90;
