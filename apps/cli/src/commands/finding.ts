/** One thing that the doctor looked at. */
export interface Finding {
  check: string
  ok: boolean
  /** All works, but the operator should change something. */
  isWarning?: true
  /** What was seen; when not ok, what to do. */
  detail: string
}
