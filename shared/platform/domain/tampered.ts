/** What the log says where an entry of the trail was changed or removed past the service: an alarm counts it. */
export const isTampered = 'an entry of the audit trail was changed';
