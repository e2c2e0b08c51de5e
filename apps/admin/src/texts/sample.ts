export const sample = {
  text: 'This is sample data: 90 days of an invented shop. Its webhooks do not leave this machine.',
  toOwn: (name: string) => `Go to ${name}`,
  remove: 'Remove sample data',
  removed: 'The sample data is removed',
} as const
