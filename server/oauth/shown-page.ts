import type { FastifyRequest } from 'fastify'
import { CatalogError } from '../catalog/errors.ts'

/** Lets nothing begin out of the owner's sight: not in a frame, not ahead of a click. Scripts send none of these headers. */
export async function requireShownPage({ headers }: FastifyRequest): Promise<void> {
  const { 'sec-fetch-dest': destination, 'sec-purpose': secPurpose, purpose } = headers
  if (destination !== undefined && destination !== 'document')
    throw new CatalogError(
      'forbidden',
      'Consent is asked for in a page of its own, never inside another one.',
    )
  if (secPurpose !== undefined || purpose !== undefined)
    throw new CatalogError('forbidden', 'Consent is not asked for ahead of time.')
}

/** A page of another site led here: the browser says so, and says it again behind every redirect. */
export function isFromOtherSite({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site } = headers
  return site === 'cross-site' || site === 'same-site'
}
