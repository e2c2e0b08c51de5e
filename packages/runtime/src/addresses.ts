/** Where an installation is reached. */
export interface Addresses {
  /** Scheme, host and port, without a slash at the end. */
  publicUrl: string
  /** In lower case, with its port if it is not the usual one; link hosts are `{prefix}.{linkBaseHost}`. */
  linkBaseHost: string
}

/** The addresses that the environment names, or their defaults. All processes must agree on them. */
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
