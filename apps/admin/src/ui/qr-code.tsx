import { useQuery } from '@tanstack/react-query'
import styles from './qr-code.module.css'

/** A QR code, drawn in the browser: the text may be a secret, which is not sent again. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data } = useQuery({ queryKey: ['qr', text], queryFn: () => drawQr(text), gcTime: 0 })
  if (data === undefined) return <span className={styles.qr} style={{ display: 'block' }} />
  return <img className={styles.qr} src={data} alt={label} />
}

async function drawQr(text: string): Promise<string> {
  const { toString } = await import('qrcode')
  const svg = await toString(text, { type: 'svg', margin: 0 })
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Whether another device reaches a host: names and addresses of this machine lead it to itself. */
export function isReachable(url: string): boolean {
  const { hostname } = new URL(url)
  return !/(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)
}
