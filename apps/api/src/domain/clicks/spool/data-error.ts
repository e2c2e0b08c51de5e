/** SQLSTATE: data exceptions and violated constraints. */
const DATA_ERRORS = /^2[23]...$/

/**
 * Whether PostgreSQL refused a statement for what one of its rows holds. Any other error may pass: away, out of
 * disk, not migrated yet; the row is then as good as it was.
 */
export function isDataError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && DATA_ERRORS.test(code)
}
