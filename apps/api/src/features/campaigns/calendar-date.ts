/** A checked `YYYY-MM-DD` as a DATE column takes it; null stays null, what was left out stays left out. */
export function toDate<Missing extends null | undefined>(text: string | Missing): Date | Missing {
  return typeof text === 'string' ? new Date(`${text}T00:00:00Z`) : text
}

/** A DATE column as `YYYY-MM-DD`. */
export function formatDate(date: Date | null): string | null {
  return date === null ? null : date.toISOString().slice(0, 10)
}
