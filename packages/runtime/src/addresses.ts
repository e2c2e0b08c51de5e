export interface Addresses {
  /** Scheme, host and port, without a trailing slash. */
  publicUrl: string
  /** Lower case, with a non-default port; link hosts are `{prefix}.{linkBaseHost}`. */
  linkBaseHost: string
}

export function addressesOf(env: {
  PORT: number
  PUBLIC_URL?: string | undefined
  LINK_BASE_HOST?: string | undefined
}): Addresses {
  return {
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    linkBaseHost: (env.LINK_BASE_HOST ?? `localhost:${env.PORT}`).toLowerCase(),
  }
}
