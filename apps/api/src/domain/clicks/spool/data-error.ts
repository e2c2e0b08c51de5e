/** SQLSTATE: data exceptions and violated constraints. */
const DATA_ERRORS = /^2[23]...$/

/**
 * Whether PostgreSQL rejected a statement because of a row's data. Any other error may pass: unavailable, out of
 * disk, not migrated yet.
 */
export function isDataError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && DATA_ERRORS.test(code)
}
