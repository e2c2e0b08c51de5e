import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'

export interface DnsServer {
  /** A resolver that uses only this server. */
  resolver: Resolver
  /** Records by name in lower case. Other names do not exist. */
  txt: Map<string, string[]>
  a: Map<string, string[]>
  /** Aliases. A response contains the alias first, then the records of its target. */
  cname: Map<string, string>
  /** Names without a response, and names with the response SERVFAIL. */
  silent: Set<string>
  failing: Set<string>
  asked: string[]
  close(): Promise<void>
}

const KINDS: Record<number, string> = { 1: 'A', 16: 'TXT', 28: 'AAAA' }

/** A real name server on a free loopback port, for TXT and A records. */
export async function startDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const records = {
    txt: new Map<string, string[]>(),
    a: new Map<string, string[]>(),
    cname: new Map<string, string>(),
    silent: new Set<string>(),
    failing: new Set<string>(),
    asked: new Array<string>(),
  }
  socket.on('message', (query, peer) => {
    const answer = answerOf(query, records)
    if (answer !== null) socket.send(answer, peer.port, peer.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver({ timeout: 200, tries: 1 })
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    resolver,
    ...records,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

type Records = Pick<DnsServer, 'txt' | 'a' | 'cname' | 'silent' | 'failing' | 'asked'>

/** Of a query, by a pointer to it. */
const QUESTION = Buffer.from([0xc0, 12])
const CNAME = 5
const SERVFAIL = 2
const NXDOMAIN = 3

/** Returns the response to a query with one question (RFC 1035, section 4), or null for no response. */
function answerOf(query: Buffer, records: Records): Buffer | null {
  const { name, kind, end } = readQuestion(query)
  records.asked.push(`${KINDS[kind] ?? kind} ${name}`)
  if (records.silent.has(name)) return null
  const target = records.cname.get(name)
  const alias = target === undefined ? [] : [toRecord(QUESTION, CNAME, toName(target))]
  const owner = target === undefined ? QUESTION : toName(target)
  const data = dataOf(kind, target ?? name, records).map((one) => toRecord(owner, kind, one))
  const answers = [...alias, ...data]
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | codeOf(name, records), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers.length, 6)
  return Buffer.concat([header, query.subarray(12, end), ...answers])
}

function codeOf(name: string, { txt, a, cname, failing }: Records): number {
  if (failing.has(name)) return SERVFAIL
  return txt.has(name) || a.has(name) || cname.has(name) ? 0 : NXDOMAIN
}

function readQuestion(query: Buffer): { name: string; kind: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), kind: query.readUInt16BE(at + 1), end: at + 5 }
}

function dataOf(kind: number, name: string, { txt, a }: Records): Buffer[] {
  if (kind === 16) return (txt.get(name) ?? []).map(toTxt)
  if (kind !== 1) return []
  return (a.get(name) ?? []).map((address) => Buffer.from(address.split('.').map(Number)))
}

/** Two strings each, as long values come. */
function toTxt(text: string): Buffer {
  const half = Math.ceil(text.length / 2)
  const parts = [text.slice(0, half), text.slice(half)].map((part) => Buffer.from(part))
  return Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), part]))
}

/** Labels with their lengths, without compression. */
function toName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from(label))
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), label]),
    Buffer.from([0]),
  ])
}

/** Class IN, kept for no time. */
function toRecord(owner: Buffer, kind: number, data: Buffer): Buffer {
  const head = Buffer.from([0, kind, 0, 1, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([owner, head, data])
}
