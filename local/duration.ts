const form =
  /^P(?=.)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?=.)(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/;

/**
 * The instant that is an ISO 8601 duration (`P1Y`, `P60DT12H`) after another, in UTC; null for what is none. The last
 * day of a month stays one: a month after January 31 is February 28.
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
  ]; // as many as the form has groups
  const end = new Date(instant);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + years * 12 + months);
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, last) + weeks * 7 + days);
  end.setTime(end.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000);
  return end;
}
