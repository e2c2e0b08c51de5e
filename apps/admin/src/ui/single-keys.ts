const NAME = 'throughline-keys'

/** Single keys can be turned off, because speech input or a tremor may press them by accident. */
export function areKeysOn(): boolean {
  return localStorage.getItem(NAME) !== 'off'
}

export function turnKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(NAME)
  else localStorage.setItem(NAME, 'off')
}
