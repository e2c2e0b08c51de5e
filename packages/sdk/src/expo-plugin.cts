/** The plug-in's options in `app.json`. */
interface PluginOptions {
  /** The project's id; the app's scheme is `service-{projectId}`. */
  readonly projectId: string
  /** The link host and the custom domains of the project, such as `['acme.links.example', 'go.acme.com']`. */
  readonly linkHosts: readonly string[]
}

interface ExpoConfig {
  scheme?: string | string[] | undefined
  ios?: { associatedDomains?: string[] | undefined } | undefined
  android?: { intentFilters?: IntentFilter[] | undefined } | undefined
  mods?: { android?: { mainActivity?: MainActivityMod | undefined } | undefined } | null | undefined
}

interface IntentFilter {
  action: string
  autoVerify?: boolean | undefined
  category?: string | string[] | undefined
  data?: { scheme?: string; host?: string } | { scheme?: string; host?: string }[] | undefined
}

/** Expo calls it with the file's contents while it writes the native project. */
type MainActivityMod = (config: MainActivity) => MainActivity | Promise<MainActivity>

interface MainActivity {
  modResults: { language: string; contents: string }
}

declare const console: { warn(text: string): void }

/**
 * Config plug-in for Expo: registers the scheme and the link hosts with both platforms, and makes Android's main
 * activity drop links that an earlier start has handled.
 */
function withThroughline<Config extends ExpoConfig>(
  config: Config,
  options: PluginOptions,
): Config {
  const scheme = `service-${readProjectId(options)}`
  const hosts = readLinkHosts(options)
  const { scheme: schemes = [], ios, android, mods } = config
  return {
    ...config,
    scheme: unique([schemes, scheme].flat()),
    ios: {
      ...ios,
      associatedDomains: unique([
        ...(ios?.associatedDomains ?? []),
        ...hosts.map((host) => `applinks:${host}`),
      ]),
    },
    android: {
      ...android,
      intentFilters: [...(android?.intentFilters ?? []), verifiedLinks(hosts)],
    },
    mods: {
      ...mods,
      android: { ...mods?.android, mainActivity: dropOldLinks(mods?.android?.mainActivity) },
    },
  }
}

/** A separate filter for https: Android does not verify a filter that also has a custom scheme. */
function verifiedLinks(hosts: readonly string[]): IntentFilter {
  return {
    action: 'VIEW',
    autoVerify: true,
    category: ['BROWSABLE', 'DEFAULT'],
    data: hosts.map((host) => ({ scheme: 'https', host })),
  }
}

/** Edits the main activity, then lets the mods run that were there before. */
function dropOldLinks(next: MainActivityMod | undefined): MainActivityMod {
  return (config) => {
    const { language, contents } = config.modResults
    const edited = language === 'kt' ? editMainActivity(contents) : null
    if (edited === null) console.warn(NOT_EDITED)
    const results = {
      ...config,
      modResults: { ...config.modResults, contents: edited ?? contents },
    }
    return next ? next(results) : results
  }
}

const NOT_EDITED =
  '@throughline/client/expo-plugin: MainActivity has another form than Expo’s template, so it is unchanged. ' +
  'On Android a link may be reported again when the app is reopened: edit MainActivity as the guide for ' +
  'React Native shows.'

const MARK = '// @throughline/client'

const ON_CREATE = /override fun onCreate\(savedInstanceState: Bundle\?\) \{\n/

const DROP_OLD_LINK = `    ${MARK}: the link of an earlier start is not opened again.
    val isOldLink = savedInstanceState != null ||
      intent.flags and android.content.Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY != 0
    if (isOldLink) setIntent(android.content.Intent(intent).setData(null))
`

const ON_NEW_INTENT = `  ${MARK}: Linking reads the newest link from the intent.
  override fun onNewIntent(intent: android.content.Intent) {
    setIntent(intent)
    super.onNewIntent(intent)
  }

`

/** Returns the edited source; null if its form is unknown. */
function editMainActivity(source: string): string | null {
  if (source.includes(MARK)) return source
  const found = ON_CREATE.exec(source)
  if (found === null || source.includes('fun onNewIntent(')) return null
  const lineStart = source.lastIndexOf('\n', found.index) + 1
  const bodyStart = found.index + found[0].length
  return (
    source.slice(0, lineStart) +
    ON_NEW_INTENT +
    source.slice(lineStart, bodyStart) +
    DROP_OLD_LINK +
    source.slice(bodyStart)
  )
}

function readProjectId({ projectId }: Partial<PluginOptions> = {}): string {
  const id = projectId?.toLowerCase() ?? ''
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) {
    throw new Error('@throughline/client/expo-plugin: projectId must be the project’s UUID.')
  }
  return id
}

function readLinkHosts({ linkHosts = [] }: Partial<PluginOptions> = {}): string[] {
  const wrong = linkHosts.find((host) => !/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(host))
  if (linkHosts.length === 0 || wrong !== undefined) {
    throw new Error(
      '@throughline/client/expo-plugin: linkHosts must list host names such as "acme.links.example", without ' +
        `scheme, port, path or wildcard${wrong === undefined ? '.' : `, not "${wrong}".`}`,
    )
  }
  return unique(linkHosts.map((host) => host.toLowerCase()))
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}

// @ts-expect-error -- Expo needs CommonJS, whose only export erasableSyntaxOnly forbids
export = withThroughline
