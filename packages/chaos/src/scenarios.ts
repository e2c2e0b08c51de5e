import type { Scenario } from './scenario.js'
import { apiKill } from './scenarios/api-kill.js'
import { changes } from './scenarios/changes.js'
import { expandContract } from './scenarios/expand-contract.js'
import { fairShares } from './scenarios/fair-shares.js'
import { frozenWorker } from './scenarios/frozen-worker.js'
import { mixed } from './scenarios/mixed.js'
import { noFault } from './scenarios/no-fault.js'
import { overload } from './scenarios/overload.js'
import { postgresFailover } from './scenarios/postgres-failover.js'
import { postgresRestart } from './scenarios/postgres-restart.js'
import { redisAway } from './scenarios/redis-away.js'
import { redisFailover } from './scenarios/redis-failover.js'
import { restoreBaseBackup, restoreBeside, restoreDump } from './scenarios/restore.js'
import { rolling } from './scenarios/rolling.js'
import { trueSchedule } from './scenarios/true-schedule.js'
import { upgrade } from './scenarios/upgrade.js'
import { wipedInFlight } from './scenarios/wiped-in-flight.js'
import { workerKill } from './scenarios/worker-kill.js'
import { workersAway } from './scenarios/workers-away.js'
import { wrongClocks } from './scenarios/wrong-clocks.js'
import { hostileReceivers } from './scenarios/hostile-receivers.js'

export const SCENARIOS: Scenario[] = [
  noFault,
  workerKill,
  apiKill,
  redisAway,
  postgresRestart,
  rolling,
  frozenWorker,
  wrongClocks,
  changes,
  hostileReceivers,
  mixed,
  trueSchedule,
  workersAway,
  fairShares,
  overload,
  wipedInFlight,
  redisFailover,
  restoreDump,
  restoreBaseBackup,
  restoreBeside,
  postgresFailover,
  upgrade,
  expandContract,
]

export function findScenario(id: string): Scenario {
  const scenario = SCENARIOS.find((one) => one.id === id.toUpperCase())
  if (scenario === undefined)
    throw new Error(
      `No such scenario: ${id}. There are ${SCENARIOS.map((one) => one.id).join(', ')}`,
    )
  return scenario
}
