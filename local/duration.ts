const form =
  /^P(?=.)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=.)(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/;

/**
 * Adds an ISO 8601 duration (`P1Y`, `P60DT12H`) to an instant, in UTC; null if it is invalid. A day beyond the end of a
 * month becomes its last day: a month after January 31 is February 28.
 */
export function instantAfter(instant: Date, duration: string): Date | null {
  const found = form.exec(duration);
  if (found === null) return null;
  const [years, months, weeks, days, hours, minutes, seconds] = found
    .slice(1)
    .map((digits: string | undefined) => Number(digits ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]; // as many as the pattern has groups
  const end = new Date(instant);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + years * 12 + months);
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, last) + weeks * 7 + days);
  end.setTime(end.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000);
  return end;
}
