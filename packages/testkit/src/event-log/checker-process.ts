/** The checker as a separate process: reads the event logs and the database, prints one line of JSON. */
import { readStoredState } from './check-database.js'
import type { CheckerSettings, Verdict } from './checker.js'
import type { ClientEntry, ReceiverEntry } from './entries.js'
import { firstArrivalAfter, verify } from './verifier.js'
import { readEventLog } from './event-log-file.js'
import { withoutSkipped } from './without-skipped.js'

const settings = JSON.parse(process.argv[2] ?? '') as CheckerSettings
const client = await readEventLog<ClientEntry>(settings.clientLog)
const receiver = await readEventLog<ReceiverEntry>(settings.receiverLog)
const judgement = verify({ ...settings, client, receiver })
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
