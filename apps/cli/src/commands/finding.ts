export interface Finding {
  check: string
  ok: boolean
  /** Everything works, but the operator should change something. */
  isWarning?: true
  detail: string
}
