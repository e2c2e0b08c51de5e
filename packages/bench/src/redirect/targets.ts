import { pinToCore } from '@throughline/testkit/installation/service'
import { startChild, type Child } from '../child.js'
import { postgresCpuMs } from '../process-cpu.js'
import { SERVER_CORE, type RedirectInstallation } from './installation.js'
import { startLoad, type Target } from './measure.js'
import { requestsOf, statusOf, type Subject } from './requests.js'

interface Starting {
  connections: number
  /** Receives what stops the targets. */
  undo: (() => Promise<void>)[]
}

/** The servers of all subjects, each with its load generator. */
export async function startTargets(
  installation: RedirectInstallation,
  starting: Starting,
): Promise<Record<Subject, Target>> {
  const ours = {
    pid: installation.apiPid,
    port: installation.port,
    databaseCpuMs: () => postgresCpuMs(installation.pool),
  }
  const node = await startBaseline('node', starting)
  const express = await startBaseline('express', starting)
  const target = async (subject: Subject, { port, ...server }: Server): Promise<Target> => {
    const requests = requestsOf(subject, installation)
    const load = await startLoad({ port, connections: starting.connections, requests })
    starting.undo.push(load.stop)
    return { ...server, load, status: statusOf(subject) }
  }
  return {
    node: await target('node', node),
    express: await target('express', express),
    click: await target('click', ours),
    bot: await target('bot', ours),
    page: await target('page', ours),
  }
}

interface Server {
  pid: number
  port: number
  databaseCpuMs?: () => Promise<number>
}

interface Listening {
  kind: 'listening'
  port: number
}

async function startBaseline(kind: 'node' | 'express', { undo }: Starting): Promise<Server> {
  const child: Child<Listening, never> = startChild('redirect/baseline-main.ts', [kind])
  undo.push(child.stop)
  const { port } = await child.next('listening')
  await pinToCore(child.pid, SERVER_CORE)
  return { pid: child.pid, port }
}
