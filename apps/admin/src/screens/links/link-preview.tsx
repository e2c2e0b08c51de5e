import type { Campaign } from '../../api/types.js'
import { linkForm as texts } from '../../texts/links.js'
import { Icon } from '../../ui/icons.js'
import { finalUrl, type LinkDraft } from './link-draft.js'
import styles from './links.module.css'

/** Shows the short link and the final URL of the form, updated on each change. */
export function LinkPreview({
  draft,
  campaign,
}: {
  draft: LinkDraft
  campaign: Campaign | undefined
}) {
  const final = finalUrl(draft, campaign)
  return (
    <aside className={styles.preview} aria-label={texts.preview}>
      <div>
        <p className={styles.previewLabel}>{texts.previewFinal}</p>
        {final === null ? (
          <p className="soft">{texts.previewNothing}</p>
        ) : (
          <p className={styles.url}>
            {final.url}
            <b>{final.added}</b>
          </p>
        )}
      </div>
      {final !== null && (
        <div>
          <p className={styles.previewLabel}>{texts.previewCard}</p>
          <SocialCard draft={draft} host={new URL(final.url).host} />
        </div>
      )}
    </aside>
  )
}

function SocialCard({ draft, host }: { draft: LinkDraft; host: string }) {
  const { social_image: image, social_title: title, social_description: description, name } = draft
  return (
    <div className={styles.ogCard}>
      {image.startsWith('https://') ? (
        <img className={styles.ogPicture} src={image} alt="" referrerPolicy="no-referrer" />
      ) : (
        <span className={styles.ogPicture}>
          <Icon name="link" size={30} />
        </span>
      )}
      <div className={styles.ogText}>
        <span className="soft small">{host}</span>
        <strong className="clip">{title || name || texts.previewNoTitle}</strong>
        {description !== '' && <span className="soft small">{description}</span>}
      </div>
    </div>
  )
}
