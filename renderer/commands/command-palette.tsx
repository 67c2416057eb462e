import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { entityTypes, type EntityResource } from '#shared/entities.ts'
import { entityChoicesQuery } from '../api/entities-queries.ts'
import { savedActionsQuery, viewsQuery } from '../api/views-queries.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { goTo, everything, createLocation } from '../query/location.ts'
import { typeTexts, describeEntity } from '../state/entity-types.ts'
import { mayRun, type CommandRuns, type NamedCommand } from '../state/command-rights.ts'
import { type May, useMay } from '../state/rights.tsx'
import { type DialogProps, useOpenDialog } from '../state/dialogs.ts'
import { useHeldFocus } from '../ui/focus.ts'
import { Kbd } from '../ui/kbd.tsx'
import { useWorkspace, openGrid } from '../state/workspace-context.ts'
import './command-palette.css'
import { commandTexts } from '#shared/commands.ts'
import { t, inSentence } from '../ui/text.ts'
import { foldText } from '#shared/text.ts'

declare module '../state/dialogs.ts' {
  interface DialogData {
    palette: NoData
  }
}

interface CommandPaletteProps extends DialogProps<'palette'> {
  readonly runs: CommandRuns
  readonly pages: readonly NamedCommand[]
}

export function CommandPalette({ request, onClose, runs, pages }: CommandPaletteProps) {
  const isOpen = request !== undefined
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  useHeldFocus(popup, isOpen, () => input.current)
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="ui-backdrop" />
        <Dialog.Popup ref={popup} className="ui-dialog palette" initialFocus={input}>
          <Dialog.Title className="visually-hidden">{t('Commands')}</Dialog.Title>
          <PaletteBody input={input} onClose={onClose} runs={runs} pages={pages} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface PaletteBodyProps extends Omit<CommandPaletteProps, 'request'> {
  readonly input: React.RefObject<HTMLInputElement | null>
}

function PaletteBody({ input, onClose, runs, pages }: PaletteBodyProps) {
  const { workspace } = useWorkspace()
  const [text, setText] = useState('')
  const commands = useCommands(workspace.id, runs, pages)
  const { found, isSearching } = useFoundEntities(text)
  const items = [...rankItems(commands, text), ...found]

  const run = (item: Command): void => {
    onClose()
    setTimeout(item.run, 0)
  }
  return (
    <Autocomplete.Root
      items={items}
      itemToStringValue={({ title }: Command) => title}
      mode="none"
      inline
      open
      autoHighlight="always"
      keepHighlight
      value={text}
      onValueChange={(next, { reason }) => reason !== 'item-press' && setText(next)}
    >
      <Autocomplete.Input
        ref={input}
        className="palette-input"
        aria-label={t('Command or entry')}
        placeholder={t('Type a command, a page or the name of an entry')}
        spellCheck={false}
      />
      <Autocomplete.List className="palette-list" aria-label={t('Commands and entries')}>
        {items.map((item) => (
          <PaletteOption key={item.id} item={item} onRun={run} />
        ))}
      </Autocomplete.List>
      <Autocomplete.Status className="palette-note">
        {items.length === 0 &&
          (isSearching ? t('Searching…') : t('Nothing is called “{text}”.', { text: text.trim() }))}
      </Autocomplete.Status>
    </Autocomplete.Root>
  )
}

function useCommands(
  workspaceId: string,
  runs: CommandRuns,
  pages: readonly NamedCommand[],
): readonly Command[] {
  const may = useMay()
  const actions = useActionCommands(workspaceId)
  return [
    ...pages.map((page) => ({ ...page, group: t('Go to') })),
    ...createCommandList(runs, may),
    ...useViewCommands(workspaceId),
    ...(may('rows') ? actions : []),
  ]
}

function PaletteOption({ item, onRun }: { readonly item: Command; readonly onRun: (item: Command) => void }) {
  return (
    <Autocomplete.Item value={item} className="palette-option" onClick={() => onRun(item)}>
      <span className="palette-title">{item.title}</span>
      {!item.title.startsWith(item.group) && <span className="palette-group">{item.group}</span>}
      {item.keys !== undefined && <Kbd keys={item.keys} />}
    </Autocomplete.Item>
  )
}

function useViewCommands(workspaceId: string): readonly Command[] {
  return useQueries({
    queries: entityTypes.map((type) => viewsQuery(workspaceId, type)),
    combine: (answers) =>
      answers.flatMap(({ data = [] }, index) => {
        const type = entityTypes[index] ?? 'product'
        return data.map(({ id, name }) => ({
          id,
          title: t('Go to {name}', { name }),
          group: t('View of {plural}', { plural: inSentence(typeTexts()[type].plural) }),
          run: () => goTo({ ...createLocation(workspaceId, type), savedView: id }),
        }))
      }),
  })
}

function useActionCommands(workspaceId: string): readonly Command[] {
  const openDialog = useOpenDialog()
  return useQueries({
    queries: entityTypes.map((type) => savedActionsQuery(workspaceId, type)),
    combine: (answers) =>
      answers.flatMap(({ data = [] }) =>
        data.map(({ id, name, entity_type: type }) => ({
          id,
          title: t('Run {name}', { name }),
          group: t('Action on {plural}', { plural: inSentence(typeTexts()[type].plural) }),
          run: () => openDialog({ kind: 'saved-action', type, id }),
        })),
      ),
  })
}

const shortest = 2
const perType = 5
const restMs = 150

function useFoundEntities(text: string): { found: readonly Command[]; isSearching: boolean } {
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
  return { found: entities.map((entity) => toCommand(entity, workspace.id)), isSearching }
}

function toCommand(entity: EntityResource, workspaceId: string): Command {
  const { id, type, label } = entity
  const clauses = [{ key: 'id', operator: 'eq', value: id }]
  return {
    id,
    title: label ?? id,
    group: [typeTexts()[type].singular, describeEntity(entity)].filter(Boolean).join(' · '),
    run: () =>
      goTo({ workspaceId, view: type, savedView: everything, query: { ...emptyGridQuery, clauses } }),
  }
}

interface Command extends RankedItem {
  readonly group: string
  readonly keys?: string
  readonly run: () => void
}

function createCommandList(runs: CommandRuns, may: May): readonly Command[] {
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
        run: runs[id],
        isIdle,
        ...(keys !== undefined && { keys }),
      }
    })
}

interface RankedItem {
  readonly id: string
  readonly title: string
  readonly isIdle?: boolean
}

export function rankItems<T extends RankedItem>(items: readonly T[], text: string): readonly T[] {
  const wanted = foldText(text).trim()
  if (wanted === '') return items
  const words = wanted.split(/\s+/)
  const score = ({ title }: T): number => {
    const folded = foldText(title)
    if (folded === wanted) return 3
    if (folded.startsWith(wanted)) return 2
    const parts = folded.split(/[\s:,]+/)
    return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 0
  }
  return items
    .map((item) => ({ item, points: score(item) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || Number(a.item.isIdle ?? false) - Number(b.item.isIdle ?? false))
    .map(({ item }) => item)
}
