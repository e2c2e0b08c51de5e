import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import { describeInBrowser } from '@throughline/testkit/browser'
import { describeAccessibilityStory } from '../stories/accessibility.js'
import { describeAssociationFilesStory } from '../stories/association-files.js'
import { describeBulkLinksStory } from '../stories/bulk-links.js'
import { describeClicksStory } from '../stories/clicks.js'
import { describeDownloadsStory } from '../stories/downloads.js'
import { describeFailingDeliveriesStory } from '../stories/failing-deliveries.js'
import { describeFirstRunStory } from '../stories/first-run.js'
import { describeKeyboardStory } from '../stories/keyboard.js'
import { describeLinkPreviewStory } from '../stories/link-preview.js'
import { describeListFiltersStory } from '../stories/list-filters.js'
import { describeNamesStory } from '../stories/names.js'
import { describeNumbersStory } from '../stories/numbers.js'
import { describeOtherOriginStory } from '../stories/other-origin.js'
import { describePhoneTestStory } from '../stories/phone-test.js'
import { describeProjectSettingsStory } from '../stories/project-settings.js'
import { describeRolesStory } from '../stories/roles.js'
import { describeSampleDataStory } from '../stories/sample-data.js'
import { describeTwoTabsStory } from '../stories/two-tabs.js'
import { describeUnmatchedInstallStory } from '../stories/unmatched-install.js'
import { startWorld, type World } from '../stories/world.js'
import { describeWrongClockStory } from '../stories/wrong-clock.js'

/** All stories share one installation and one browser. Each continues from the previous ones' state. */
const STORIES = [
  describeFirstRunStory,
  describeSampleDataStory,
  describeUnmatchedInstallStory,
  describeNumbersStory,
  describeFailingDeliveriesStory,
  describeListFiltersStory,
  describeWrongClockStory,
  describeRolesStory,
  describeDownloadsStory,
  describeClicksStory,
  describeTwoTabsStory,
  describeKeyboardStory,
  describeLinkPreviewStory,
  describeBulkLinksStory,
  describeNamesStory,
  describeAssociationFilesStory,
  describeProjectSettingsStory,
  describeOtherOriginStory,
  describePhoneTestStory,
  describeAccessibilityStory,
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
  // In every story the console and the policy's reports must stay empty.
  afterEach(() => expect(running().panel.faults.splice(0)).toEqual([]))

  for (const describeStory of STORIES) describeStory(running)
})
