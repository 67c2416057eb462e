import { CatalogError } from '../catalog/errors.ts'
import type { Sentence } from '#shared/messages/message.ts'

/** Why nothing came, in kinds that can be counted: it is not wanted by its server or by the owner, it is too large, or anything else. */
export type FetchFault = 'refused' | 'too_large' | 'other'

/** What is wrong with the page or file of a source, or with a picture. */
export class Unusable extends CatalogError {
  readonly fault: FetchFault

  constructor(sentence: Sentence, fault: FetchFault) {
    super('validation_failed', sentence)
    this.fault = fault
  }
}

/** What is wrong as a sentence for people: it ends the job of a source as failed. */
export function unusable(sentence: Sentence, fault: FetchFault = 'other'): Unusable {
  return new Unusable(sentence, fault)
}
