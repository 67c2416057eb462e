import { createLocation, type PageLocation } from '../query/location.ts'
import { StoredChoice } from './stored-choice.ts'

/** Whether Home is in the sidebar and opens first. */
export const homePage = new StoredChoice<'shown' | 'hidden'>({
  key: 'vitrine.home',
  values: ['shown', 'hidden'],
  start: 'shown',
})

/** Where a workspace opens: at Home, or at the products where Home is switched off. */
export function openingLocation(workspaceId: string): PageLocation {
  return createLocation(workspaceId, homePage.read() === 'shown' ? 'home' : 'product')
}
