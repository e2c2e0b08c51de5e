import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import { describeInBrowser } from '@throughline/testkit/browser'
import type { Stories, World } from './world.js'

/** Stories that share one installation and one browser. Each continues from the previous ones' state. */
export function describeStories(
  name: string,
  { start, stories }: { start: () => Promise<World>; stories: readonly Stories[] },
): void {
  describeInBrowser(name, () => {
    let world: World | null = null
    const running = () => {
      if (world === null) throw new Error('The installation did not start')
      return world
    }

    beforeAll(async () => {
      world = await start()
    }, 240_000)
    afterAll(async () => world?.close(), 60_000)
    // In every story the console and the policy's reports must stay empty.
    afterEach(() => expect(running().panel.faults.splice(0)).toEqual([]))

    for (const describeStory of stories) describeStory(running)
  })
}
