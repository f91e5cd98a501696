/** A time in its largest unit. */
export function secondsInWords(seconds: number): string {
  return ageInWords(new Date(0).toISOString(), new Date(seconds * 1000));
}

/** How long ago something was, in its largest unit. */
export function ageInWords(since: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 60_000));
  if (minutes === 0) return 'less than a minute';
  const [count, unit] =
    minutes < 60
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / 1440), 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
