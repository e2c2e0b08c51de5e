import { describeAccessibilityStory } from '../stories/accessibility.js'
import { describeAssociationFilesStory } from '../stories/association-files.js'
import { describeClicksStory } from '../stories/clicks.js'
import { describeStories } from '../stories/describe-stories.js'
import { describeFailingDeliveriesStory } from '../stories/failing-deliveries.js'
import { describeFirstRunStory } from '../stories/first-run.js'
import { describeKeyboardStory } from '../stories/keyboard.js'
import { describeLinkPreviewStory } from '../stories/link-preview.js'
import { describeListFiltersStory } from '../stories/list-filters.js'
import { describeLiveStory } from '../stories/live.js'
import { describeNumbersStory } from '../stories/numbers.js'
import { describeOtherOriginStory } from '../stories/other-origin.js'
import { describePhoneTestStory } from '../stories/phone-test.js'
import { describeRolesStory } from '../stories/roles.js'
import { describeSampleDataStory } from '../stories/sample-data.js'
import { describeTwoTabsStory } from '../stories/two-tabs.js'
import { describeUnmatchedInstallStory } from '../stories/unmatched-install.js'
import { startWorld } from '../stories/world.js'

/** The short form of each promise. The long forms are in `test/nightly`. */
const STORIES = [
  describeFirstRunStory,
  describeSampleDataStory,
  describeUnmatchedInstallStory,
  describeNumbersStory,
  describeFailingDeliveriesStory,
  describeListFiltersStory,
  describeRolesStory,
  describeClicksStory,
  describeTwoTabsStory,
  describeKeyboardStory,
  describeLinkPreviewStory,
  describeAssociationFilesStory,
  describeOtherOriginStory,
  describePhoneTestStory,
  describeLiveStory,
  describeAccessibilityStory,
]

describeStories('the panel', { start: startWorld, stories: STORIES })
