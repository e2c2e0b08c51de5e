import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { notify } from '../ui/notify.js'
import { withReauth } from './reauth-store.js'

interface ChangeOptions<Output> {
  /** The queries that are read again after the change. */
  stale: QueryKey
  /** Shown after a success. */
  done?: string
  onDone?: (output: Output) => void
}

/** Makes a call that changes something. Asks for the password if the API requires a recent sign-in. */
export function useChange<Input = void, Output = unknown>(
  run: (input: Input) => Promise<Output>,
  { stale, done, onDone }: ChangeOptions<Output>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => withReauth(() => run(input)),
    onSuccess: (output) => {
      if (done !== undefined) notify(done)
      onDone?.(output)
      void client.invalidateQueries({ queryKey: stale })
    },
  })
}
