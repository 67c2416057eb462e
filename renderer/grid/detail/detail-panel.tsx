import { Tabs } from '@base-ui/react/tabs'
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import {
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import type { EntityResource } from '#shared/entities.ts'
import { detailKey, entityQuery } from '../../api/detail-queries.ts'
import type { Api } from '../../api/client.ts'
import { openEventStream } from '../../api/event-stream.ts'
import { isDraftId } from '../data/draft-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GridColumn } from '../../query/columns.ts'
import { ChannelsBadge, QualityBadge, CompletenessTab } from './completeness-tab.tsx'
import { DetailContext, useDetail } from './detail-context.ts'
import { closeDetails, detailOf, showTab, type DetailTab } from '../data/detail-state.ts'
import { HistoryTab } from './history-tab.tsx'
import { LinksTab } from './links-tab.tsx'
import { NewNote, CommentsTab } from './comments-tab.tsx'
import { ValuesTab } from './values-tab.tsx'
import { VariantsTab } from './variants-tab.tsx'
import './detail.css'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { select } from '../actions/navigation.ts'
import { selectCell } from '../model/selection.ts'
import { formatCount } from '../../ui/format-count.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { IconButton } from '../../ui/button.tsx'
import { t } from '../../ui/text.ts'
import { entityNotesQuery } from '../../api/notes-queries.ts'
import { NoteEntry } from '../../notes/note-entry.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { Allowed } from '../../state/rights.tsx'

interface DetailPanelProps {
  readonly session: GridSession
  readonly columns: readonly GridColumn[]
}

export function DetailPanel({ session, columns }: DetailPanelProps) {
  const panel = useRef<HTMLElement>(null)
  const entity = useCursorEntity(session)
  useRequestedFocus(session, panel)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') closeDetails(session)
    else if (event.altKey && event.key === 'ArrowDown') walkRows(session, 1)
    else if (event.altKey && event.key === 'ArrowUp') walkRows(session, -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const name = entity ? (entity.label ?? t('New row')) : t('the row')
  return (
    <aside
      ref={panel}
      className="detail-panel"
      aria-label={t('Details of {name}', { name })}
      onKeyDown={onKeyDown}
    >
      <DetailHeader session={session} entity={entity} />
      {entity ? (
        <DetailContext value={{ session, columns, entity }}>
          <ChannelsBadge />
          <QualityBadge />
          <DetailTabs />
        </DetailContext>
      ) : (
        <p className="detail-note">{t('Put the cursor on a row to see everything about it here.')}</p>
      )}
    </aside>
  )
}

function useCursorEntity(session: GridSession): EntityResource | undefined {
  // Moving through the rows must not wait for the panel.
  const row = useDeferredValue(useSelector(session.selection, (selection) => selection?.cursor.row))
  useRowChanges(session)
  const loaded = row === undefined ? undefined : session.rowAt(row)
  const savedId = loaded !== undefined && !isDraftId(loaded.id) ? loaded.id : undefined
  const restingId = useSettled(savedId)
  const { data } = useQuery({
    ...entityQuery(session.api, session.type, savedId ?? ''),
    enabled: savedId !== undefined && restingId === savedId,
  })
  useLiveDetails(session, restingId)
  return loaded && data && isNewer(data, loaded) ? data : loaded
}

function isNewer(a: EntityResource, b: EntityResource): boolean {
  return (a.updated_at ?? '') > (b.updated_at ?? '')
}

function useRowChanges(session: GridSession): void {
  const source = useSelector(session.source)
  useSelector(source?.state ?? unchanging)
  useSelector(session.drafts.list)
}

const unchanging = { get: () => undefined, subscribe: () => ({ unsubscribe: () => undefined }) }
const restMs = 150

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Reads again what is shown of an entity whenever one changes. */
export function useLiveDetails(session: GridSession, id: string | undefined): void {
  const queryClient = useQueryClient()
  useEffect(
    () => (id === undefined ? undefined : followChanges(session.api, queryClient, id)),
    [session, id, queryClient],
  )
}

function followChanges(api: Api, queryClient: QueryClient, id: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const refresh = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      void queryClient.invalidateQueries({ queryKey: detailKey(api.workspaceId, id) })
    }, gatherMs)
  }
  const close = openEventStream(
    api,
    ({ event }) => /^(entity|note|comment)\./.test(event) && refresh(),
    () => undefined,
  )
  return () => {
    clearTimeout(timer)
    close()
  }
}

const gatherMs = 250

function useRequestedFocus(session: GridSession, panel: React.RefObject<HTMLElement | null>): void {
  const { focusRequests, wantedKey } = useSelector(detailOf(session))
  const seen = useRef(focusRequests)
  useEffect(() => {
    if (seen.current === focusRequests) return
    seen.current = focusRequests
    const fields = [...(panel.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])]
    const field = fields.find(({ dataset }) => wantedKey === undefined || dataset['field'] === wantedKey)
    const target = field ?? panel.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
    target?.focus()
    target?.scrollIntoView({ block: 'center' })
  }, [focusRequests, wantedKey, panel])
}

interface TabChoice {
  readonly tab: DetailTab
  readonly label: string
  readonly content: ReactNode
}

function DetailTabs() {
  const { session, entity } = useDetail()
  const { tab } = useSelector(detailOf(session))
  const isDraft = isDraftId(entity.id)
  const isInTeam = useWorkspace().session.person !== null
  const choices = useMemo(
    () => choicesFor(session.type, isDraft, isInTeam),
    [session.type, isDraft, isInTeam],
  )
  const shown = choices.some((choice) => choice.tab === tab) ? tab : 'values'
  return (
    <Tabs.Root
      className="detail-tabs"
      value={shown}
      onValueChange={(next: DetailTab) => showTab(session, next)}
    >
      <Tabs.List className="detail-tab-list" aria-label={t('Parts of the details')}>
        {choices.map((choice) => (
          <Tabs.Tab key={choice.tab} value={choice.tab} className="detail-tab">
            {choice.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {choices.map((choice) => (
        <Tabs.Panel key={choice.tab} value={choice.tab} className="detail-tab-panel">
          {choice.content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}

function choicesFor(type: GridSession['type'], isDraft: boolean, isInTeam: boolean): TabChoice[] {
  const values: TabChoice = { tab: 'values', label: t('Values'), content: <ValuesTab /> }
  if (isDraft) return [values]
  const comments: TabChoice = { tab: 'comments', label: t('Comments'), content: <CommentsTab /> }
  const ofProducts: TabChoice[] = [
    { tab: 'variants', label: t('Variants'), content: <VariantsTab /> },
    { tab: 'channels', label: t('Channels'), content: <CompletenessTab /> },
  ]
  return [
    values,
    { tab: 'links', label: t('Links'), content: <LinksTab /> },
    ...(type === 'product' ? ofProducts : []),
    ...(isInTeam ? [comments] : []),
    { tab: 'notes', label: t('Notes'), content: <NotesTab /> },
    { tab: 'history', label: t('History'), content: <HistoryTab /> },
  ]
}

function walkRows(session: GridSession, step: 1 | -1): void {
  const cursor = session.selection.get()?.cursor
  if (!cursor) return
  const row = cursor.row + step
  if (row >= 0 && row < session.rowCount) select(session, selectCell({ ...cursor, row }))
}

interface DetailHeaderProps {
  readonly session: GridSession
  readonly entity: EntityResource | undefined
}

function DetailHeader({ session, entity }: DetailHeaderProps) {
  const row = useSelector(session.selection, (selection) => selection?.cursor.row)
  return (
    <header className="detail-header">
      <div className="detail-title">
        <h2>{entity ? (entity.label ?? t('New row')) : t('Details')}</h2>
        {row !== undefined && (
          <p className="ui-field-hint">
            {t('Row {row} of {rowCount}', {
              row: formatCount(row + 1),
              rowCount: formatCount(session.rowCount),
            })}
          </p>
        )}
      </div>
      <IconButton
        label={t('Previous row (Alt+Up)')}
        disabled={row === undefined || row === 0}
        onClick={() => walkRows(session, -1)}
      >
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton
        label={t('Next row (Alt+Down)')}
        disabled={row === undefined || row >= session.rowCount - 1}
        onClick={() => walkRows(session, 1)}
      >
        <ChevronDown aria-hidden />
      </IconButton>
      <IconButton label={t('Close the details (Esc)')} onClick={() => closeDetails(session)}>
        <X aria-hidden />
      </IconButton>
    </header>
  )
}

function NotesTab() {
  const { session, columns, entity } = useDetail()
  const { data: notes, error } = useQuery(entityNotesQuery(session.api, session.type, entity.id))
  const nameOf = (key: string | null) =>
    key === null ? undefined : (columns.find(({ id }) => id === key)?.name ?? key)
  return (
    <div className="detail-notes">
      <Allowed to="notes">
        <NewNote key={entity.id} />
      </Allowed>
      {error && <Notice tone="danger">{error.message}</Notice>}
      {!notes && !error && <Skeleton height={80} />}
      {notes?.length === 0 && (
        <p className="detail-note">
          {t('No notes yet. Only this workspace keeps them; no export or channel has them.')}
        </p>
      )}
      {notes && notes.length > 0 && (
        <ol className="note-list" aria-label={t('Notes')}>
          {notes.map((note) => (
            <li key={note.id}>
              <NoteEntry note={note} location={nameOf(note.attribute)} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
