import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { type LucideIcon, CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ComponentType } from 'react'
import type { EventKind } from '#shared/events.ts'
import type { TeamMessage } from '#shared/team.ts'
import type { Api } from '../api/client.ts'
import { formatCount } from '../ui/format-count.ts'
import type { Right } from './rights.tsx'
import { useWorkspace } from './workspace-context.ts'
import { type Severity, noSeverity } from '#shared/quality.ts'
import '../ui/severity.css'
import { cachedByLanguage, t } from '../ui/text.ts'

/**
 * The parts of a feature that the shell needs, in the `feature.ts` of its folder; `shell/features.ts` lists
 * them.
 */
export interface Feature {
  readonly pages?: Readonly<Record<string, Page>>
  readonly stale?: readonly StaleRule[]
}

export interface Page {
  readonly part?: ComponentType
  readonly rights: PageRights
  readonly link?: PageLink
  readonly commands?: Readonly<Record<`go-${string}`, PageCommand>>
}

export type LinkGroup = 'first' | 'catalog' | 'publish' | 'setup'

export interface PageLink {
  readonly group: LinkGroup
  readonly icon: LucideIcon
  readonly name: () => string
  readonly isOfTeams?: boolean
  readonly count?: ComponentType
}

export interface PageCommand {
  readonly title: () => string
  readonly params?: Readonly<Record<string, string>>
}

/** The rights to see a page and to change its subject; null where none is needed. */
export interface PageRights {
  readonly see: Right | null
  readonly change: Right | null
}

export const openToAll: PageRights = { see: null, change: null }
export const changedBy = (change: Right): PageRights => ({ see: null, change })
export const seenBy = (see: Right): PageRights => ({ see, change: see })

/** An event that makes answers stale: they are refetched where shown. */
export interface StaleRule {
  readonly after?: readonly (EventKind | 'entity.*' | 'attribute.*' | 'note.*' | 'comment.*')[]
  readonly afterTeamMessage?: readonly TeamMessage['event'][]
  readonly waitMs?: number
  readonly key: (workspaceId: string) => QueryKey
}

export const settleMs = 400

/** The number next to a link of the sidebar, from a query; hidden while it is 0. */
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

export const severityTexts = cachedByLanguage((): Readonly<Record<Severity, string>> => ({
  error: t('Error'),
  warning: t('Warning'),
  info: t('Hint'),
}))

/** The choices of filters and facets: a severity, or no finding. */
export const severityChoices = cachedByLanguage(
  (): Readonly<Record<Severity | typeof noSeverity, string>> => ({
    ...severityTexts(),
    [noSeverity]: t('No findings'),
  }),
)

const severityIcons: Readonly<Record<Severity, LucideIcon>> = {
  error: CircleAlert,
  warning: TriangleAlert,
  info: Info,
}

/** A severity as a coloured sign and a word; `isUnseen` hides the word except for screen readers. */
export function SeverityMark({ severity, isUnseen = false }: { severity: Severity; isUnseen?: boolean }) {
  const Icon = severityIcons[severity]
  return (
    <span className="severity-mark" data-severity={severity}>
      <Icon aria-hidden size={15} />
      <span className={isUnseen ? 'visually-hidden' : undefined}>{severityTexts()[severity]}</span>
    </span>
  )
}
