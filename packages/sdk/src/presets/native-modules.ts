/** The part of React Native's `Linking` and of expo-linking in use. */
export interface LinkingModule {
  getInitialURL(): Promise<string | null | undefined>
  addEventListener(
    type: 'url',
    listener: (event: { readonly url: string }) => void,
  ): { remove(): void }
}

export interface AppStateModule {
  /** `active` while the app is in front. */
  addEventListener(
    type: 'change',
    listener: (state: string) => void,
  ): { remove(): void } | undefined
}

export interface PlatformModule {
  readonly OS: string
  /** On iOS the OS version; on Android the API level. */
  readonly Version: unknown
  /** The names differ by platform. */
  readonly constants: object
}

export interface DimensionsModule {
  get(dimension: 'screen'): {
    readonly width: number
    readonly height: number
    readonly scale: number
  }
}

/** The user's languages from react-native-localize or expo-localization. */
export interface LocalesModule {
  getLocales(): readonly { readonly languageTag: string }[]
}
