import { findEntityType } from '#shared/entities.ts'
import type { ComponentType } from 'react'
import { isKeyOf } from '#shared/text.ts'
import { access } from '../access/feature.ts'
import { attributes } from '../attributes/feature.ts'
import { automations } from '../automations/feature.ts'
import { backups } from '../backups/feature.ts'
import { categories } from '../categories/feature.ts'
import { channels } from '../channels/feature.ts'
import { changes } from '../changes/feature.ts'
import { classes } from '../classes/feature.ts'
import { comments } from '../comments/feature.ts'
import { facets } from '../facets/feature.ts'
import { feeds } from '../feeds/feature.ts'
import { gallery } from '../gallery/feature.ts'
import { generation } from '../generation/feature.ts'
import { grid } from '../grid/feature.ts'
import { help } from '../help/feature.ts'
import { home } from '../home/feature.ts'
import { jobs } from '../jobs/feature.ts'
import { notes } from '../notes/feature.ts'
import { quality } from '../quality/feature.ts'
import { type PageName, type View } from '../query/location.ts'
import { settings } from '../settings/feature.ts'
import { changedBy, type Feature, type Page, type PageRights } from '../state/feature.tsx'
import { team } from '../team/feature.ts'
import { trash } from '../trash/feature.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { views } from '../views/feature.ts'

type ShownPage = Page & { readonly part: ComponentType }

/**
 * Every page of the app: the frame, the sidebar, the palette and the role notes read this table in order. A
 * page made of several features gets its parts here.
 */
export const pages = {
  home: {
    ...home.pages.home,
    part: lazyPart(async () => (await import('./home-with-news.tsx')).HomeWithNews),
  },
  attributes: attributes.pages.attributes,
  attribute: {
    ...attributes.pages.attribute,
    part: lazyPart(async () => (await import('./attribute-with-rows.tsx')).AttributeWithRows),
  },
  classes: classes.pages.classes,
  channels: {
    ...channels.pages.channels,
    part: lazyPart(async () => (await import('./channels-with-products.tsx')).ChannelsWithProducts),
  },
  changes: {
    ...changes.pages.changes,
    part: lazyPart(async () => (await import('./what-changed-page.tsx')).WhatChangedPage),
  },
  notes: {
    ...notes.pages.notes,
    part: lazyPart(async () => (await import('./all-notes-page.tsx')).AllNotesPage),
  },
  jobs: jobs.pages.jobs,
  review: {
    ...generation.pages.review,
    part: lazyPart(async () => (await import('./review-proposals-page.tsx')).ReviewProposalsPage),
  },
  quality: {
    ...quality.pages.quality,
    part: lazyPart(async () => (await import('./quality-page.tsx')).QualityPage),
  },
  trash: trash.pages.trash,
  connections: {
    ...feeds.pages.connections,
    part: lazyPart(async () => (await import('./connections-page.tsx')).ConnectionsPage),
  },
  connect: access.pages.connect,
  api: access.pages.api,
  providers: generation.pages.providers,
  spend: generation.pages.spend,
  settings: settings.pages.settings,
  backups: backups.pages.backups,
  replica: settings.pages.replica,
  diagnostics: settings.pages.diagnostics,
  people: {
    ...team.pages.people,
    part: lazyPart(async () => (await import('./people-and-accounts-page.tsx')).PeopleAndAccountsPage),
  },
  account: team.pages.account,
  help: {
    ...help.pages.help,
    part: lazyPart(async () => (await import('./help-with-shortcuts.tsx')).HelpWithShortcuts),
  },
  news: help.pages.news,
} satisfies Readonly<Record<PageName, ShownPage>>

export const features: readonly Feature[] = [
  access,
  attributes,
  automations,
  backups,
  categories,
  changes,
  channels,
  classes,
  comments,
  facets,
  feeds,
  gallery,
  generation,
  grid,
  help,
  home,
  jobs,
  notes,
  quality,
  settings,
  team,
  trash,
  views,
]

const rightsOfLists: PageRights = changedBy('values')

export function rightsOf(view: View): PageRights {
  return findPage(view)?.rights ?? rightsOfLists
}

export function findPage(view: View): ShownPage | undefined {
  return isKeyOf(pages, view) ? pages[view] : undefined
}

export function isView(view: View): boolean {
  return findEntityType(view) !== undefined || findPage(view) !== undefined
}
