const NAME = 'throughline-keys'

/** Keys without Ctrl can be turned off: speech input and shaking hands press them by accident. */
export function areKeysOn(): boolean {
  return localStorage.getItem(NAME) !== 'off'
}

export function turnKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(NAME)
  else localStorage.setItem(NAME, 'off')
}
