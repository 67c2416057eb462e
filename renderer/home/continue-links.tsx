import { useQueries } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { entityTypes, findEntityType, type EntityType } from '#shared/entities.ts'
import { viewsQuery } from '../api/views-queries.ts'
import { parseLocation, type PageLocation } from '../query/location.ts'
import { LocationLink } from '../query/location-link.tsx'
import { recentPlaces } from '../state/recent-places.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { t } from '../ui/text.ts'
import { HomeSection } from './home-section.tsx'

interface PageTitle {
  readonly icon: LucideIcon
  readonly name: string
}

/** The name of a page in the sidebar; of a list, that of its entities. */
export type PageTitles = (location: PageLocation) => PageTitle | undefined

const shownPlaces = 5

/** The pages and views that were looked at last. */
export function ContinueLinks({ titleOf }: { readonly titleOf: PageTitles }) {
  const { workspace } = useWorkspace()
  const places = recentPlaces(workspace.id)
    .list()
    .map(parseLocation)
    .filter(({ view }) => view !== 'home')
    .slice(0, shownPlaces)
  const viewNames = useViewNames(places)
  if (places.length === 0) return null
  return (
    <HomeSection title={t('Continue where you were')}>
      <ul className="home-list">
        {places.map((place, index) => {
          const title = titleOf(place)
          if (!title) return null
          const { icon: Icon, name } = title
          return (
            // oxlint-disable-next-line react/no-array-index-key -- two places may have one name
            <li key={`${name} ${index}`}>
              <LocationLink to={place} className="home-name">
                <Icon aria-hidden />
                <span>{name}</span>
              </LocationLink>
              <span className="home-hint">{describePlace(place, viewNames)}</span>
            </li>
          )
        })}
      </ul>
    </HomeSection>
  )
}

function describePlace(
  { view, savedView, query, shape }: PageLocation,
  viewNames: ReadonlyMap<string, string>,
) {
  if (findEntityType(view) === undefined) return ''
  const count = query.clauses.length + query.groups.length + (query.q === '' ? 0 : 1)
  return [
    savedView === undefined ? undefined : viewNames.get(savedView),
    shape === 'tree' ? t('as a tree') : undefined,
    count > 0 ? t('{count, plural, one {# filter} other {# filters}}', { count }) : undefined,
  ]
    .filter(Boolean)
    .join(' · ')
}

function useViewNames(places: readonly PageLocation[]): ReadonlyMap<string, string> {
  const { workspace } = useWorkspace()
  const types = entityTypes.filter((type) => places.some(({ view, savedView }) => view === type && savedView))
  const answers = useQueries({ queries: types.map((type: EntityType) => viewsQuery(workspace.id, type)) })
  return new Map(answers.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name] as const)))
}
