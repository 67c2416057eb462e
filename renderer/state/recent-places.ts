import { parseLocation, toSearch, type PageLocation } from '../query/location.ts'
import { RecentIds } from './recent-ids.ts'

const maxPlaces = 6

/** The pages of a workspace that were looked at last, each by its address; a list counts once a view. */
export function recentPlaces(workspaceId: string) {
  return new RecentIds(`vitrine.places.${workspaceId}`, maxPlaces, (search) => pageOf(parseLocation(search)))
}

function pageOf({ view, savedView, shape, params }: PageLocation): string {
  return [view, savedView, shape, params?.['channel']].join(' ')
}

export function rememberPlace(workspaceId: string, location: PageLocation): void {
  recentPlaces(workspaceId).remember(toSearch(location))
}
