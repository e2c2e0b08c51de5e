import type { Values } from './placeholders.js'
import type { Json } from './vector.js'

const NAMED = /^\{(uuid:\w+)\}$/
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The values of `{uuid:name}` in this run: the UUID at the name's first place. A UUID that another name already has
 * is not used, so that two names never have the same value.
 */
export function bindUuids(expected: Json, actual: Json, bound: Values = {}): Values {
  const name = typeof expected === 'string' ? NAMED.exec(expected)?.[1] : undefined
  if (name !== undefined) {
    const isNew = !(name in bound) && !Object.values(bound).includes(actual as string)
    if (isNew && UUID.test(String(actual))) bound[name] = actual as string
  } else if (typeof expected === 'object' && expected !== null)
    for (const [key, item] of Object.entries(expected as object))
      bindUuids(item, Object(actual)[key], bound)
  return bound
}
