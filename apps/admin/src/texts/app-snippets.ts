/** What an app needs to know of its project. */
export interface AppFacts {
  /** Address of the API. */
  baseUrl: string
  /** As the SDK takes it, with a port where there is one. */
  linkHost: string
  customDomains: readonly string[]
  projectId: string
  projectKey: string
}

export interface Snippet {
  /** The file, or where it goes. */
  title: string
  text: string
}

export const PLATFORMS = {
  flutter: ['Flutter', 'set-up-app-flutter'],
  reactNative: ['React Native', 'set-up-app-react-native'],
  expo: ['Expo', 'set-up-app-expo'],
  capacitor: ['Capacitor', 'set-up-app-capacitor'],
  web: ['Web', 'set-up-app-web'],
} as const

export type Platform = keyof typeof PLATFORMS

/** The code of the guides, with the values of this project. */
export function snippetsOf(platform: Platform, facts: AppFacts): Snippet[] {
  switch (platform) {
    case 'flutter':
      return [
        { title: 'lib/main.dart', text: flutter(facts) },
        manifest(facts, FLUTTER_DEEP_LINKING),
        plist(facts, FLUTTER_PLIST),
        domains(facts),
      ]
    case 'reactNative':
      return [
        { title: 'throughline.ts', text: client(facts, 'react-native', REACT_NATIVE_ADAPTERS) },
        manifest(facts),
        plist(facts),
        domains(facts),
      ]
    case 'expo':
      return [
        { title: 'app.json', text: expoPlugin(facts) },
        { title: 'throughline.ts', text: client(facts, 'expo', EXPO_ADAPTERS) },
      ]
    case 'capacitor':
      return [
        { title: 'throughline.ts', text: client(facts, 'capacitor', CAPACITOR_ADAPTERS) },
        manifest(facts),
        plist(facts),
        domains(facts),
      ]
    case 'web':
      return [{ title: 'throughline.ts', text: client(facts, 'web', WEB_ADAPTERS) }]
  }
}

/** The operating systems know hosts without a port. */
function hostsOf({ linkHost, customDomains }: AppFacts): string[] {
  return [linkHost, ...customDomains].map((host) => host.replace(/:\d+$/, ''))
}

function flutter({ baseUrl, linkHost, customDomains, projectId, projectKey }: AppFacts): string {
  const own = customDomains.map((host) => `'${host}'`).join(', ')
  return `await Throughline.initialize(
  publicKey: '${projectKey}',
  projectId: '${projectId}',
  baseUrl: '${baseUrl}',
  linkHost: '${linkHost}',${own === '' ? '' : `\n  customDomains: [${own}],`}
);
Throughline.instance.dynamicLinkStream.listen(
  (event) => print('\${event.source} \${event.actualUrl}'),
);`
}

interface Adapters {
  imports: string
  name: string
  options: string
}

const REACT_NATIVE_ADAPTERS: Adapters = {
  imports: `import AsyncStorage from '@react-native-async-storage/async-storage'
import { AppState, Dimensions, Linking, Platform } from 'react-native'
import { PlayInstallReferrer } from 'react-native-play-install-referrer'
`,
  name: 'reactNativeAdapters',
  options: `{
    linking: Linking,
    appState: AppState,
    platform: Platform,
    dimensions: Dimensions,
    storage: AsyncStorage,
    installReferrer: PlayInstallReferrer,
  }`,
}

const EXPO_ADAPTERS: Adapters = {
  imports: `import AsyncStorage from '@react-native-async-storage/async-storage'
import * as Application from 'expo-application'
import * as Linking from 'expo-linking'
import * as Localization from 'expo-localization'
import { AppState, Dimensions, Platform } from 'react-native'
`,
  name: 'expoAdapters',
  options: `{
    linking: Linking,
    appState: AppState,
    platform: Platform,
    dimensions: Dimensions,
    storage: AsyncStorage,
    application: Application,
    localization: Localization,
  }`,
}

const CAPACITOR_ADAPTERS: Adapters = {
  imports: `import { App } from '@capacitor/app'
import { Device } from '@capacitor/device'
import { Preferences } from '@capacitor/preferences'
`,
  name: 'capacitorAdapters',
  options: '{ app: App, device: Device, preferences: Preferences }',
}

const WEB_ADAPTERS: Adapters = {
  imports: '',
  name: 'webAdapters',
  options: "{ linkParameter: 'open', reportsInstall: true }",
}

function client(facts: AppFacts, preset: string, { imports, name, options }: Adapters): string {
  const { baseUrl, linkHost, customDomains, projectId, projectKey } = facts
  const own = customDomains.map((host) => `'${host}'`).join(', ')
  return `${imports}import { Throughline } from '@throughline/client'
import { ${name} } from '@throughline/client/${preset}'

export const throughline = Throughline.initialize({
  publicKey: '${projectKey}',
  projectId: '${projectId}',
  baseUrl: '${baseUrl}',
  linkHost: '${linkHost}',${own === '' ? '' : `\n  customDomains: [${own}],`}
  adapters: ${name}(${options}),
})`
}

function expoPlugin(facts: AppFacts): string {
  const { projectId } = facts
  const plugin = ['@throughline/client/expo-plugin', { projectId, linkHosts: hostsOf(facts) }]
  const app = { expo: { plugins: [plugin], android: { allowBackup: false } } }
  return JSON.stringify(app, null, 2)
}

const FLUTTER_DEEP_LINKING = `<meta-data android:name="flutter_deeplinking_enabled" android:value="false" />

`

function manifest(facts: AppFacts, first = ''): Snippet {
  const hosts = hostsOf(facts).map((host) => `    <data android:host="${host}" />`)
  const text = `${first}<!-- The landing page opens the app. -->
<intent-filter>
    <action android:name="android.intent.action.VIEW" />
    <category android:name="android.intent.category.DEFAULT" />
    <category android:name="android.intent.category.BROWSABLE" />
    <data android:scheme="service-${facts.projectId}" />
</intent-filter>

<!-- The system opens the app. -->
<intent-filter android:autoVerify="true">
    <action android:name="android.intent.action.VIEW" />
    <category android:name="android.intent.category.DEFAULT" />
    <category android:name="android.intent.category.BROWSABLE" />
    <data android:scheme="https" />
${hosts.join('\n')}
</intent-filter>`
  return { title: 'AndroidManifest.xml, in the main activity', text }
}

const FLUTTER_PLIST = `<key>FlutterDeepLinkingEnabled</key>
<false/>
`

function plist({ projectId }: AppFacts, first = ''): Snippet {
  const text = `${first}<key>CFBundleURLTypes</key>
<array>
  <dict>
    <key>CFBundleURLSchemes</key>
    <array>
      <string>service-${projectId}</string>
    </array>
  </dict>
</array>`
  return { title: 'Info.plist', text }
}

function domains(facts: AppFacts): Snippet {
  const text = hostsOf(facts)
    .map((host) => `applinks:${host}`)
    .join('\n')
  return { title: 'Xcode: Signing & Capabilities, Associated Domains', text }
}
