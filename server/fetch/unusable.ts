import { CatalogError } from '../catalog/errors.ts'
import type { Sentence } from '#shared/messages/message.ts'

export type FetchFault = 'refused' | 'too_large' | 'other'

export class RefusedPage extends CatalogError {
  readonly answered: number

  constructor(url: URL, status: number, retryAfter: string | undefined) {
    const reason = reasons[status] ?? (status >= 500 ? 'its server has a fault' : 'its server refused it')
    const wait = /^\d+$/.test(retryAfter ?? '') ? ` The server asks to wait ${retryAfter} seconds.` : ''
    super('validation_failed', `The page could not be fetched: ${reason} (${status}, ${url.href}).${wait}`)
    this.answered = status
  }
}

const reasons: Readonly<Record<number, string>> = {
  401: 'it needs a login',
  403: 'its server does not let us read it',
  404: 'there is none at this address',
  410: 'it has been taken away',
  429: 'its server has had too many requests',
  503: 'its server is busy or being repaired',
}

export class Unusable extends CatalogError {
  readonly fault: FetchFault

  constructor(sentence: Sentence, fault: FetchFault) {
    super('validation_failed', sentence)
    this.fault = fault
  }
}

/** A fault as a sentence for people: it ends the job of a source as failed. */
export function unusable(sentence: Sentence, fault: FetchFault = 'other'): Unusable {
  return new Unusable(sentence, fault)
}
