import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  Bot,
  Cog,
  Columns3,
  FileUp,
  History,
  Link2,
  MessageSquare,
  Pencil,
  Plus,
  Sparkles,
  Store,
  Trash2,
  Undo2,
  Webhook,
  Workflow,
  type LucideIcon,
} from 'lucide-react'
import { createElement, useCallback } from 'react'
import type { EntityType } from '#shared/entities.ts'
import type { EventKind, EventVia } from '#shared/events.ts'
import { changesKey, undoEdit } from '../api/changes-queries.ts'
import type { PageLocation } from '../query/location.ts'
import { LocationLink } from '../query/location-link.tsx'
import { useAllColumns } from '../query/use-grid-columns.ts'
import type { ChangedSince } from '#shared/jobs.ts'
import { describeAllChangedSince, nameAuthor, viaNames } from '../state/event-texts.ts'
import { useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { IconButton } from '../ui/button.tsx'
import { formatAgo, formatMoment, formatTimeOfDay } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'
import { errorText, showError, showSuccess } from '../ui/toast.tsx'
import { describeAction } from './describe-action.ts'
import type { ShownAction } from './merge-actions.ts'
import './action-line.css'

/** An action of something else than people and their scripts has the sign of what did it. */
const doers: Readonly<Partial<Record<EventVia, LucideIcon>>> = {
  mcp: Bot,
  import: FileUp,
  generation: Sparkles,
  source: Link2,
  restore: History,
  automation: Workflow,
  system: Cog,
}

const subjects: Readonly<Record<string, LucideIcon>> = {
  attribute: Columns3,
  channel: Store,
  note: MessageSquare,
  comment: MessageSquare,
  webhook: Webhook,
  job: Cog,
}

const deeds: Readonly<Partial<Record<EventKind, LucideIcon>>> = {
  'entity.created': Plus,
  'entity.deleted': Trash2,
  'entity.restored': History,
}

function iconOf({ via, kinds }: ShownAction): LucideIcon {
  const [kind] = kinds
  if (kind === undefined) return doers[via] ?? Pencil
  return doers[via] ?? deeds[kind] ?? subjects[kind.split('.')[0] ?? ''] ?? Pencil
}

interface ActionLineProps {
  readonly action: ShownAction
  readonly to: PageLocation
  readonly isCurrent?: boolean
  /** Whether the day stands above it, so that the time of day is enough. */
  readonly hasDay?: boolean
}

/** One action: who, what and when, opened as its differences, with its undo. */
export function ActionLine({ action, to, isCurrent = false, hasDay = false }: ActionLineProps) {
  const text = useActionText(action)
  const { started_at: from, ended_at: at } = action
  return (
    <div className="action-line">
      <span className="action-icon" title={viaNames()[action.via]}>
        {createElement(iconOf(action), { 'aria-hidden': true })}
        <span className="visually-hidden">{viaNames()[action.via]}</span>
      </span>
      <span className="action-who">{nameAuthor(action.actor)}</span>
      <LocationLink className="action-what" to={to} aria-current={isCurrent || undefined}>
        {text}
      </LocationLink>
      <UndoAction action={action} name={text} />
      <time
        dateTime={at}
        title={from === at ? formatMoment(at) : `${formatMoment(from)} – ${formatMoment(at)}`}
      >
        {hasDay ? formatTimeOfDay(at) : formatAgo(at)}
      </time>
    </div>
  )
}

export function useActionText(action: ShownAction): string {
  const { api } = useWorkspace()
  const columns = useAllColumns(api)
  const nameOf = useCallback(
    (type: EntityType, key: string) =>
      key === 'parent_id' ? t('Parent') : (columns[type].find(({ id }) => id === key)?.name ?? key),
    [columns],
  )
  return describeAction(action, nameOf)
}

interface UndoActionProps {
  readonly action: ShownAction
  readonly name: string
}

/** Undoes the edits of an action, the newest first; an import is undone in its report. */
export function UndoAction({ action: { edits, via }, name }: UndoActionProps) {
  const may = useMay()
  const undo = useUndo()
  if (edits.length === 0 || via === 'restore' || !may('rows')) return null
  return (
    <IconButton
      label={t('Undo: {name}', { name })}
      className="action-undo"
      disabled={undo.isPending}
      onClick={() => undo.mutate(edits)}
    >
      <Undo2 aria-hidden />
    </IconButton>
  )
}

function useUndo() {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (edits: readonly string[]) => {
      const left: ChangedSince[] = []
      for (const edit of edits) left.push(...(await undoEdit(api, edit)))
      return left
    },
    onSuccess: (left) => {
      const description = describeAllChangedSince(left)
      if (description === undefined) showSuccess(t('Undone. What had changed since stays as it is.'))
      else showError(t('Not everything was undone'), { description, isPassing: true })
    },
    onError: (error) => showError(t('It was not undone'), { description: errorText(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: changesKey(api.workspaceId) }),
  })
}
