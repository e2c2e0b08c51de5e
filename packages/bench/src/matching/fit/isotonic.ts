export interface Outcome {
  computed: number
  isRight: boolean
}

interface Block {
  from: number
  to: number
  right: number
  count: number
}

/** Pool-adjacent-violators over blocks of at least `minCount`. Returns each block's mean and share, ascending. */
export function fitIsotonic(
  outcomes: readonly Outcome[],
  minCount: number,
): (readonly [computed: number, measured: number])[] {
  const blocks: Block[] = []
  for (const { computed, isRight } of outcomes.toSorted((a, b) => a.computed - b.computed)) {
    const last = blocks.at(-1)
    if (last !== undefined && last.count < minCount) addTo(last, computed, isRight)
    else blocks.push({ from: computed, to: computed, right: Number(isRight), count: 1 })
    if ((blocks.at(-1)?.count ?? 0) >= minCount) poolViolators(blocks)
  }
  poolViolators(blocks)
  return blocks.map(
    ({ from, to, right, count }) =>
      [Number(((from + to) / 2).toFixed(4)), Number((right / count).toFixed(4))] as const,
  )
}

function addTo(block: Block, computed: number, isRight: boolean): void {
  block.to = computed
  block.count += 1
  block.right += Number(isRight)
}

function poolViolators(blocks: Block[]): void {
  for (let last = blocks.pop(); last !== undefined; last = blocks.pop()) {
    const previous = blocks.at(-1)
    if (previous === undefined || previous.right / previous.count < last.right / last.count) {
      blocks.push(last)
      return
    }
    blocks[blocks.length - 1] = {
      from: previous.from,
      to: last.to,
      right: previous.right + last.right,
      count: previous.count + last.count,
    }
  }
}
