/** What the app is told of its project; the server of this page writes it. */
export interface Settings {
  readonly publicKey: string
  readonly projectId: string
  readonly baseUrl: string
  readonly linkHost: string
}

/** @throws Error when the page is served without its settings */
export async function readSettings(): Promise<Settings> {
  const response = await fetch('config.json')
  if (!response.ok) throw new Error(`config.json: ${response.status}. Is "npm start" running?`)
  // Written by the server of this very page.
  return (await response.json()) as Settings
}
