import { Select } from '@mantine/core'
import { saveMe } from '../../api/account.js'
import type { Me } from '../../api/session.js'
import { useChange } from '../../shell/use-change.js'
import { useTheme } from '../../shell/use-theme.js'
import { account as texts } from '../../texts/account.js'
import { common } from '../../texts/common.js'
import { Card } from '../../ui/card.js'
import type { Theme } from '../../ui/colors.js'
import { errorOf, FormErrors } from '../../ui/form-errors.js'
import { Segments } from '../../ui/segments.js'
import styles from './account.module.css'

const THEMES = Object.entries(texts.themes) as [Theme, string][]
/** The browser knows over 400 zones; the list shows those that match what is typed. */
const MOST_SHOWN = 50

/** Time zone and colors of the panel, in all browsers of the account. */
export function DisplayCard({ me }: { me: Me }) {
  const setTheme = useTheme()
  // All data may depend on the time zone: days begin at other times.
  const saving = useChange((zone: string | null) => saveMe({ time_zone: zone }), {
    stale: [],
    done: common.saved,
  })
  const browsers = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Card title={texts.display}>
      <div className={styles.form}>
        <FormErrors error={saving.error} title={common.fix} />
        <Select
          label={texts.timeZone}
          description={texts.timeZoneHint}
          data={[
            { value: '', label: texts.browserZone(browsers) },
            ...zones(me.time_zone).map((zone) => ({ value: zone, label: zone })),
          ]}
          value={me.time_zone ?? ''}
          onChange={(zone) => saving.mutate(zone || null)}
          error={errorOf(saving.error, 'time_zone')}
          disabled={saving.isPending}
          limit={MOST_SHOWN}
          nothingFoundMessage={texts.noZone}
          searchable
          allowDeselect={false}
        />
        <div>
          <p className={styles.label}>{texts.theme}</p>
          <Segments label={texts.theme} options={THEMES} value={me.theme} onChange={setTheme} />
        </div>
      </div>
    </Card>
  )
}

/** The server may know zones that this browser does not. */
function zones(chosen: string | null): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return chosen === null || known.includes(chosen) ? known : [chosen, ...known]
}
