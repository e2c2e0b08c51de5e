import { describeBulkLinksStory } from '../stories/bulk-links.js'
import { describeStories } from '../stories/describe-stories.js'
import { describeDownloadsStory } from '../stories/downloads.js'
import { describeNamesStory } from '../stories/names.js'
import { describeProjectSettingsStory } from '../stories/project-settings.js'
import { startSeededWorld } from '../stories/world.js'
import { describeWrongClockStory } from '../stories/wrong-clock.js'

const STORIES = [
  describeWrongClockStory,
  describeDownloadsStory,
  describeBulkLinksStory,
  describeNamesStory,
  describeProjectSettingsStory,
]

describeStories('settings, names and files', { start: startSeededWorld, stories: STORIES })
