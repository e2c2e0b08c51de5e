import { problems } from '../texts/common.js'
import { PlainMessage } from './plain-message.js'

export function NotFound() {
  return (
    <PlainMessage title={problems.notFoundTitle} text={problems.notFoundText}>
      <a href="/admin">{problems.home}</a>
    </PlainMessage>
  )
}
