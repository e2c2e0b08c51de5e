import pg from 'pg'

/** BullMQ checks clients out of its pool, where a lost connection without a listener would end the process. */
export class ErrorTolerantClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}
