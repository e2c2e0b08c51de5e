import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/client.js'
import { previewQuery, type PreviewInput } from '../../api/links.js'
import { projectSettingsQuery, shortUrlHost } from '../../api/settings.js'
import type { LinkPreview as Preview } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { linkForm as texts } from '../../texts/links.js'
import { Failure } from '../../ui/failure.js'
import { Icon } from '../../ui/icons.js'
import { QrCode } from '../../ui/qr-code.js'
import { toInput, type LinkDraft } from './link-draft.js'
import { splitUrl } from './split-url.js'
import ui from '../../ui/ui.module.css'
import styles from './link-preview.module.css'
import { PhonePreview } from './phone-preview.js'

const TYPING_MS = 400

interface LinkPreviewProps {
  draft: LinkDraft
  /** Null for a new link. */
  code: string | null
}

/** Shows what visitors of the unsaved link would get, by the rules of the link host. */
export function LinkPreview({ draft, code }: LinkPreviewProps) {
  const [settled] = useDebouncedValue(draft, TYPING_MS)
  const input = { link: toInput(settled), ...(code === null ? {} : { code }) }
  const isEmpty = ['actual_url', 'ios_url', 'android_url', 'fallback_url'].every(
    (name) => settled[name as 'actual_url'].trim() === '',
  )
  return (
    <aside className={styles.preview} aria-label={texts.preview} tabIndex={0}>
      {isEmpty ? (
        <p className="soft">{texts.previewNothing}</p>
      ) : (
        <Previews input={input} original={settled.actual_url} />
      )}
      <QrPart code={code ?? settled.code.trim()} />
    </aside>
  )
}

type Input = Pick<PreviewInput, 'code' | 'link'>

function Previews({ input, original }: { input: Input; original: string }) {
  const query = useQuery(previewQuery(useProject(), { ...input, device: 'windows' }))
  const { data, error } = query
  if (error instanceof ApiError && error.status === 422)
    return <p className="soft">{texts.previewWaits}</p>
  if (error !== null) return <Failure error={error} onRetry={() => void query.refetch()} />
  return (
    <>
      <div className={styles.phones}>
        <PhonePreview device="iphone" input={input} />
        <PhonePreview device="android" input={input} />
      </div>
      {data === undefined ? (
        <Skeleton height={210} />
      ) : (
        <>
          {data.url !== null && <FinalUrl url={data.url} original={original} />}
          {data.card !== null && <SocialCard card={data.card} url={data.url} />}
        </>
      )}
    </>
  )
}

function FinalUrl({ url, original }: { url: string; original: string }) {
  return (
    <div>
      <p className={styles.label}>{texts.previewFinal}</p>
      <p className={ui.fullUrl}>
        {splitUrl(url, original).map(({ text, isAdded }, n) =>
          isAdded ? <b key={n}>{text}</b> : text,
        )}
      </p>
    </div>
  )
}

interface SocialCardProps {
  card: NonNullable<Preview['card']>
  url: string | null
}

function SocialCard({ card: { title, description, image }, url }: SocialCardProps) {
  return (
    <div>
      <p className={styles.label}>{texts.previewCard}</p>
      <div className={styles.card}>
        {image?.startsWith('https://') === true ? (
          <img className={styles.picture} src={image} alt="" referrerPolicy="no-referrer" />
        ) : (
          <span className={styles.picture}>
            <Icon name="link" size={26} />
          </span>
        )}
        <div className={styles.cardText}>
          {url !== null && <span className="clip soft small">{new URL(url).host}</span>}
          <strong className="clip">{title}</strong>
          {description !== null && <span className="soft small">{description}</span>}
        </div>
      </div>
    </div>
  )
}

/** The code is drawn in the browser, because a new link does not exist yet. */
function QrPart({ code }: { code: string }) {
  const settings = useQuery(projectSettingsQuery(useProject())).data
  const host = settings === undefined ? undefined : shortUrlHost(settings)
  const url = `${window.location.protocol}//${host ?? ''}/${code}`
  return (
    <div className={styles.qr}>
      {code === '' || host === undefined ? (
        <span className={styles.noQr}>
          <Icon name="qrcode" size={30} />
        </span>
      ) : (
        <QrCode text={url} label={texts.previewQrOf(url)} />
      )}
      <div>
        <p className={styles.label}>{texts.previewQr}</p>
        <p className="soft small">{code === '' ? texts.previewQrLater : url}</p>
      </div>
    </div>
  )
}
