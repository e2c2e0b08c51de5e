import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Changes filters in the address and returns to the first page, because the list is a different one. */
export function useSetSearch() {
  const navigate = useNavigate()
  return useCallback(
    (change: Record<string, string | undefined>, { keepsPage = false } = {}) =>
      void navigate({
        to: '.',
        search: ((former: Record<string, string | undefined>) => ({
          ...former,
          ...(keepsPage ? {} : { page: undefined, cursor: undefined }),
          ...change,
        })) as never,
        replace: !keepsPage,
        resetScroll: false,
      }),
    [navigate],
  )
}
