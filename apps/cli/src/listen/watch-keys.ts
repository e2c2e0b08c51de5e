/** In raw mode the terminal sends this key in place of SIGINT. */
export const CTRL_C = '\u0003'

type Keyboard = Pick<NodeJS.ReadStream, 'isTTY' | 'setRawMode' | 'on' | 'off' | 'pause'>

/**
 * Calls the action of each key that is pressed. Does nothing if the input is not a terminal.
 *
 * @returns a function that stops watching
 */
export function watchKeys(
  input: Keyboard,
  actions: Readonly<Record<string, () => void>>,
): () => void {
  // Undefined at run time for a pipe, whatever the type says.
  if (!input.isTTY) return () => undefined
  const onData = (chunk: Buffer) => {
    for (const key of chunk.toString('utf8')) actions[key]?.()
  }
  input.setRawMode(true)
  input.on('data', onData)
  return () => {
    input.off('data', onData)
    input.setRawMode(false)
    input.pause()
  }
}
