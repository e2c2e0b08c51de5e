import { Service, type ServiceOptions, type SupervisorOptions } from './supervise/service.js'
import type { ProcessMark } from './processes.js'

export type { ServiceOptions, SupervisorOptions } from './supervise/service.js'

export interface Supervisor {
  /** Starts a service and waits until it is ready. @throws StackError if it ends or does not become ready in time */
  start(options: ServiceOptions): Promise<void>
  processes(): Record<string, ProcessMark>
  /** SIGINT to all, then SIGKILL to those that have not ended in time. */
  stop(): Promise<void>
  kill(): void
}

/**
 * Runs services in separate process groups, so that Ctrl-C reaches only the caller, which then stops them in order.
 * Restarts a service that ends unexpectedly after it was ready, with growing delays.
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
