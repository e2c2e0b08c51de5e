import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { linkQuery } from '../../api/links.js'
import { useProject } from '../../shell/project-context.js'
import { linkForm as texts } from '../../texts/links.js'
import { Drawer } from '../../ui/dialog.js'
import { Failure } from '../../ui/failure.js'
import { Message } from '../../ui/message.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { draftOf, emptyDraft } from './link-draft.js'
import { LinkForm } from './link-form.js'

const WIDTH = 1040

interface LinkDrawerProps {
  /** From the address: `new`, `edit:CODE` or `copy:CODE`. */
  form: string
  url?: string | undefined
  /** The campaign that the list is filtered by: a new link gets it. */
  campaign?: string | undefined
}

export function LinkDrawer({ form, url = '', campaign = '' }: LinkDrawerProps) {
  const setSearch = useSetSearch()
  const close = () => setSearch({ form: undefined, url: undefined }, { keepsPage: true })
  const [mode, code = ''] = splitOnce(form)
  const isEdit = mode === 'edit'
  return (
    <Drawer
      opened
      onClose={close}
      size={WIDTH}
      title={isEdit ? texts.editTitle(code) : texts.newTitle}
    >
      {code === '' ? (
        <LinkForm
          draftName={form + url}
          initial={{ ...emptyDraft(url), campaign_id: campaign }}
          code={null}
          version={0}
          onDone={close}
        />
      ) : (
        <LoadedForm form={form} code={code} isEdit={isEdit} onDone={close} />
      )}
    </Drawer>
  )
}

function LoadedForm({
  form,
  code,
  isEdit,
  onDone,
}: {
  form: string
  code: string
  isEdit: boolean
  onDone: () => void
}) {
  const query = useQuery(linkQuery(useProject(), code))
  if (query.data === undefined) {
    if (query.error === null) return <Skeleton height={420} />
    return <Failure error={query.error} onRetry={() => void query.refetch()} />
  }
  if (isEdit && query.data.archived_at !== null)
    return <Message isInline icon="archive" title={texts.archivedTitle} text={texts.archivedText} />
  return (
    <LinkForm
      draftName={form}
      initial={draftOf(query.data, isEdit)}
      code={isEdit ? code : null}
      version={isEdit ? query.data.version : 0}
      onDone={onDone}
    />
  )
}

function splitOnce(form: string): [string, string?] {
  const colon = form.indexOf(':')
  return colon < 0 ? [form] : [form.slice(0, colon), form.slice(colon + 1)]
}
