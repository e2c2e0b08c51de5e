import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface SmtpReceiver {
  /** The value for SMTP_URL. */
  url: string
  /** Envelope and message of each mail, as sent. */
  mails: { to: string; message: string }[]
  close(): Promise<void>
}

/** A mail server on a loopback port that accepts every mail, without TLS and authentication. */
export async function startSmtpReceiver(): Promise<SmtpReceiver> {
  const mails: SmtpReceiver['mails'] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    receive(socket, mails)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mails,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function receive(socket: Socket, mails: SmtpReceiver['mails']): void {
  let left = ''
  let to = ''
  let message: string | null = null
  const say = (line: string) => void socket.write(`${line}\r\n`)
  const onLine = (line: string) => {
    if (message !== null) {
      if (line !== '.') message += `${line}\n`
      else {
        mails.push({ to, message })
        message = null
        say('250 taken')
      }
      return
    }
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? ''
    if (command === 'DATA') message = ''
    say({ DATA: '354 go on', QUIT: '221 bye' }[command] ?? '250 ok')
  }
  socket.setEncoding('utf8').on('error', () => undefined)
  socket.on('data', (chunk: string) => {
    const lines = `${left}${chunk}`.split('\r\n')
    left = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
  say('220 test')
}
