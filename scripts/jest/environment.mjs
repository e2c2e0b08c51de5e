// The environment of all tests: the globals of Node itself instead of a context of `node:vm`.
import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'

/** Enough frames to show where an asynchronous failure began. */
const STACK_FRAMES = 50

/** Globals of jest-circus (listeners) and expect (matchers). Each test file loads new instances of both. */
const KEPT = [Symbol.for('EVENT_HANDLERS'), Symbol.for('$$jest-matchers-object')]

export default class MainRealmEnvironment {
  global = globalThis
  #own
  #exit = process.exit

  constructor({ projectConfig }) {
    this.#own = Object.keys(projectConfig.globals)
    Object.assign(globalThis, projectConfig.globals)
    Error.stackTraceLimit = STACK_FRAMES
    this.moduleMocker = new ModuleMocker(globalThis)
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose()
    process.exit = this.#exit
    for (const name of [...this.#own, ...KEPT]) Reflect.deleteProperty(globalThis, name)
  }

  exportConditions() {
    return ['node', 'node-addons']
  }

  getVmContext() {
    return globalThis
  }
}
