/** Avoids the index of due deliveries: a plan cached while it was empty would read the backlog for each id. */
export const IS_DUE_BY_KEY = `coalesce(d.due_at, 'infinity') <= clock_timestamp()`
