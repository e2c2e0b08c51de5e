import type { Api } from '../http/api.js'
import type { CreateDynalinkForm } from '../records.js'
import { required, text, toWire } from '../wire.js'

export interface LinkCalls {
  /** Returns the short URL. */
  createShortenedLink(form: CreateDynalinkForm): Promise<string>
}

export function createLinkCalls(api: Api, newKey: () => string): LinkCalls {
  return {
    createShortenedLink: async (form) => {
      const link = await api('POST', '/api/links', { body: toWire(form), key: newKey() })
      return required(text(link, 'short_url'))
    },
  }
}
