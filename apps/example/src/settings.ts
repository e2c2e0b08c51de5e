/** The app's project settings, from the server of this page. */
export interface Settings {
  readonly publicKey: string
  readonly projectId: string
  readonly baseUrl: string
  readonly linkHost: string
}

/** The app owner's data: the ad and the received webhooks. */
export interface Owner {
  readonly adUrl: string | null
  readonly webhook: { readonly id: number; readonly url: string } | null
  readonly problems: readonly string[]
  readonly deliveries: readonly Delivery[]
}

/** A webhook whose signature the owner's server has verified. */
export interface Delivery {
  readonly receivedAt: string
  readonly deliveryId: string
  readonly installId: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly payload: Readonly<Record<string, string | number | boolean | null>>
}

/** @throws Error that says what to do */
export function readSettings(): Promise<Settings> {
  return readJson('config.json')
}

/** @throws Error that says what to do */
export function readOwner(): Promise<Owner> {
  return readJson('owner.json')
}

async function readJson<Value>(file: string): Promise<Value> {
  const response = await fetch(file).catch(() => null)
  if (response === null) throw new Error(NOT_RUNNING)
  if (!response.ok) throw new Error(`${file}: ${response.status}. ${NOT_RUNNING}`)
  // Trusted: this page's own server wrote it.
  return (await response.json()) as Value
}

const NOT_RUNNING =
  'The server of this page does not answer. Run “npm start” in the repository, then reload the page.'
