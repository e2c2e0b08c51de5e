import { plainArray } from './array-literal.js'

export interface ClaimRequest {
  deliveryId: string
  /** A UUID made for this claim; the result is accepted only with it. */
  leaseToken: string
}

/** The parameters `$1::uuid[]` and `$2::uuid[]`, in the order of the ids. */
export function keysOf(requests: ClaimRequest[]): [ids: string, tokens: string] {
  const inOrder = requests.toSorted((one, other) => (one.deliveryId < other.deliveryId ? -1 : 1))
  return [
    plainArray(inOrder.map(({ deliveryId }) => deliveryId)),
    plainArray(inOrder.map(({ leaseToken }) => leaseToken)),
  ]
}
