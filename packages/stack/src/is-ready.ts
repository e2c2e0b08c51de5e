import got from 'got'

/** Whether a service answers its readiness endpoint with 200; one that is silent for 2 s is not ready. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const { statusCode } = await got(url, {
      throwHttpErrors: false,
      retry: { limit: 0 },
      timeout: { request: 2_000 },
    })
    return statusCode === 200
  } catch {
    return false
  }
}
