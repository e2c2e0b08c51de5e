/** SQLSTATE: data exceptions and violated constraints. */
const DATA_ERRORS = /^2[23]...$/

/** Whether PostgreSQL rejected a row's data; any other error may be temporary. */
export function isDataError(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && DATA_ERRORS.test(code)
}
