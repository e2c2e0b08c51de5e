/** The part of React Native's `Linking`, and of the package expo-linking, that is used. */
export interface LinkingModule {
  getInitialURL(): Promise<string | null | undefined>
  addEventListener(
    type: 'url',
    listener: (event: { readonly url: string }) => void,
  ): { remove(): void }
}

/** The part of React Native's `AppState` that is used. */
export interface AppStateModule {
  /** `active` while the app is in front. */
  addEventListener(
    type: 'change',
    listener: (state: string) => void,
  ): { remove(): void } | undefined
}

/** The part of React Native's `Platform` that is used. */
export interface PlatformModule {
  readonly OS: string
  /** The system's version on iOS; on Android the API level, which is another number. */
  readonly Version: unknown
  /** Other names on each platform. */
  readonly constants: object
}

/** The part of React Native's `Dimensions` that is used. */
export interface DimensionsModule {
  get(dimension: 'screen'): {
    readonly width: number
    readonly height: number
    readonly scale: number
  }
}

/** The user's languages, as react-native-localize and expo-localization tell them. */
export interface LocalesModule {
  getLocales(): readonly { readonly languageTag: string }[]
}
