import got from 'got'

/** Whether a service's readiness endpoint returns 200 within 2 s. */
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
