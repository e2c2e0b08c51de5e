import { describeMoreAssociationFilesStory } from '../stories/association-files.js'
import { describeBackButtonStory } from '../stories/back-button.js'
import { describeMoreBulkStory } from '../stories/bulk-links.js'
import { describeDimensionsStory } from '../stories/clicks.js'
import { describeStories } from '../stories/describe-stories.js'
import { describeViewerDownloadStory } from '../stories/downloads.js'
import { describeManyDeliveriesStory } from '../stories/failing-deliveries.js'
import { describeSingleKeysStory } from '../stories/keyboard.js'
import { describeLinkFormKeysStory } from '../stories/link-form-keys.js'
import { describeMoreFiltersStory } from '../stories/list-filters.js'
import { describeLostCandidateStory } from '../stories/lost-candidate.js'
import { describeManyLinksStory } from '../stories/many-links.js'
import { describeMoreNumbersStory } from '../stories/numbers.js'
import { describeUnmatchedPhoneStory } from '../stories/phone-test.js'
import { describeProjectKeyStory } from '../stories/project-settings.js'
import { describeMoreTabsStory } from '../stories/two-tabs.js'
import { startSeededWorld } from '../stories/world.js'
import { describeWrongClocksStory } from '../stories/wrong-clock.js'

/** The first ones count the installs and deliveries of the seed. */
const STORIES = [
  describeMoreNumbersStory,
  describeMoreFiltersStory,
  describeManyDeliveriesStory,
  describeDimensionsStory,
  describeLostCandidateStory,
  describeUnmatchedPhoneStory,
  describeManyLinksStory,
  describeLinkFormKeysStory,
  describeBackButtonStory,
  describeMoreTabsStory,
  describeMoreBulkStory,
  describeSingleKeysStory,
  describeViewerDownloadStory,
  describeWrongClocksStory,
  describeMoreAssociationFilesStory,
  describeProjectKeyStory,
]

describeStories('long stories of the panel', { start: startSeededWorld, stories: STORIES })
