/** One thing that the doctor looked at. */
export interface Finding {
  check: string
  ok: boolean
  /** What was seen; when not ok, what to do. */
  detail: string
}
