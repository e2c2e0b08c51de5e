import { Link } from '@tanstack/react-router'
import type { NearMisses } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { platforms } from '../../texts/evidence.js'
import { explain as texts, whyNot } from '../../texts/installs.js'
import { Badge } from '../../ui/badge.js'
import { formatCount, formatDuration, formatTime } from '../../ui/format.js'
import { groupMisses, type MissGroup } from './group-misses.js'
import styles from './explain.module.css'

/** Clicks before the install that were not compared, each with all its reasons. */
export function NearMissBand({ near }: { near: NearMisses }) {
  return (
    <section className={styles.band}>
      <h2 className={styles.bandTitle}>
        {texts.near}
        <span>{texts.nearText}</span>
      </h2>
      {near.data.length > 0 && (
        <ul className={styles.misses}>
          {groupMisses(near.data).map((group) => (
            <Miss key={group.miss.click_id} group={group} />
          ))}
        </ul>
      )}
      <p className={styles.looked}>
        {near.looked_at === 0
          ? texts.lookedAtNone(formatTime(near.looked_back_to))
          : texts.lookedAt(formatCount(near.looked_at), formatTime(near.looked_back_to))}
      </p>
    </section>
  )
}

function Miss({ group: { miss, count, oldestAgeSeconds } }: { group: MissGroup }) {
  const { prefix } = useProject().project
  const { code, platform, age_seconds: age, why_not: reasons } = miss
  const [first] = reasons
  const newest = formatDuration(age * 1_000)
  const oldest = formatDuration(oldestAgeSeconds * 1_000)
  return (
    <li className={styles.miss}>
      <div className={styles.missHead}>
        {code === null ? (
          <strong>{texts.click}</strong>
        ) : (
          <Link to="/p/$prefix/links/$code" params={{ prefix, code }}>
            {code}
          </Link>
        )}
        <span className="soft">
          {[
            platforms[platform],
            count === 1 ? texts.before(newest) : texts.several(count, newest, oldest),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>
            <Badge tone="warn" icon="x">
              {whyNot[reason].short}
            </Badge>
          </li>
        ))}
      </ul>
      {first !== undefined && <p className={styles.missText}>{whyNot[first].text}</p>}
    </li>
  )
}
