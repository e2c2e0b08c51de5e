import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

/** An SMTP server that does not respond must not block mails forever. */
const TIMEOUT_MS = 10_000

/** Sends plain text by SMTP; null if it is not configured. */
export function createMailer({
  smtpUrl,
  from,
}: {
  smtpUrl: string | undefined
  from: string
}): Mailer | null {
  if (smtpUrl === undefined) return null
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    },
    { from },
  )
  return {
    send: async (mail) => {
      await transport.sendMail(mail)
    },
    close: () => transport.close(),
  }
}
