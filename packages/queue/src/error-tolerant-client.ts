import pg from 'pg'

/**
 * A client for BullMQ's own pools. It takes one out to look at its tables, and a pool listens only to those that
 * rest: a connection cut in that moment would end the process. What it was asked fails all the same.
 */
export class ErrorTolerantClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}
