/** Whether sign-in is allowed at PUBLIC_URL. In production, passwords and sessions need https or a loopback host. */
export function maySignIn({
  publicUrl,
  isProduction,
}: {
  publicUrl: string
  isProduction: boolean
}): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return !isProduction || protocol === 'https:' || isLoopbackName(hostname)
}

function isLoopbackName(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}
