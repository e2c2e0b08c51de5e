import { describeAllAccessibleStory } from '../stories/accessibility.js'
import { describeStories } from '../stories/describe-stories.js'
import { describeEveryButtonStory } from '../stories/every-button.js'
import { describeNamesEverywhereStory } from '../stories/names.js'
import { startSeededWorld } from '../stories/world.js'

const STORIES = [describeAllAccessibleStory, describeEveryButtonStory, describeNamesEverywhereStory]

describeStories('every screen of the panel', { start: startSeededWorld, stories: STORIES })
