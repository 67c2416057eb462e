import { CatalogError } from '../catalog/errors.ts'

/** What is wrong with the page or file of a source, as a sentence for people: it ends the job as failed. */
export function unusable(sentence: string): CatalogError {
  return new CatalogError('validation_failed', sentence)
}
