import { Service, type ServiceOptions, type SupervisorOptions } from './supervise/service.js'
import type { ProcessMark } from './processes.js'

export type { ServiceOptions, SupervisorOptions } from './supervise/service.js'

export interface Supervisor {
  /** Starts a service and waits until it is ready. @throws StackError when it ends or is never ready */
  start(options: ServiceOptions): Promise<void>
  /** The processes of all services that run now, by service name. */
  processes(): Record<string, ProcessMark>
  /** SIGINT to all, then SIGKILL to those that have not ended in time. */
  stop(): Promise<void>
  /** SIGKILL to all, without waiting. */
  kill(): void
}

/**
 * Runs Node services as child processes. Each has a separate process group, so that Ctrl-C reaches
 * only the caller, which then stops them in order. One that ends by itself after it was ready is started
 * again, at growing distances.
 */
export function createSupervisor(options: SupervisorOptions): Supervisor {
  const services: Service[] = []
  return {
    async start(serviceOptions) {
      const service = new Service(serviceOptions, options)
      services.push(service)
      await service.start()
    },
    processes() {
      const marks: Record<string, ProcessMark> = {}
      for (const { name, mark } of services) if (mark !== null) marks[name] = mark
      return marks
    },
    async stop() {
      await Promise.all(services.map((service) => service.stop(options.stopTimeoutMs)))
    },
    kill() {
      for (const service of services) service.kill()
    },
  }
}
