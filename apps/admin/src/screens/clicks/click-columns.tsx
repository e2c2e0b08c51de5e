import { Link } from '@tanstack/react-router'
import type { Click } from '../../api/types.js'
import { clicks as texts } from '../../texts/clicks.js'
import { Badge } from '../../ui/badge.js'
import { rowLink, type Column } from '../../ui/data-table.js'
import { Time } from '../../ui/time.js'
import { valueName } from '../../ui/value-name.js'

export function clickColumns(prefix: string): Column<Click>[] {
  return [
    {
      key: 'link',
      header: texts.link,
      cell: ({ code }) => <LinkCell code={code} prefix={prefix} />,
    },
    {
      key: 'device',
      header: texts.device,
      width: '24%',
      cell: ({ platform, os_version: version, browser }) => (
        <span className="clip">
          {[texts.platforms[platform], version].filter(Boolean).join(' ')}
          {browser !== null && <span className="soft"> {browser}</span>}
        </span>
      ),
    },
    {
      key: 'origin',
      header: texts.origin,
      width: '20%',
      mobile: 'hide',
      cell: ({ utm_source: source, referrer }) => (
        <span className="clip">
          {source ?? referrer ?? <span className="soft">{texts.direct}</span>}
        </span>
      ),
    },
    {
      key: 'country',
      header: texts.country,
      width: 130,
      mobile: 'hide',
      cell: ({ country }) => (
        <span className="clip soft">{country === null ? '–' : valueName(true, country)}</span>
      ),
    },
    {
      key: 'result',
      header: texts.result,
      width: 150,
      mobile: 'end',
      cell: (click) => <Result click={click} />,
    },
    {
      key: 'when',
      header: texts.when,
      width: 142,
      align: 'right',
      cell: ({ clicked_at: at }) => (
        <span className="soft">
          <Time at={at} />
        </span>
      ),
    },
  ]
}

function LinkCell({ code, prefix }: { code: string; prefix: string }) {
  return (
    <Link to="/p/$prefix/links/$code" params={{ prefix, code }} className={`${rowLink ?? ''} clip`}>
      {code}
    </Link>
  )
}

function Result({ click }: { click: Click }) {
  const { claimed, uncounted_reason: reason, recorded_by: by } = click
  if (claimed)
    return (
      <Badge tone="good" icon="circle-check">
        {texts.installed}
      </Badge>
    )
  if (reason !== null)
    return (
      <Badge tone="idle" icon="eye-off">
        {texts.uncounted[reason] ?? texts.notCounted}
      </Badge>
    )
  if (by === 'sdk')
    return (
      <Badge tone="accent" icon="device-mobile">
        {texts.bySdk}
      </Badge>
    )
  return <span className="soft">–</span>
}
