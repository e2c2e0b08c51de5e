/** Thrown when a migration cannot be applied; says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}
