import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import { describeInBrowser } from '@throughline/testkit/browser'
import { tellAccessibility } from '../stories/accessibility.js'
import { tellAssociationFiles } from '../stories/association-files.js'
import { tellFailingDeliveries } from '../stories/failing-deliveries.js'
import { tellFirstRun } from '../stories/first-run.js'
import { tellKeyboard } from '../stories/keyboard.js'
import { tellNames } from '../stories/names.js'
import { tellOtherOrigin } from '../stories/other-origin.js'
import { tellProjectSettings } from '../stories/project-settings.js'
import { tellRoles } from '../stories/roles.js'
import { tellSampleData } from '../stories/sample-data.js'
import { tellTwoTabs } from '../stories/two-tabs.js'
import { tellUnmatchedInstall } from '../stories/unmatched-install.js'
import { startWorld, type World } from '../stories/world.js'
import { tellWrongClock } from '../stories/wrong-clock.js'

/** On one running installation and one browser. Each story goes on from the former ones. */
const STORIES = [
  tellFirstRun,
  tellUnmatchedInstall,
  tellFailingDeliveries,
  tellWrongClock,
  tellRoles,
  tellTwoTabs,
  tellKeyboard,
  tellNames,
  tellAssociationFiles,
  tellProjectSettings,
  tellOtherOrigin,
  tellAccessibility,
  tellSampleData,
]

describeInBrowser('the panel', () => {
  let world: World | null = null
  const running = () => {
    if (world === null) throw new Error('The installation did not start')
    return world
  }

  beforeAll(async () => {
    world = await startWorld()
  }, 240_000)
  afterAll(async () => world?.close(), 60_000)
  // In every story the console and the policy's reports stay empty.
  afterEach(() => expect(running().panel.faults.splice(0)).toEqual([]))

  for (const tell of STORIES) tell(running)
})
