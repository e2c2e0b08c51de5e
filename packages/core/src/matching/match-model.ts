/** A match by signals needs this confidence where the project sets none. */
export const DEFAULT_MIN_CONFIDENCE = 0.95
