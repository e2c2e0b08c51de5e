import pg from 'pg'

/**
 * A client for BullMQ's own pools. BullMQ checks a client out to inspect its tables, and a pool listens only to
 * errors of idle clients: without a listener, a connection lost in that moment would end the process.
 */
export class ErrorTolerantClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}
