export interface Finding {
  check: string
  ok: boolean
  /** Everything works, but the operator should change something. */
  isWarning?: true
  /** The observation, or what to do if not ok. */
  detail: string
}
