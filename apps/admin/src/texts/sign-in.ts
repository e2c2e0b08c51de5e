export const signIn = {
  title: 'Sign in',
  heading: 'Sign in to Throughline',
  lead: 'From a click to a signed webhook, with the reason for every match.',
  email: 'E-mail address',
  password: 'Password',
  code: 'Code of your authenticator app',
  submit: 'Sign in',
  forgot: 'Forgot your password?',
} as const
