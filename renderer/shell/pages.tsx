import { Suspense, type ComponentType } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { View } from '../query/place.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { CatalogPage } from './catalog-page.tsx'

/** The pages about the whole workspace. The first thing shown is nearly always the grid, so their code comes after it. */
const pages: Readonly<Record<Exclude<View, EntityType>, ComponentType>> = {
  api: lazyPart(async () => (await import('../access/api-page.tsx')).ApiPage),
  connect: lazyPart(async () => (await import('../access/connect-page.tsx')).ConnectPage),
  attributes: lazyPart(async () => (await import('../attributes/attributes-page.tsx')).AttributesPage),
  classes: lazyPart(async () => (await import('../classes/classes-page.tsx')).ClassesPage),
  settings: lazyPart(async () => (await import('../settings/settings-page.tsx')).SettingsPage),
  backups: lazyPart(async () => (await import('../backups/backups-page.tsx')).BackupsPage),
  diagnostics: lazyPart(async () => (await import('../settings/diagnostics-page.tsx')).DiagnosticsPage),
  channels: lazyPart(async () => (await import('../settings/channels-page.tsx')).ChannelsPage),
  trash: lazyPart(async () => (await import('../trash/trash-page.tsx')).TrashPage),
}

/** What the address names: a page, or the entities of a type. */
export function Page({ view }: { view: View }) {
  if (!isPage(view)) return <CatalogPage key={view} type={view} />
  const Named = pages[view]
  return (
    <Suspense>
      <Named />
    </Suspense>
  )
}

function isPage(view: View): view is keyof typeof pages {
  return Object.hasOwn(pages, view)
}
