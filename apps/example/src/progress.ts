import type { Facts } from './facts.js'

/** The progress of the story. It is kept across reloads, like an app on a phone. */
export interface Progress {
  readonly projectId: string
  /** The ad's link that was tapped, with its gclid. */
  readonly tappedUrl: string | null
  /** The store URL of the landing page. */
  readonly storeUrl: string | null
  readonly isInstalled: boolean
  /** The API's response to the install. */
  readonly install: InstallAnswer | null
  /** The link event of the install. */
  readonly event: Facts | null
}

export interface InstallAnswer {
  readonly matched: boolean
  readonly match_type: string | null
  readonly confidence: number
  readonly reason: string | null
  readonly install_id: string
}

export interface ProgressStore {
  readonly value: () => Progress
  update(part: Partial<Progress>): void
}

const KEY = 'example.progress'

/** Reads the progress. Data of another project is removed: an earlier `npm start` may have used this port. */
export function openProgress(projectId: string): ProgressStore {
  const stored = localStorage.getItem(KEY)
  // Only update() writes the storage.
  let current: Progress = stored === null ? NOTHING : (JSON.parse(stored) as Progress)
  if (current.projectId !== projectId) {
    localStorage.clear()
    current = { ...NOTHING, projectId }
  }
  return {
    value: () => current,
    update(part) {
      current = { ...current, ...part }
      localStorage.setItem(KEY, JSON.stringify(current))
    },
  }
}

/** Removes the app with all its stored data, and restarts the story. */
export function startAgain(): void {
  localStorage.clear()
  location.assign(location.pathname)
}

const NOTHING: Progress = {
  projectId: '',
  tappedUrl: null,
  storeUrl: null,
  isInstalled: false,
  install: null,
  event: null,
}
