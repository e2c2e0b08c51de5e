import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { unwrap } from '../../api/client.js'
import { deliveriesQuery } from '../../api/deliveries.js'
import { linkQuery } from '../../api/links.js'
import { useLiveFeed } from '../../api/live/use-live-feed.js'
import { setupQuery } from '../../api/setup.js'
import { useProject, type ProjectContext } from '../../shell/project-context.js'
import { deliveries as deliveryTexts } from '../../texts/deliveries.js'
import { matchTypes, platforms, reasons } from '../../texts/evidence.js'
import { phone as texts, setup } from '../../texts/setup.js'
import { Card } from '../../ui/card.js'
import { CopyButton } from '../../ui/copy.js'
import { Failure } from '../../ui/failure.js'
import { FormErrors } from '../../ui/form-errors.js'
import { Icon } from '../../ui/icons.js'
import { isReachable, QrCode } from '../../ui/qr-code.js'
import { useSetSearch } from '../../ui/use-search-param.js'
import { followTest, type PhoneTest as Test } from './phone-steps.js'
import styles from './phone-test.module.css'

/** Follows a test link from the first click to the delivery. Its code is in the address. */
export function PhoneTest() {
  const { phone: code } = useSearch({ from: '/p/$prefix/setup' })
  return (
    <Card title={setup.phone} aside={code !== undefined && <NewTest isAgain />}>
      {code === undefined ? (
        <div className={styles.start}>
          <p className="soft">{setup.phoneText}</p>
          <NewTest />
        </div>
      ) : (
        <RunningTest key={code} code={code} />
      )}
    </Card>
  )
}

function NewTest({ isAgain = false }: { isAgain?: boolean }) {
  const context = useProject()
  const setSearch = useSetSearch()
  const making = useMutation({
    mutationFn: () => createTestLink(context),
    onSuccess: ({ code }) => setSearch({ phone: code }),
  })
  if (!context.can('links:write')) return <p className="soft">{texts.noRole}</p>
  return (
    <>
      <FormErrors error={making.error} title={texts.notMade} />
      <Button
        variant={isAgain ? 'default' : 'filled'}
        size={isAgain ? 'compact-sm' : 'sm'}
        leftSection={<Icon name={isAgain ? 'refresh' : 'device-mobile'} size={16} />}
        loading={making.isPending}
        onClick={() => making.mutate()}
      >
        {isAgain ? texts.again : texts.begin}
      </Button>
    </>
  )
}

/** Where a visitor without the app arrives, if the project has no link of an app yet. */
const FALLBACK = 'https://example.com/'

/** Makes a link for one test. It leads where the newest link of the app leads. */
async function createTestLink({ api }: ProjectContext) {
  const { data } = await unwrap(api.GET('/api/links', { params: { query: { per_page: 20 } } }))
  const model = data.find((link) => link.is_deeplink) ?? data[0]
  const { actual_url: url, ios_url: ios, android_url: android } = model ?? {}
  return unwrap(
    api.POST('/api/links', {
      body: {
        name: setup.phoneLinkName,
        actual_url: url ?? FALLBACK,
        is_deeplink: true,
        ...(ios == null ? {} : { ios_url: ios }),
        ...(android == null ? {} : { android_url: android }),
        tags: ['test'],
      },
    }),
  )
}

function RunningTest({ code }: { code: string }) {
  const context = useProject()
  const link = useQuery(linkQuery(context, code))
  const feed = useLiveFeed(context)
  if (link.error !== null) return <Failure error={link.error} onRetry={() => void link.refetch()} />
  if (link.data === undefined) return <Skeleton height={260} />
  return (
    <div className={styles.test}>
      <Door url={link.data.short_url} />
      <Steps test={followTest(feed.items, code)} />
    </div>
  )
}

/** How the link comes to the phone. */
function Door({ url }: { url: string }) {
  return (
    <div className={styles.door}>
      {isReachable(url) ? (
        <QrCode text={url} label={texts.qr(url)} />
      ) : (
        <p className={styles.local}>
          <Icon name="info-circle" size={18} />
          <span>
            {texts.local} <code>{texts.localCommand}</code>
          </span>
        </p>
      )}
      <span className={styles.url}>
        <a href={url} target="_blank" rel="noreferrer" className="clip">
          {url}
        </a>
        <CopyButton value={url} />
      </span>
    </div>
  )
}

function Steps({ test: { click, install } }: { test: Test }) {
  return (
    <ol className={styles.steps} aria-live="polite">
      <Step name={texts.click} state={click === null ? 'now' : 'done'} hint={texts.clickHint}>
        {click !== null && texts.clicked(platformOf(click))}
      </Step>
      <Step
        name={texts.install}
        state={install !== null ? 'done' : click === null ? 'later' : 'now'}
        hint={texts.installHint}
      >
        {install !== null && texts.installed(platformOf(install))}
      </Step>
      <MatchStep install={install} />
      <DeliveryStep install={install?.matched === true ? install : null} />
    </ol>
  )
}

function platformOf({ platform }: { platform: string }): string {
  return platforms[platform] ?? platform
}

function MatchStep({ install }: Pick<Test, 'install'>) {
  const { prefix } = useProject().project
  if (install === null) return <Step name={texts.match} state="later" hint={texts.matchHint} />
  const { install_id: id, matched, match_type: type, reason } = install
  return (
    <Step name={texts.match} state={matched ? 'done' : 'bad'} hint={texts.matchHint}>
      <Link to="/p/$prefix/installs/$id" params={{ prefix, id }}>
        {matched
          ? texts.matched(matchTypes[type ?? ''] ?? '')
          : texts.unmatched(reasons[reason ?? ''] ?? '')}
      </Link>
    </Step>
  )
}

/** @param install null before it was matched */
function DeliveryStep({ install }: Pick<Test, 'install'>) {
  const context = useProject()
  const { prefix } = context.project
  const hasWebhook = useQuery(setupQuery(context)).data?.webhook.active !== 0
  const delivery = useDelivery(install)
  if (install === null)
    return <Step name={texts.delivery} state="later" hint={texts.deliveryHint} />
  return (
    <Step
      name={texts.delivery}
      state={delivery?.state === 'succeeded' ? 'done' : 'now'}
      hint={hasWebhook ? texts.deliveryHint : texts.noWebhook}
    >
      {delivery !== undefined ? (
        <Link to="/p/$prefix/deliveries/$id" params={{ prefix, id: delivery.id }}>
          {deliveryTexts.states[delivery.state]}
        </Link>
      ) : (
        !hasWebhook && (
          <Link to="/p/$prefix/webhooks" params={{ prefix }} search={{ form: 'new' }}>
            {texts.addWebhook}
          </Link>
        )
      )}
    </Step>
  )
}

const LOOK_MS = 2_000

/** A delivery of the install; one that succeeded, if there is one. */
function useDelivery(install: Test['install']) {
  const context = useProject()
  const query = useQuery({
    ...deliveriesQuery(context, { install_id: install?.install_id ?? '', limit: 10 }),
    enabled: install !== null && context.can('deliveries:read'),
    refetchInterval: LOOK_MS,
  })
  const sent = install === null ? [] : (query.data?.data ?? [])
  return sent.find(({ state }) => state === 'succeeded') ?? sent[0]
}

type State = 'later' | 'now' | 'done' | 'bad'

const SIGNS = { later: 'minus', now: 'clock', done: 'circle-check', bad: 'alert-circle' } as const

function Step(props: { name: string; state: State; hint: string; children?: ReactNode }) {
  const { name, state, hint, children } = props
  return (
    <li className={styles.step} data-state={state}>
      <span className={styles.sign}>
        <Icon name={SIGNS[state]} size={20} />
      </span>
      <div className={styles.text}>
        <strong>{name}</strong> <span className="sr-only">{texts.states[state]}</span>
        <div>{children}</div>
        {(state === 'now' || state === 'bad') && <p className="soft small">{hint}</p>}
      </div>
    </li>
  )
}
