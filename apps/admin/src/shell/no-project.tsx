import { problems } from '../texts/common.js'
import { Message } from '../ui/message.js'

export function NoProject() {
  return (
    <Message icon="inbox" title={problems.noProjectTitle} text={problems.noProjectText}>
      <code>npm run cli -- project create --name Acme --prefix acme</code>
    </Message>
  )
}
