import { plainArray } from '../batch/array-literal.js'

export interface ClaimRequest {
  deliveryId: string
  /** A UUID made for this claim. A result is accepted only with it. */
  leaseToken: string
  /** The job's `seq`: a row with a newer one is not claimed. Omitted, it counts as current. */
  seq?: number | undefined
}

const CURRENT_SEQ = 2_147_483_647

/** The parameters `$1::uuid[]`, `$2::uuid[]` and `$3::integer[]`, sorted by id. */
export function keysOf(requests: ClaimRequest[]): [ids: string, tokens: string, seqs: string] {
  const inOrder = requests.toSorted((one, other) => (one.deliveryId < other.deliveryId ? -1 : 1))
  return [
    plainArray(inOrder.map(({ deliveryId }) => deliveryId)),
    plainArray(inOrder.map(({ leaseToken }) => leaseToken)),
    plainArray(inOrder.map(({ seq }) => seq ?? CURRENT_SEQ)),
  ]
}
