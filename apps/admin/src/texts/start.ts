/** The address of the API, and the three values of the project that an app needs. */
interface AppFacts {
  baseUrl: string
  linkHost: string
  projectId: string
  projectKey: string
}

export const start = {
  title: 'First steps',
  lead: 'From the first link to the first verified delivery. Each step completes itself when its data arrives.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  finished: 'Everything works. From now on, you start on the overview.',
  toOverview: 'Go to the overview',
  waiting: 'Waiting. This step completes itself.',
  reason: 'Still nothing? The usual reason:',
  optional: 'Optional',
  done: 'Done',
  link: {
    title: 'Make a link',
    text: 'A short link that opens your app, or its store page if the app is not installed.',
    action: 'New link',
    example: 'Use an example link',
    exampleName: 'Example link',
    reason: 'The form was closed before it was saved. It keeps what you typed: open it again.',
  },
  click: {
    title: 'Open it',
    text: 'Open the link as a visitor would. The click appears here.',
    onPhone: 'Open it on the sample phone',
    here: 'Open it here',
    qr: (url: string) => `QR code of ${url}`,
    scan: 'Or scan it with a phone',
    redirects:
      'This link redirects and opens no app, so the sample phone cannot install one. Turn on “Open the app on phones” in its settings.',
    noStore:
      'This link has no Google Play page, so the sample phone cannot install an app. Add one:',
    toLink: 'settings of the link',
    reason:
      'Previews, bots and prefetches get a response but are not counted. Or the browser shows a page that it has stored: reload it.',
  },
  install: {
    title: 'Report an install',
    text: 'The SDK reports the first start of an app, and Throughline finds the click that led to it.',
    onPhone: 'Install on the sample phone',
    sample: 'The sample phone simulates the store and an app with the SDK. Its requests are real.',
    own: 'In your own app',
    toSetup: 'Code for other platforms',
    simulate: 'Or without a browser, in the repository on the machine of the API',
    flutter: 'Flutter',
    reactNative: 'React Native, Expo, Capacitor',
    reason:
      'On the sample phone: all steps must be done, up to “Open the app”. In your app: it has another project key, or its baseUrl is not this server. The log line fetchPendingLinkByCode shows which.',
  },
  webhook: {
    title: 'Add a webhook',
    text: 'Each attributed install is sent to a URL of your server, signed.',
    sample: 'Use the sample receiver',
    sampleName: 'Sample receiver',
    sampleText:
      'The sample receiver runs on this machine, checks each signature and shows what it got.',
    action: 'New webhook',
    own: 'A receiver in your terminal',
    listen: 'Verifies and prints what it gets',
    reason: 'Only owners and editors can add a webhook. It must be on.',
  },
  delivery: {
    title: 'Verify a delivery',
    text: 'Your server must accept what Throughline has signed, and reject everything else.',
    none: 'Add an active webhook first.',
    reason:
      'The server cannot be reached, or answers with a status other than 2xx. The delivery shows its answer.',
  },
  association: {
    title: 'Let phones open links in the app',
    text: 'Android and iOS ask your link host, over https, for a file that names the app. On localhost or plain http this can wait.',
    action: 'Set up the files',
    guide: 'What phones do with them',
    reason: '',
  },
} as const

export function simulateCommand(code: string): string {
  return `npm run -s cli -- simulate --platform android --link ${code}`
}

export const LISTEN_COMMAND = 'npm run -s cli -- listen'

export function flutterSnippet({ baseUrl, linkHost, projectId, projectKey }: AppFacts): string {
  return `await Throughline.initialize(
  publicKey: '${projectKey}',
  projectId: '${projectId}',
  baseUrl: '${baseUrl}',
  linkHost: '${linkHost}',
);`
}

export function clientSnippet({ baseUrl, linkHost, projectId, projectKey }: AppFacts): string {
  return `export const throughline = Throughline.initialize({
  publicKey: '${projectKey}',
  projectId: '${projectId}',
  baseUrl: '${baseUrl}',
  linkHost: '${linkHost}',
  adapters: reactNativeAdapters({ … }),
})`
}

export const sampleReceiver = {
  title: 'What the sample receiver got',
  none: 'Nothing yet. Verify the webhook, or report an install that matches.',
  right: 'Signature right, accepted',
  wrong: 'Signature wrong, rejected',
  payload: 'Payload',
  triggers: { auto: 'event', resend: 'resent', replay: 'replay', test: 'test' },
} as const
