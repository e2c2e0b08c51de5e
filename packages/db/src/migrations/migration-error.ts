/** Thrown when a migration can't be applied as things stand; says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}
