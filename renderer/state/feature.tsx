import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { EventKind } from '#shared/events.ts'
import type { TeamMessage } from '#shared/presence.ts'
import type { Api } from '../api/client.ts'
import { formatCount } from '../ui/format-count.ts'
import type { Right } from './rights.ts'
import { useWorkspace } from './workspace-context.ts'

/**
 * What the shell has to know of a feature, in the `feature.ts` of its folder; `shell/features.ts` has all of them.
 *
 *     declare module '../query/place.ts' {
 *       interface PageParams { trash: NoParams }
 *     }
 *
 *     export const trash = {
 *       pages: {
 *         trash: {
 *           part: lazyPart(async () => (await import('./trash-page.tsx')).TrashPage),
 *           rights: seenBy('trash'),
 *           link: { group: 'catalog', icon: Trash2, name: () => t('Trash') },
 *           commands: { 'go-trash': { title: () => t('Go to Trash') } },
 *         },
 *       },
 *       stale: [{ after: ['entity.deleted', 'entity.restored'], key: trashKey }],
 *     } satisfies Feature
 */
export interface Feature {
  readonly pages?: Readonly<Record<string, Page>>
  readonly stale?: readonly StaleRule[]
}

export interface Page {
  /** What is drawn. The shell gives the part of a page that is put together from several features. */
  readonly part?: ComponentType
  readonly rights: PageRights
  readonly link?: PageLink
  readonly commands?: Readonly<Record<`go-${string}`, PageCommand>>
}

export type LinkGroup = 'catalog' | 'publish' | 'setup'

export interface PageLink {
  readonly group: LinkGroup
  readonly icon: LucideIcon
  readonly name: () => string
  readonly isOfTeams?: boolean
  /** How much waits on the page, see `countedBy`. */
  readonly count?: ComponentType
}

export interface PageCommand {
  /** As the palette names it. */
  readonly title: () => string
  readonly params?: Readonly<Record<string, string>>
}

/** What one has to be allowed to see a page at all, and to change what it is about; null where nothing is asked. */
export interface PageRights {
  readonly see: Right | null
  readonly change: Right | null
}

/** A page that everybody may see and nothing is changed on. */
export const openToAll: PageRights = { see: null, change: null }
export const changedBy = (change: Right): PageRights => ({ see: null, change })
export const seenBy = (see: Right): PageRights => ({ see, change: see })

/** What makes answers stale: they are asked for again where they are shown. */
export interface StaleRule {
  readonly after?: readonly (EventKind | 'entity.*' | 'attribute.*' | 'note.*' | 'comment.*')[]
  readonly afterTeamMessage?: readonly TeamMessage['event'][]
  readonly waitMs?: number
  readonly key: (workspaceId: string) => QueryKey
}

export const settleMs = 400

/** The number beside a link of the sidebar: how much of the answer to a query waits; none while it is 0. */
export function countedBy<Answer, Data, Key extends QueryKey>(
  query: (api: Api) => UseQueryOptions<Answer, Error, Data, Key>,
  count: (data: Data) => number,
): ComponentType {
  return function WaitingCount() {
    const { api } = useWorkspace()
    const { data } = useQuery(query(api))
    const waiting = data === undefined ? 0 : count(data)
    return waiting === 0 ? null : <span className="side-count">{formatCount(waiting)}</span>
  }
}
