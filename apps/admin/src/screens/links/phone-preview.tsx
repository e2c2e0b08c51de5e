import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { framedPageQuery, previewQuery, type PreviewInput } from '../../api/links.js'
import type { LinkPreview } from '../../api/types.js'
import { useProject } from '../../shell/project-context.js'
import { linkForm as texts, routeTest } from '../../texts/links.js'
import { Icon, type IconName } from '../../ui/icons.js'
import styles from './link-preview.module.css'

interface PhonePreviewProps {
  device: 'iphone' | 'android'
  input: Pick<PreviewInput, 'code' | 'link'>
}

const ICONS = { iphone: 'brand-apple', android: 'brand-android' } as const

/** A phone with the landing page of the unsaved link, or what happens instead of it. */
export function PhonePreview({ device, input }: PhonePreviewProps) {
  const { data } = useQuery(previewQuery(useProject(), { ...input, device }))
  return (
    <figure className={styles.phone}>
      <div className={styles.screen}>
        {data === undefined ? (
          <Skeleton height="100%" radius={0} />
        ) : data.answer === 'page' ? (
          <Page device={device} input={input} />
        ) : (
          <NoPage preview={data} />
        )}
      </div>
      <figcaption>
        <span className={styles.device}>
          <Icon name={ICONS[device]} size={15} />
          {texts.phones[device]}
        </span>
        <span className="soft small">{data && captionOf(data)}</span>
      </figcaption>
    </figure>
  )
}

function captionOf({ answer, lands }: LinkPreview): string {
  return answer === 'page' ? texts.without[lands] : texts.noPage
}

function Page({ device, input }: PhonePreviewProps) {
  // A ticket is used once, so another mount needs another one.
  const mount = useId()
  const { data: path } = useQuery(framedPageQuery(useProject(), mount, { ...input, device }))
  if (path === undefined) return <Skeleton height="100%" radius={0} />
  // A changed `src` would add an entry to the history of the browser; a new frame adds none.
  return (
    <iframe
      key={path}
      className={styles.frame}
      src={path}
      title={texts.frameOf(texts.phones[device])}
      tabIndex={-1}
    />
  )
}

function NoPage({ preview: { lands, url } }: { preview: LinkPreview }) {
  const [icon, text]: [IconName, string] =
    url === null
      ? ['circle-x', routeTest.lands[lands]]
      : ['arrow-right', texts.straightTo(new URL(url).host)]
  return (
    <div className={styles.straight}>
      <Icon name={icon} size={26} />
      <p>{text}</p>
    </div>
  )
}
