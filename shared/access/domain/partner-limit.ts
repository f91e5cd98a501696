/** Calls of one Partner Key in a UTC minute, over all partner routes together; the window in milliseconds. */
export const partnerLimit = { kind: 'partner_call', max: 600, window: 60_000 } as const;
