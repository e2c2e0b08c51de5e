import { Button } from '@mantine/core'
import { ApiError } from '../api/client.js'
import { common } from '../texts/common.js'
import { Message } from './message.js'

/** Shown for a list or card that could not be read. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <div role="alert">
      <Message
        isInline
        icon="alert-triangle"
        title={common.failed}
        text={
          <>
            {error.message}
            {requestId !== null && (
              <>
                <br />
                {common.requestId}: <code>{requestId}</code>
              </>
            )}
          </>
        }
      >
        <Button variant="default" onClick={onRetry}>
          {common.retry}
        </Button>
      </Message>
    </div>
  )
}
