import type { Machine } from '../../machine.js'

/** `code of 1a2b3c4, 2026-03-01, 2 cores, Node 20.20.2, PostgreSQL 18.4`. */
export function describeRun({ commit, isModified, startedAt, cores, node, versions }: Machine) {
  const code = `${commit}${isModified ? ' with changes' : ''}`
  return `code of ${code}, ${startedAt.slice(0, 10)}, ${cores} cores, Node ${node.slice(1)}, PostgreSQL ${versions['postgresql'] ?? ''}`
}
