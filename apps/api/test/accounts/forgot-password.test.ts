import { createOneTimeLink } from '@throughline/db/accounts/one-time-links'
import { waitFor } from '@throughline/testkit/wait-for'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createUser, panelRequest, signIn } from '../accounts.js'
import { startTestApi, type TestApi } from '../harness.js'
import { startSmtpReceiver, type SmtpReceiver } from './smtp-receiver.js'

let api: TestApi
let smtp: SmtpReceiver
beforeAll(async () => {
  smtp = await startSmtpReceiver()
  api = await startTestApi({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'panel@example.com' } })
})
afterAll(async () => {
  await api.close()
  await smtp.close()
})

const forgot = (email: string) =>
  api.request('POST', '/api/auth/forgot', { ...panelRequest(api), body: { email } })
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to === email)

/** The link of a mail, whose lines may be wrapped by quoted-printable. */
const tokenOf = (message: string) =>
  /\/admin\/reset#([\w-]{43})/.exec(message.replaceAll('=\n', '').replaceAll('=23', '#'))?.[1] ?? ''

it('returns the same response for any address, and mails a link that works once', async () => {
  const user = await createUser(api)
  const texts = [await forgot(user.email), await forgot('nobody@example.com')]
  expect(texts.map(({ status, body }) => [status, body.message])).toEqual(
    Array(2).fill([200, expect.stringMatching(/^If an account has this address/)]),
  )
  const methods = await api.request('GET', '/api/auth', panelRequest(api))
  expect(methods.body).toEqual({ password: true, mail: true, oidc: null })
  await waitFor(() => Promise.resolve(mailsTo(user.email).length === 1), { what: 'a mail' })
  const [mail] = mailsTo(user.email)
  expect(mail?.message).toContain('From: panel@example.com')
  const token = tokenOf(mail?.message ?? '')
  const new_password = 'a new sentence of words'
  const reset = await api.request('POST', '/api/auth/reset', {
    ...panelRequest(api),
    body: { token, new_password },
  })
  expect(reset.status).toBe(200)
  expect((await signIn(api, { email: user.email, password: new_password })).status).toBe(200)
  expect(smtp.mails).toHaveLength(1)
  expect(api.logs.text()).not.toContain(token)
})

it('sends no new link if an administrator made one, or within ten minutes', async () => {
  const [own, twice] = [await createUser(api), await createUser(api)]
  const purpose = { kind: 'reset', userId: own.id, clearsTotp: true } as const
  const { token } = await createOneTimeLink(api.database.prisma, purpose, 'user:1')
  for (const { email } of [own, twice, twice]) await forgot(email)
  await waitFor(() => Promise.resolve(mailsTo(twice.email).length === 1), { what: 'a mail' })
  const kept = await api.request('POST', '/api/auth/link', {
    ...panelRequest(api),
    body: { token },
  })
  expect(kept.status).toBe(200)
  expect([mailsTo(own.email).length, mailsTo(twice.email).length]).toEqual([0, 1])
})
