/** The baseline: Express, which writes each body unchanged with one prepared INSERT and responds. */
import type { AddressInfo } from 'node:net'
import express from 'express'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 })
const ANSWER =
  '{"matched":false,"match_type":null,"confidence":0,"reason":"no_candidate","fingerprint":null,"link":null,"attribution":null}'

const app = express()
app.use(express.text({ type: 'application/json' }))
app.post('/api/attribution/installs', async (request, response) => {
  const text = request.body as string
  const { install_id: id } = JSON.parse(text) as { install_id: string }
  await pool.query({
    name: 'insert',
    text: 'INSERT INTO bare_installs (id, body) VALUES ($1, $2)',
    values: [id, text],
  })
  response.type('application/json').send(ANSWER)
})
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ kind: 'listening', port: (server.address() as AddressInfo).port })
})
server.keepAliveTimeout = 600_000
process.on('disconnect', () => process.exit(0))
