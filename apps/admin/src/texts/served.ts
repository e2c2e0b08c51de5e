export const served = {
  title: 'What link hosts serve now',
  host: 'Link host',
  again: 'Ask again',
  asked: (host: string) => `As ${host} answers phones, asked`,
  overHttp: 'The host is asked over http. Phones read the files only over https.',
  same: 'As stored',
  none: 'No file stored, none served',
  unreachable: 'Not reachable',
  redirect: 'Redirects',
  status: (status: number) => `Answers ${status}`,
  content_type: 'Another type',
  content: 'Another file',
  differences: 'Differences',
  stored: 'Stored',
  onHost: 'On the host',
  nothingStored: 'No file is stored.',
  empty: 'The response is empty.',
  storedLabel: (file: string) => `${file}, stored`,
  onHostLabel: (file: string) => `${file}, on the host`,
  ofDomain: 'Association files',
  ofDomainLabel: (host: string) => `Association files of ${host}`,
} as const

/** The API's messages are parts of a sentence. */
export const toSentence = (message: string) =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
