import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { openProvider, signInMethodsQuery } from '../api/session.js'
import { withReauth } from './reauth-store.js'

interface OidcButtonProps {
  /** The text for the name of the provider. */
  text: (name: string) => string
  /** The path to open afterwards. */
  next: string | undefined
  /** Connects the identity to the account that is signed in. */
  connects?: boolean
}

/** Leaves for the OpenID Connect provider. Nothing is shown if none is configured. */
export function OidcButton({ text, next, connects = false }: OidcButtonProps) {
  const { data: methods } = useQuery(signInMethodsQuery)
  const leaving = useMutation({
    mutationFn: () =>
      withReauth(() =>
        openProvider({ connect: connects, ...(next === undefined ? {} : { next }) }),
      ),
  })
  const name = methods?.oidc ?? null
  if (name === null) return null
  return (
    <>
      <Button
        variant="default"
        size={connects ? 'sm' : 'md'}
        loading={leaving.isPending}
        onClick={() => leaving.mutate()}
      >
        {text(name)}
      </Button>
      {leaving.error !== null && <p role="alert">{leaving.error.message}</p>}
    </>
  )
}
