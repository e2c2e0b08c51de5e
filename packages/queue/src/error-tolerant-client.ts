import pg from 'pg'

/** BullMQ takes clients from its pool without an error listener. A lost connection would then end the process. */
export class ErrorTolerantClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', () => undefined)
  }
}
