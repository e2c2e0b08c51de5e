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
  waiting: 'Waiting. This page checks every three seconds.',
  reason: 'Still nothing? The usual reason:',
  optional: 'Optional',
  done: 'Done',
  link: {
    title: 'Make a link',
    text: 'A short link that opens your app, or its store page if the app is not installed.',
    action: 'New link',
    reason: '',
  },
  click: {
    title: 'Open it',
    text: 'Open the link as a visitor would: in a browser, best on a phone.',
    action: 'Open it here',
    reason:
      'Previews, bots and prefetches get a response but are not counted. A second click of the same browser is counted.',
  },
  install: {
    title: 'Report an install',
    text: 'The SDK reports it when the app is first opened. On this machine you can simulate a phone.',
    simulate: 'In the repository, on the machine of the API',
    snippet: 'In your app',
    flutter: 'Flutter',
    reactNative: 'React Native, Expo, Capacitor',
    reason:
      'The app has another project key, or its baseUrl is not this server. The log line fetchPendingLinkByCode shows which.',
  },
  webhook: {
    title: 'Add a webhook',
    text: 'Each attributed install is sent to a URL of your server. To try it on this machine, start a receiver:',
    action: 'New webhook',
    listen: 'A receiver that verifies and prints what it gets',
    reason: '',
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
    text: 'Android and iOS ask your link host for a file that names the app. On localhost this can wait.',
    action: 'How to set up the files',
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
