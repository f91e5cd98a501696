/** Another copy of the event is being delivered at this moment: this one is to come back when that is over. */
export class BeingDelivered extends Error {
  constructor(eventId: string) {
    super(`${eventId} is being delivered`);
    this.name = 'BeingDelivered';
  }
}
