import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LiveAttempt, LiveClick, LiveInstall, LiveItem } from '../../api/live/live-items.js'
import { useProject } from '../../shell/project-context.js'
import { deliveries as deliveryTexts } from '../../texts/deliveries.js'
import { attempts as attemptTexts } from '../../texts/delivery.js'
import { matchTypes, platforms, reasons } from '../../texts/evidence.js'
import { live as texts } from '../../texts/live.js'
import { Icon, type IconName } from '../../ui/icons.js'
import { Time } from '../../ui/time.js'
import styles from './live-feed.module.css'

type Tone = 'good' | 'bad' | 'idle'

export function LiveRow({ item }: { item: LiveItem }) {
  return (
    <li className={styles.row}>
      {item.kind === 'click' && <Click {...item.click} />}
      {item.kind === 'install' && <Install {...item.install} />}
      {item.kind === 'attempt' && <Attempt {...item.attempt} />}
      <span className={styles.time}>
        <Time at={item.at} />
      </span>
    </li>
  )
}

function Click({ code, link_name: name, platform, country }: LiveClick) {
  const { prefix } = useProject().project
  return (
    <Line icon="link" tone="idle" notes={[platforms[platform] ?? platform, country]}>
      <Link to="/p/$prefix/links/$code" params={{ prefix, code }}>
        {texts.clicked(name ?? code)}
      </Link>
    </Line>
  )
}

function Install(install: LiveInstall) {
  const { install_id: id, matched, match_type: type, reason, platform, code, test } = install
  const { prefix } = useProject().project
  return (
    <Line
      icon={matched ? 'circle-check' : 'device-mobile'}
      tone={matched ? 'good' : 'idle'}
      notes={[code, platforms[platform] ?? platform, test ? texts.test : null]}
    >
      <Link to="/p/$prefix/installs/$id" params={{ prefix, id }}>
        {matched
          ? texts.matched(matchTypes[type ?? ''] ?? texts.other)
          : texts.unmatched(reasons[reason ?? ''] ?? texts.other)}
      </Link>
    </Line>
  )
}

function Attempt(attempt: LiveAttempt) {
  const { delivery_id: id, webhook_id: webhookId, webhook_name: name, state, number } = attempt
  const { status_code: status, error_class: errorClass, test } = attempt
  const { prefix } = useProject().project
  const webhook = name ?? texts.webhook(webhookId)
  const errors: Readonly<Record<string, string>> = attemptTexts.errors
  return (
    <Line
      icon={errorClass === null ? 'send' : 'alert-circle'}
      tone={errorClass === null ? 'good' : 'bad'}
      notes={[
        deliveryTexts.states[state],
        number > 1 ? texts.attempt(number) : null,
        test ? texts.test : null,
      ]}
    >
      <Link to="/p/$prefix/deliveries/$id" params={{ prefix, id }}>
        {status === null
          ? texts.attempted(webhook, errors[errorClass ?? ''] ?? texts.other)
          : texts.attempted(webhook, attemptTexts.answered(status))}
      </Link>
    </Line>
  )
}

function Line(line: {
  icon: IconName
  tone: Tone
  notes: readonly (string | null)[]
  children: ReactNode
}) {
  return (
    <>
      <span className={styles.icon} data-tone={line.tone}>
        <Icon name={line.icon} size={16} />
      </span>
      <span className={styles.text}>
        {line.children}{' '}
        <span className="soft">{line.notes.filter((note) => note !== null).join(' · ')}</span>
      </span>
    </>
  )
}
