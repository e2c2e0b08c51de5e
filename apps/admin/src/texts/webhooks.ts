export const webhooks = {
  title: 'Webhooks',
  lead: 'Every attributed install is sent to these URLs, signed, and retried if your server does not accept it.',
  create: 'New webhook',
  webhook: 'Webhook',
  state: 'State',
  health: 'Health',
  share: 'Success, 24 h',
  lastFailure: 'Last failure',
  noFailure: 'None',
  noAttempts: 'No attempts',
  failure: 'Failed',
  succeeded: 'Successful attempts',
  failed: 'Failed attempts',
  p95: '95th percentile',
  p95Short: 'p95',
  oldestDueShort: 'Oldest due',
  oldestDue: 'Oldest that is due',
  noneDue: 'None is due',
  healthNote: 'Attempts of the last 24 hours without tests, counted up to 3 minutes late.',
  created: 'Created',
  on: 'On',
  off: 'Off',
  back: 'All webhooks',
  emptyTitle: 'Tell your servers about installs',
  emptyText:
    'A webhook gets one signed POST for each attributed install, with link, campaign and click ids. If it fails, it is retried after 60 s, 4 min and 16 min, and then kept so that you can resend it.',
} as const

export const webhookForm = {
  title: 'New webhook',
  url: 'URL of your server',
  urlHint: 'https, port 443 or 8443. Outside production also http://localhost.',
  name: 'Name',
  nameHint: 'Optional. What you and your colleagues call it.',
  isActive: 'Send deliveries',
  isActiveHint: 'Off: events are kept as skipped, and a replay sends them later.',
  submit: 'Create webhook',
  fix: 'Please check these fields:',
} as const

export const secret = {
  title: 'Signing secret',
  once: 'This is shown once. Store it where your server reads its secrets.',
  label: 'Secret',
  verify: 'Verify each delivery with it',
  language: 'Language',
  done: 'I have stored it',
} as const

/** While the former secret also signs. */
export const grace = {
  title: 'Former secret',
  left: (time: string) => `Also signs for ${time}`,
  over: 'No longer signs',
  until: (time: string) =>
    `Until ${time}, by the server’s clock. Then only the new secret signs webhook-signature. X-Service-Signature uses only the new one already.`,
  who: 'Who still verifies with it',
  users: {
    unknown:
      'Not known. Deliveries do not show it: a receiver with either secret accepts them. Only the new secret signs a verification.',
    waiting:
      'Probably your server: it has not accepted the verification, which only the new secret signs.',
    nobody: 'Nobody: your server has accepted what only the new secret signs.',
    unchecked: 'Not known: your server does not check signatures. See the verification.',
  },
  toDo: 'What to do',
  steps: [
    'Store the new secret where your server reads its secrets.',
    'Verify the webhook. When your server accepts it, nothing needs the former secret any more.',
    'If the former secret has leaked, end it now.',
  ],
  end: 'End it now',
  endTitle: 'End the former secret now?',
  endUnused:
    'From the next attempt on, only the new secret signs. Your server has accepted it already.',
  endUsed:
    'From the next attempt on, only the new secret signs. A server that still verifies with the former one rejects deliveries. They are retried, so store the new secret there soon. This cannot be undone.',
  ended: 'The former secret no longer signs',
} as const

export const webhookDetail = {
  url: 'URL',
  urlSaved: 'The URL is changed. The next attempt uses it.',
  change: 'Save changes',
  description: 'Description',
  events: 'Events',
  deliveries: 'Latest deliveries',
  deliveriesEmpty: 'Nothing was sent to this webhook yet. Send a test to see one.',
  all: 'Show all',
  settings: 'Settings',
  test: 'Send test',
  testSent: 'A test delivery is on its way',
  turnOff: 'Turn off',
  turnOn: 'Turn on',
  turnedOff: 'The webhook is off. Pending retries are held.',
  turnedOn: 'The webhook is on. Held retries continue.',
  rotate: 'New secret',
  rotateTitle: 'Make a new secret?',
  rotateText:
    'During the grace period both secrets sign webhook-signature, so receivers can switch without a failure. X-Service-Signature uses the new one immediately.',
  grace: 'Grace period',
  graces: [
    ['0', 'None: the old secret is invalid immediately'],
    ['3600', 'One hour'],
    ['86400', 'One day'],
  ],
  remove: 'Delete',
  removeTitle: 'Delete this webhook?',
  removeText:
    'Its secret is erased and waiting deliveries are canceled. Past deliveries stay readable. This cannot be undone.',
  removed: 'The webhook is deleted',
  replay: 'Replay',
  replayTitle: 'Send deliveries again',
  replayText:
    'The same ids and bytes, with a fresh retry schedule. Receivers recognize repeats by webhook-id.',
  replayFrom: 'Created from',
  replayTo: 'Until',
  replayOf: (since: string, until: string) => `Deliveries created from ${since} to ${until}.`,
  replayState: 'Which ones',
  replayStates: {
    '': 'Failed and skipped',
    failed: 'Failed',
    skipped: 'Skipped',
    succeeded: 'Delivered',
    all: 'All of these',
  },
  replayCount: (count: string) =>
    count === '1' ? 'One delivery is sent again:' : `${count} deliveries are sent again:`,
  replayCounts: {
    failed: 'Failed',
    skipped: 'Skipped',
    succeeded: 'Delivered before',
    canceled: 'Canceled, never sent',
  },
  replayNoDays: 'The first day must not be after the last day, or in the future.',
  replayNone: 'No deliveries in this time.',
  replayStart: (count: string) => `Send ${count} again`,
  replayRunning: (waiting: string, succeeded: string, failed: string) =>
    `${succeeded} delivered, ${waiting} waiting, ${failed} failed again.`,
  replayFinished: 'The replay is finished.',
  replayCanceled: 'The replay is canceled. Deliveries that were already sent are not affected.',
  replayCancel: 'Cancel replay',
} as const

export const signatureCheck = {
  title: 'Check a signature',
  text: 'Paste what your server received. The check runs in this browser, and nothing you paste is sent or stored.',
  needsHttps: 'Browsers compute signatures only on https and on localhost. Open the panel there.',
  secret: 'Signing secret',
  signature: 'Signature',
  signatureHint: 'The value of X-Service-Signature, or of webhook-signature (it begins with v1,).',
  body: 'Raw body',
  bodyHint: 'The bytes as received, before any parser has read them.',
  submit: 'Check',
  results: {
    right: 'The signature is right. Secret and body are those of the delivery.',
    body_changed:
      'The body was parsed and serialized again: with the original spaces the signature is right. Verify the raw bytes before you parse them.',
    line_end: 'The line endings of the body were changed. Verify the bytes exactly as they arrive.',
    decoded_key:
      'This signature was made with the decoded secret. X-Service-Signature uses the secret as text, whsec_ included.',
    stripped_key:
      'This signature was made without whsec_. X-Service-Signature uses the whole secret, whsec_ included.',
    needs_id: 'webhook-signature also covers webhook-id and webhook-timestamp. Fill in both.',
    wrong:
      'The signature does not match. Either the secret belongs to another webhook or was replaced, or the body was changed.',
  },
} as const
