import { InvalidArgumentError } from 'commander'

export function whole(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Use a whole number above 0.')
  return Number(text)
}

export function wholeList(text: string): number[] {
  return text.split(',').map(whole)
}

const MAX_RANGE = 1_000

export function wholeRanges(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [first = '', last = first] = part.split('-', 2)
    const [from, to] = [whole(first), whole(last)]
    if (to < from || to - from >= MAX_RANGE)
      throw new InvalidArgumentError('Use a range such as 1-5.')
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}
