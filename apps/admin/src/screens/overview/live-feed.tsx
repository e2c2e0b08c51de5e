import { Button } from '@mantine/core'
import { useEffect, useRef, useState, type FocusEvent } from 'react'
import type { LiveItem } from '../../api/live/live-items.js'
import type { LiveState } from '../../api/live/shared-stream.js'
import { useLiveFeed } from '../../api/live/use-live-feed.js'
import { useProject } from '../../shell/project-context.js'
import { live as texts } from '../../texts/live.js'
import { Badge, type Tone } from '../../ui/badge.js'
import { Card } from '../../ui/card.js'
import { Failure } from '../../ui/failure.js'
import { formatCount } from '../../ui/format.js'
import { Icon, type IconName } from '../../ui/icons.js'
import { LiveRow } from './live-row.js'
import styles from './live-feed.module.css'

const LOOKS: Readonly<Record<LiveState, [Tone, IconName]>> = {
  connecting: ['idle', 'clock'],
  live: ['good', 'bolt'],
  reconnecting: ['warn', 'refresh'],
  polling: ['idle', 'clock'],
}

/** Clicks, installs and deliveries as they happen. The list does not move while paused, hovered or focused. */
export default function LiveFeed() {
  const feed = useLiveFeed(useProject())
  const [isPaused, setPaused] = useState(false)
  const [isTouched, touching] = useTouch()
  const [held, setHeld] = useState<LiveItem[] | null>(null)
  const isHeld = isPaused || isTouched
  if (isHeld !== (held !== null)) setHeld(isHeld ? feed.items : null)
  const items = held ?? feed.items
  const waiting = held === null ? 0 : countNew(feed.items, held)
  const toggle = () => setPaused(!isPaused)
  return (
    <Card
      title={texts.title}
      aside={
        <span className={styles.head}>
          {waiting > 0 && (
            <button type="button" className={styles.waiting} onClick={() => setHeld(feed.items)}>
              {texts.show(formatCount(waiting))}
            </button>
          )}
          <State state={feed.state} isPaused={isPaused} />
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name={isPaused ? 'player-play' : 'player-pause'} size={14} />}
            onClick={toggle}
          >
            {isPaused ? texts.resume : texts.pause}
          </Button>
        </span>
      }
    >
      <Announcement count={feed.count} isPaused={isPaused} />
      {feed.error !== null ? (
        <Failure error={feed.error} onRetry={feed.retry} />
      ) : (
        <div
          className={styles.box}
          role="region"
          aria-label={texts.list}
          tabIndex={0}
          {...touching}
        >
          {items.length === 0 && !feed.isLoading && <p className="soft">{texts.empty}</p>}
          <ul>
            {items.map((item) => (
              <LiveRow key={item.key} item={item} />
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}

/** Whether the pointer or the focus is in an element, and the element's handlers. */
function useTouch() {
  const [isHovered, setHovered] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const handlers = {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocus(true),
    // Also called when the focus moves from one row to the next.
    onBlur: (event: FocusEvent) => setFocus(event.currentTarget.contains(event.relatedTarget)),
  }
  return [isHovered || hasFocus, handlers] as const
}

function countNew(items: readonly LiveItem[], held: readonly LiveItem[]): number {
  const known = new Set(held.map(({ key }) => key))
  return items.filter(({ key }) => !known.has(key)).length
}

function State({ state, isPaused }: { state: LiveState; isPaused: boolean }) {
  const [tone, icon] = LOOKS[state]
  if (isPaused) {
    return (
      <Badge tone="idle" icon="player-pause">
        {texts.paused}
      </Badge>
    )
  }
  return (
    <Badge tone={tone} icon={icon}>
      {texts.states[state]}
    </Badge>
  )
}

/** In this time a screen reader announces one count, never single rows. */
const ANNOUNCE_MS = 30_000

function Announcement({ count, isPaused }: { count: number; isPaused: boolean }) {
  const current = useRef(count)
  const [text, setText] = useState('')
  useEffect(() => {
    current.current = count
  }, [count])
  useEffect(() => {
    if (isPaused) return undefined
    let told = current.current
    const timer = setInterval(() => {
      const added = current.current - told
      told = current.current
      setText(added === 0 ? '' : texts.announced(formatCount(added)))
    }, ANNOUNCE_MS)
    return () => clearInterval(timer)
  }, [isPaused])
  return (
    <p className="sr-only" role="status">
      {text}
    </p>
  )
}
