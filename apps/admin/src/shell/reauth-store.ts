import { ApiError } from '../api/client.js'

/** Opens the dialog; settles when it is done. */
type Ask = () => Promise<void>

let ask: Ask | null = null

/** @returns what takes the dialog away again */
export function offerReauth(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = null
  }
}

/** Runs a call that may need a recent sign-in: asks for the password, then runs it once more. */
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

/** The dialog was closed: the call was not made, and nothing has failed. */
export class ReauthCanceled extends Error {
  override readonly name = 'ReauthCanceled'
}
