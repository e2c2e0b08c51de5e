import { ApiError } from '../api/client.js'

/** Opens the dialog. The promise settles when it is done. */
type Ask = () => Promise<void>

let ask: Ask | null = null

/** @returns a function that removes the dialog */
export function offerReauth(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = null
  }
}

/** Makes a call that may need a recent sign-in. If it does, asks for the password and repeats the call. */
export async function withReauth<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'reauth_required' || ask === null)
      throw error
    await ask()
    return run()
  }
}

/** The user closed the dialog: the call was not made, and this is not an error. */
export class ReauthCanceled extends Error {
  override readonly name = 'ReauthCanceled'
}
