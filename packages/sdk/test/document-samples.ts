import { codeBlocks, listPages, readPage } from '@throughline/testkit/markdown'

/** The pages for app developers. */
const PAGES = listPages().filter(
  (path) => path === 'packages/sdk/README.md' || path.startsWith('docs/guides/'),
)

/** Replaces what a page has shown before a sample that continues from there. */
const AROUND = `import type { Throughline } from '@throughline/client'
declare const throughline: Throughline
`

/**
 * The TypeScript samples of the pages as files of a project, each page in a separate folder. The module that
 * initializes the SDK is `throughline.ts`.
 */
export function documentSamples(): Record<string, string> {
  const files = PAGES.flatMap((page) => {
    const folder = page.replace(/\.md$/, '').replaceAll('/', '-')
    return codeBlocks(readPage(page))
      .filter(({ language }) => language === 'ts' || language === 'tsx')
      .map(({ language, code }, at) => {
        if (/\bThroughline\.initialize\(/.test(code)) return [`${folder}/throughline.ts`, code]
        const isComplete =
          !/\bthroughline\b/.test(withoutStrings(code)) || /import \{ throughline \}/.test(code)
        return [`${folder}/sample-${String(at)}.${language}`, isComplete ? code : AROUND + code]
      })
  })
  return { ...Object.fromEntries(files), 'modules.d.ts': MODULES }
}

const withoutStrings = (code: string) => code.replaceAll(/'[^'\n]*'/g, "''")

/** The apps' packages, as far as the samples use them. src/presets/module-shapes.test.ts has their real types. */
const MODULES = `
declare module 'react-native' {
  import type { ReactNativeModules } from '@throughline/client/react-native'
  export const AppState: NonNullable<ReactNativeModules['appState']>
  export const Dimensions: ReactNativeModules['dimensions']
  export const Linking: ReactNativeModules['linking']
  export const Platform: ReactNativeModules['platform']
}
declare module '@react-native-async-storage/async-storage' {
  const storage: import('@throughline/client').KeyValueStorage
  export default storage
}
declare module 'react-native-play-install-referrer' {
  import type { PlayInstallReferrerModule } from '@throughline/client/react-native'
  export const PlayInstallReferrer: PlayInstallReferrerModule
}
declare module 'expo-application' {
  export function getInstallReferrerAsync(): Promise<string>
  export function getInstallationTimeAsync(): Promise<Date>
}
declare module 'expo-linking' {
  import type { ExpoModules } from '@throughline/client/expo'
  export const addEventListener: ExpoModules['linking']['addEventListener']
  export const getInitialURL: ExpoModules['linking']['getInitialURL']
}
declare module 'expo-localization' {
  import type { ExpoLocalizationModule } from '@throughline/client/expo'
  export const getLocales: ExpoLocalizationModule['getLocales']
  export const getCalendars: ExpoLocalizationModule['getCalendars']
}
declare module 'expo-router' {
  export type Href = string & { readonly __route: unique symbol }
  export const router: { push(href: Href): void }
}
declare module '@capacitor/app' {
  export const App: import('@throughline/client/capacitor').CapacitorAppPlugin
}
declare module '@capacitor/device' {
  export const Device: import('@throughline/client/capacitor').CapacitorDevicePlugin
}
declare module '@capacitor/preferences' {
  export const Preferences: import('@throughline/client/capacitor').CapacitorPreferencesPlugin
}
declare module '@capgo/capacitor-install-referrer' {
  export const InstallReferrer: { getReferrer(): Promise<{ referrer?: string }> }
}
declare module 'react' {
  export function useEffect(effect: () => void | (() => void), uses: readonly unknown[]): void
}
`
