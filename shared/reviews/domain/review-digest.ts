/** Reviewers hear of what begins to wait once in so many milliseconds. */
const period = 3_600_000;

/** Whether reviewers may be told of something at `now`: nobody told them within the hour before. */
export function mayTell(told: { readonly toldAt: string } | null, now: Date): boolean {
  return told === null || now.getTime() - Date.parse(told.toldAt) >= period;
}
