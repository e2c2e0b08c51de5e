/** Converts a validated `YYYY-MM-DD` to a DATE column's value; null and undefined stay. */
export function toDate<Missing extends null | undefined>(text: string | Missing): Date | Missing {
  return typeof text === 'string' ? new Date(`${text}T00:00:00Z`) : text
}

export function formatDate(date: Date | null): string | null {
  return date === null ? null : date.toISOString().slice(0, 10)
}
