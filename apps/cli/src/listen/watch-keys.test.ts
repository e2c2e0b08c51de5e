import { PassThrough } from 'node:stream'
import { expect, it } from '@jest/globals'
import { CTRL_C, watchKeys } from './watch-keys.js'

function makeKeyboard(isTTY: boolean) {
  const input = new PassThrough()
  const modes: boolean[] = []
  const setRawMode = (isRaw: boolean) => void modes.push(isRaw)
  const keyboard = Object.assign(input, { isTTY, setRawMode })
  return { modes, keyboard: keyboard as unknown as NodeJS.ReadStream, press: input }
}

it('calls the action of each key until it is stopped, and restores the terminal', () => {
  const { modes, keyboard, press } = makeKeyboard(true)
  const pressed: string[] = []
  const actions = { f: () => pressed.push('f'), [CTRL_C]: () => pressed.push('end') }
  const end = watchKeys(keyboard, actions)
  press.emit('data', Buffer.from('fxf'))
  press.emit('data', Buffer.from(CTRL_C))
  expect(pressed).toEqual(['f', 'f', 'end'])
  end()
  press.emit('data', Buffer.from('f'))
  expect(pressed).toHaveLength(3)
  expect(modes).toEqual([true, false])
})

it('ignores an input that is no terminal', () => {
  const { modes, keyboard, press } = makeKeyboard(false)
  watchKeys(keyboard, { f: () => undefined })()
  expect([modes, press.listenerCount('data')]).toEqual([[], 0])
})
