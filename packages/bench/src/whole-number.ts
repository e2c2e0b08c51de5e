import { InvalidArgumentError } from 'commander'

/** Reads an option that counts something. */
export function whole(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number above 0.')
  return Number(text)
}

/** Reads several of them, with commas between. */
export function wholeList(text: string): number[] {
  return text.split(',').map(whole)
}
