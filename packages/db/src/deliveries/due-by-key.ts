/**
 * Whether a delivery that is looked up by id is due. Written so that PostgreSQL cannot use the index of due deliveries:
 * after an ANALYZE while none is due it takes that index for empty, keeps the plan, and reads all due deliveries for
 * each id as soon as there is a backlog.
 */
export const IS_DUE_BY_KEY = `coalesce(d.due_at, 'infinity') <= clock_timestamp()`
