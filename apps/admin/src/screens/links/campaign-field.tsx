import { Select } from '@mantine/core'
import type { Campaign } from '../../api/types.js'
import { linkForm as texts } from '../../texts/links.js'

interface CampaignFieldProps {
  campaigns: readonly Campaign[]
  /** Empty for no campaign; null before anything was chosen. */
  value: string | null
  onChange: (id: string) => void
  isFirst?: boolean
}

/**
 * A campaign, found by typing. Enter chooses the highlighted one, and never submits the form: the typed text is not a
 * choice yet, and would be lost.
 */
export function CampaignField({ campaigns, value, onChange, isFirst = false }: CampaignFieldProps) {
  return (
    <Select
      label={texts.campaign}
      description={texts.campaignHint}
      data={[
        { value: '', label: texts.noCampaign },
        ...campaigns
          .filter(({ id, status }) => status !== 'archived' || String(id) === value)
          .map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault()
      }}
      allowDeselect={false}
      nothingFoundMessage={texts.campaignNotFound}
      searchable
      selectFirstOptionOnChange
      data-autofocus={isFirst || undefined}
    />
  )
}
