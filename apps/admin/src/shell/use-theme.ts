import { useQueryClient } from '@tanstack/react-query'
import { saveMe } from '../api/account.js'
import { meQuery } from '../api/session.js'
import { showColors, type Theme } from '../ui/colors.js'
import { notifyError } from '../ui/notify.js'
import { useChange } from './use-change.js'

/** Changes the colors immediately, and saves them with the account. */
export function useTheme(): (theme: Theme) => void {
  const client = useQueryClient()
  const saving = useChange((theme: Theme) => saveMe({ theme }), { stale: meQuery.queryKey })
  return (theme) => {
    showColors(theme)
    saving.mutate(theme, {
      onError: (error) => {
        notifyError(error)
        // Reading the account shows its colors again.
        void client.invalidateQueries({ queryKey: meQuery.queryKey })
      },
    })
  }
}
