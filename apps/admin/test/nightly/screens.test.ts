import { describeAllAccessibleStory } from '../stories/accessibility.js'
import { describeStories } from '../stories/describe-stories.js'
import { describeEveryButtonStory } from '../stories/every-button.js'
import { describeNamesEverywhereStory } from '../stories/names.js'
import { describeReflowStory } from '../stories/reflow.js'
import { describeLoweredRoleStory } from '../stories/roles.js'
import { startSeededWorld } from '../stories/world.js'

const STORIES = [
  describeAllAccessibleStory,
  describeReflowStory,
  describeEveryButtonStory,
  describeLoweredRoleStory,
  describeNamesEverywhereStory,
]

describeStories('every screen of the panel', { start: startSeededWorld, stories: STORIES })
