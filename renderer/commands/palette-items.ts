import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { ArrowRight, Columns3, Pencil, Play, SquareTerminal, Table2, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { commandTexts } from '#shared/commands.ts'
import { entityTypes, type EntityResource } from '#shared/entities.ts'
import { attributesQuery } from '../api/attributes-queries.ts'
import { entityChoicesQuery } from '../api/entities-queries.ts'
import { savedActionsQuery, viewsQuery } from '../api/views-queries.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { createLocation, everything, goTo } from '../query/location.ts'
import { type CommandRuns, mayRun, type NamedCommand } from '../state/command-rights.ts'
import { awaitColumn, openAttribute } from '../state/attribute-page.ts'
import { useOpenDialog } from '../state/dialogs.ts'
import { describeEntity, typeTexts } from '../state/entity-types.ts'
import { type May, useMay } from '../state/rights.tsx'
import { openGrid, useWorkspace } from '../state/workspace-context.ts'
import { inSentence, t } from '../ui/text.ts'
import type { RankedItem } from './rank-items.ts'

/** One line of the palette: a command, or something to go to. */
export interface PaletteItem extends RankedItem {
  readonly group: string
  readonly icon: LucideIcon
  readonly keys?: string
  readonly run: () => void
}

/** Everything that is known without asking: commands, pages, views, columns, attributes and saved actions. */
export function usePaletteItems(runs: CommandRuns, pages: readonly NamedCommand[]): readonly PaletteItem[] {
  const { workspace } = useWorkspace()
  const may = useMay()
  const actions = useActionItems(workspace.id)
  const columns = useColumnItems()
  return [
    ...pages.map((page) => ({ ...page, icon: ArrowRight, group: t('Go to') })),
    ...createCommandList(runs, may),
    ...useViewItems(workspace.id),
    ...columns.filter(({ id }) => may('attributes') || !id.startsWith('attribute ')),
    ...(may('rows') ? actions : []),
  ]
}

function useViewItems(workspaceId: string): readonly PaletteItem[] {
  return useQueries({
    queries: entityTypes.map((type) => viewsQuery(workspaceId, type)),
    combine: (answers) =>
      answers.flatMap(({ data = [] }, index) => {
        const type = entityTypes[index] ?? 'product'
        return data.map(({ id, name }) => ({
          id,
          icon: Table2,
          title: t('Go to {name}', { name }),
          group: t('View of {plural}', { plural: inSentence(typeTexts()[type].plural) }),
          run: () => goTo({ ...createLocation(workspaceId, type), savedView: id }),
        }))
      }),
  })
}

function useActionItems(workspaceId: string): readonly PaletteItem[] {
  const openDialog = useOpenDialog()
  return useQueries({
    queries: entityTypes.map((type) => savedActionsQuery(workspaceId, type)),
    combine: (answers) =>
      answers.flatMap(({ data = [] }) =>
        data.map(({ id, name, entity_type: type }) => ({
          id,
          icon: Play,
          title: t('Run {name}', { name }),
          group: t('Action on {plural}', { plural: inSentence(typeTexts()[type].plural) }),
          run: () => openDialog({ kind: 'saved-action', type, id }),
        })),
      ),
  })
}

/** Each attribute twice: its column, and its definition. */
function useColumnItems(): readonly PaletteItem[] {
  const { api, workspace } = useWorkspace()
  return useQueries({
    queries: entityTypes.map((type) => attributesQuery(api, type)),
    combine: (answers) =>
      answers.flatMap(({ data = [] }, index) => {
        const type = entityTypes[index] ?? 'product'
        const plural = inSentence(typeTexts()[type].plural)
        return data.flatMap(({ key, name }): PaletteItem[] => [
          {
            id: `column ${type} ${key}`,
            icon: Columns3,
            title: t('Go to column {name}', { name }),
            group: t('Column of {plural}', { plural }),
            run: () => {
              goTo(createLocation(workspace.id, type))
              awaitColumn(workspace.id, type, key)
            },
          },
          {
            id: `attribute ${type} ${key}`,
            icon: Pencil,
            title: t('Edit attribute {name}', { name }),
            group: t('Attribute of {plural}', { plural }),
            run: () => openAttribute(workspace.id, type, { key }),
          },
        ])
      }),
  })
}

const shortest = 2
const perType = 5
const restMs = 150

/** Entries of every type whose texts hold what is typed, as their names or SKUs; asked for once typing rests. */
export function useFoundEntities(text: string): {
  found: readonly PaletteItem[]
  isSearching: boolean
} {
  const { workspace, api } = useWorkspace()
  const [search, setSearch] = useState('')
  const wanted = text.trim().length < shortest ? '' : text.trim()
  useEffect(() => {
    const timer = setTimeout(() => setSearch(wanted), restMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const answers = useQueries({
    queries: entityTypes.map((type) => ({
      ...entityChoicesQuery(api, type, search),
      enabled: search !== '',
      placeholderData: keepPreviousData,
    })),
  })
  const isSearching = search !== wanted || answers.some(({ isFetching }) => isFetching)
  if (wanted === '' || search === '') return { found: [], isSearching }
  const entities = answers.flatMap(({ data = [] }) => data.slice(0, perType))
  return { found: entities.map((entity) => toItem(entity, workspace.id)), isSearching }
}

function toItem(entity: EntityResource, workspaceId: string): PaletteItem {
  const { id, type, label } = entity
  const clauses = [{ key: 'id', operator: 'eq', value: id }]
  return {
    id,
    icon: typeTexts()[type].icon,
    title: label ?? id,
    group: [typeTexts()[type].singular, describeEntity(entity)].filter(Boolean).join(' · '),
    run: () =>
      goTo({ workspaceId, view: type, savedView: everything, query: { ...emptyGridQuery, clauses } }),
  }
}

function createCommandList(runs: CommandRuns, may: May): readonly PaletteItem[] {
  const idle = openGrid.get()?.idleCommands()
  return commandTexts
    .filter(({ id }) => id !== 'palette' && mayRun(may, id))
    .map((text) => {
      const { id, title, group } = text
      const keys = 'keys' in text ? text.keys : undefined
      const isIdle = idle?.has(id) ?? false
      return {
        id,
        title: t(title),
        group: t(group),
        icon: SquareTerminal,
        run: runs[id],
        isIdle,
        ...(keys !== undefined && { keys }),
      }
    })
}
