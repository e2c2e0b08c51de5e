import { Link } from '@tanstack/react-router'
import type { Install } from '../../api/types.js'
import { matchTypes, platforms, reasons } from '../../texts/evidence.js'
import { installs as texts } from '../../texts/installs.js'
import { Badge } from '../../ui/badge.js'
import { rowLink, type Column } from '../../ui/data-table.js'
import { formatShare } from '../../ui/format.js'
import { Icon } from '../../ui/icons.js'
import { Time } from '../../ui/time.js'

const SHORT_ID = 8

export function installColumns(prefix: string): Column<Install>[] {
  return [
    {
      key: 'install',
      header: texts.install,
      cell: ({ install_id: id, platform, os_version: os, test: isTest }) => (
        <span style={{ display: 'flex', alignItems: 'center', gap: 10, minWidth: 0 }}>
          <Icon name={platform === 'ios' ? 'brand-apple' : 'brand-android'} />
          <Link
            to="/p/$prefix/installs/$id"
            params={{ prefix, id }}
            className={`${rowLink ?? ''} clip`}
          >
            {`${platforms[platform] ?? platform} ${os ?? ''}`}{' '}
            <span className="soft mono">{id.slice(0, SHORT_ID)}</span>
          </Link>
          {isTest && <Badge tone="idle">{texts.test}</Badge>}
        </span>
      ),
    },
    {
      key: 'result',
      header: texts.result,
      width: 220,
      cell: (install) => <ResultBadge {...install} />,
    },
    {
      key: 'link',
      header: texts.link,
      width: '20%',
      mobile: 'end',
      cell: ({ code }) => <span className="clip">{code ?? <span className="soft">–</span>}</span>,
    },
    {
      key: 'country',
      header: texts.country,
      width: 90,
      mobile: 'hide',
      cell: ({ country }) => country ?? <span className="soft">–</span>,
    },
    {
      key: 'when',
      header: texts.when,
      width: 140,
      align: 'right',
      cell: ({ decided_at: at }) => (
        <span className="soft">
          <Time at={at} />
        </span>
      ),
    },
  ]
}

type Result = Pick<Install, 'matched' | 'match_type' | 'reason' | 'confidence'>

export function ResultBadge({ matched, match_type: type, reason, confidence }: Result) {
  if (!matched) {
    return (
      <Badge tone="idle" icon="circle-x">
        {reasons[reason ?? ''] ?? texts.unmatched}
      </Badge>
    )
  }
  return (
    <Badge tone="good" icon="circle-check">
      {`${matchTypes[type ?? ''] ?? texts.matched} · ${formatShare(confidence)}`}
    </Badge>
  )
}
