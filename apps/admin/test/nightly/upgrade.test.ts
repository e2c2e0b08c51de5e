import { describeApiAwayStory } from '../stories/api-away.js'
import { describeStories } from '../stories/describe-stories.js'
import { describeStaleTabStory } from '../stories/stale-tab.js'
import { startSeededWorld } from '../stories/world.js'

describeStories('the panel while its server changes', {
  start: () => startSeededWorld({ copiesFiles: true }),
  stories: [describeApiAwayStory, describeStaleTabStory],
})
