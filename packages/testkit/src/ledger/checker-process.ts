/** The checker as a process of its own: reads the ledgers and the database, prints one line of JSON. */
import { readStoredState } from './check-database.js'
import type { CheckerSettings, Verdict } from './checker.js'
import type { ClientEntry, ReceiverEntry } from './entries.js'
import { firstArrivalAfter, judge } from './judge.js'
import { readLedger } from './ledger-file.js'
import { withoutSkipped } from './without-skipped.js'

const settings = JSON.parse(process.argv[2] ?? '') as CheckerSettings
const client = await readLedger<ClientEntry>(settings.clientLedger)
const receiver = await readLedger<ReceiverEntry>(settings.receiverLedger)
const judgement = judge({ ...settings, client, receiver })
const accepted = client.flatMap((entry) => (entry.kind === 'accepted' ? [entry.install] : []))
const stored = await readStoredState(settings.databaseUrl, accepted)
const failed = new Set(stored.failed)
const unsent = judgement.lost.filter((target) => !failed.has(target))
const verdict: Verdict = {
  ...judgement,
  ...stored,
  ...withoutSkipped(unsent, stored.skipped, settings.offs),
  recoveryMs: settings.recoveries.map((moment) => firstArrivalAfter(receiver, moment)),
}
process.stdout.write(JSON.stringify(verdict))
