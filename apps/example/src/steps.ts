import {
  arrivedNotes,
  installNotes,
  panelNotes,
  readyNotes,
  storeNotes,
  tapNotes,
  type Known,
} from './notes.js'
import type { ProgressStore } from './progress.js'
import { openLandingPage } from './screens.js'
import type { Delivery, Owner, Settings } from './settings.js'
import type { Step } from './story.js'

/** Creates the steps of the story, which also read the owner's data. */
export function createSteps(parts: {
  settings: Settings
  progress: ProgressStore
  /** Whether the link is one that the panel opened here, not the example's ad. */
  isTried: boolean
  readOwner: () => Promise<Owner>
  runApp: () => Promise<unknown>
  /** The current notes are out of date. */
  onNews: () => void
}): { steps: readonly Step[]; loadOwner: () => Promise<void> } {
  const { settings, progress, isTried, readOwner, runApp, onNews } = parts
  let owner: Owner | null = null
  let isLate = false
  let hasLandingPage = false
  const known = (): Known => {
    const delivery = deliveryOf(owner, progress)
    return { settings, owner, progress: progress.value(), delivery, isLate }
  }
  const loadOwner = async () => void (owner = await readOwner())
  async function tapAd(): Promise<void> {
    if (owner?.adUrl == null) await loadOwner()
    if (owner?.adUrl == null) throw new Error('There is no ad. See above what is missing.')
    const tappedUrl = isTried ? owner.adUrl : withClickId(owner.adUrl)
    const storeUrl = await openLandingPage(tappedUrl)
    hasLandingPage = true
    progress.update({ tappedUrl, storeUrl })
  }

  /** Polls the deliveries until this install's has arrived. */
  async function watchDeliveries(): Promise<void> {
    const startedMs = performance.now()
    await loadOwner()
    while (isAwaited(owner, progress)) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      isLate = performance.now() - startedMs > LATE_MS
      await loadOwner().catch(() => undefined)
      onNews()
    }
  }

  const notesAtEnd = isTried ? panelNotes : arrivedNotes
  const steps: Step[] = [
    { screen: () => 'ad', notes: () => readyNotes(known()) },
    {
      work: tapAd,
      screen: () => (hasLandingPage ? 'landing' : 'ad'),
      notes: () => tapNotes(known()),
    },
    { work: () => Promise.resolve(), screen: () => 'store', notes: () => storeNotes(known()) },
    {
      work: () => openApp(progress, runApp),
      screen: () => 'app',
      notes: () => installNotes(known()),
    },
    {
      // Not awaited: the notes are updated when the delivery arrives.
      work: () => {
        void watchDeliveries().finally(onNews)
        return Promise.resolve()
      },
      screen: () => 'app',
      notes: () => notesAtEnd(known()),
    },
  ]
  return { steps, loadOwner }
}

function withClickId(url: string): string {
  return `${url}?gclid=Example-${Date.now().toString(36)}`
}

async function openApp(progress: ProgressStore, runApp: () => Promise<unknown>): Promise<void> {
  progress.update({ isInstalled: true })
  await runApp()
}

function isAwaited(owner: Owner | null, progress: ProgressStore): boolean {
  const isMatched = progress.value().install?.matched !== false
  return owner?.webhook != null && isMatched && deliveryOf(owner, progress) === null
}

function deliveryOf(owner: Owner | null, progress: ProgressStore): Delivery | null {
  const id = progress.value().install?.install_id
  return owner?.deliveries.find(({ installId }) => installId === id) ?? null
}

const POLL_MS = 500
const LATE_MS = 10_000
