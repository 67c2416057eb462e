import { cachedByLanguage, t } from '../ui/text.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { StickyNote } from 'lucide-react'
import { useEffect, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { entityTypes, findEntityType } from '#shared/entities.ts'
import type { Note } from '#shared/notes.ts'
import { rowsOf } from '../api/entities-queries.ts'
import { notesQuery } from '../api/notes-queries.ts'
import { type NoteFilter, readNoteFilter } from '../query/page-filters.ts'
import { goTo, usePageParams, createLocation, toSearch, type PageLocation } from '../query/location.ts'
import { typeTexts } from '../state/entity-types.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice, EmptyState } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { TextInput } from '../ui/field.tsx'
import { useDebouncedValue } from '../ui/focus.ts'
import { NoteEntry } from './note-entry.tsx'
import '../ui/page.css'
import './notes.css'

interface InCatalog {
  readonly placeOf: (note: Note) => PageLocation
  readonly nameOfAttribute: (note: Note) => string | undefined
  readonly onShow: (note: Note) => void
}

const shownStatuses = cachedByLanguage((): Record<NonNullable<NoteFilter['status']>, string> => ({
  open: t('Open to-dos'),
  done: t('Done¦to-do'),
  note: t('Notes'),
  all: t('Everything'),
}))

export function NotesPage(props: InCatalog) {
  const [filter, change] = usePageParams(readNoteFilter)
  return (
    <div className="api-page notes-page">
      <header>
        <h1 className="catalog-title">{t('Notes and to-dos')}</h1>
        <p className="ui-field-hint">
          {t(
            'What you, scripts and agents have noted on rows and cells. In the grid, Shift+F2 adds one to the cell.',
          )}
        </p>
      </header>
      <NoteFilters filter={filter} onChange={change} />
      <Notes filter={filter} {...props} />
    </div>
  )
}

const anyType = 'any'

interface NoteFiltersProps {
  readonly filter: NoteFilter
  readonly onChange: (filter: NoteFilter) => void
}

function NoteFilters({ filter, onChange }: NoteFiltersProps) {
  const [text, setText] = useState(filter.q ?? '')
  const settled = useDebouncedValue(text, 300)
  const { q: _q, ...others } = filter
  const { type: _type, ...ofAnyType } = filter
  useEffect(() => {
    if (settled !== (filter.q ?? '')) onChange({ ...others, ...(settled !== '' && { q: settled }) })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is typed changes the filter, not the other way round
  }, [settled])
  return (
    <div className="notes-filters" role="group" aria-label={t('Filter the notes')}>
      <Select
        label={t('Show')}
        value={filter.status ?? 'open'}
        options={Object.entries(shownStatuses()).map(([value, label]) => ({
          value: value as NonNullable<NoteFilter['status']>,
          label,
        }))}
        onChange={(status) => onChange({ ...filter, status })}
      />
      <Select
        label={t('Type')}
        value={filter.type ?? anyType}
        options={[
          { value: anyType, label: t('All types') },
          ...entityTypes.map((type) => ({ value: type, label: typeTexts()[type].plural })),
        ]}
        onChange={(value) => {
          const type = findEntityType(value)
          onChange({ ...ofAnyType, ...(type && { type }) })
        }}
      />
      <TextInput
        type="search"
        aria-label={t('Search the notes')}
        placeholder={t('Search')}
        value={text}
        onChange={setText}
      />
    </div>
  )
}

function useNotes(filter: NoteFilter) {
  const { api } = useWorkspace()
  const { status = 'open', ...rest } = filter
  const query = notesQuery(api, {
    ...rest,
    ...(status !== 'all' && { status }),
    ...(status === 'open' && { sort: 'due_on' as const }),
  })
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(query)
  const more = hasNextPage && (
    <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t('Show earlier notes')}
    </Button>
  )
  const notes = rowsOf(data)
  return { notes, total: data?.pages[0]?.pagination.total ?? 0, error, more }
}

function Notes({ filter, ...inCatalog }: InCatalog & { readonly filter: NoteFilter }) {
  const { status = 'open' } = filter
  const { notes, total, error, more } = useNotes(filter)
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (!notes) return <Skeleton height={240} />
  if (notes.length === 0) return <NoNotes filter={filter} />
  const isOfNotes = status === 'note' || status === 'all'
  return (
    <>
      <p role="status" className="ui-field-hint">
        {isOfNotes
          ? t('{count, plural, one {# note} other {# notes}}', { count: total })
          : t('{count, plural, one {# to-do} other {# to-dos}}', { count: total })}
      </p>
      <ol className="note-list" aria-label={t('Notes')} onKeyDown={walk}>
        {notes.map((note) => (
          <li key={note.id}>
            <NoteEntry note={note} location={<NoteLink note={note} {...inCatalog} />} />
          </li>
        ))}
      </ol>
      {more}
    </>
  )
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLAnchorElement)) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a.note-link')]
  const next = links[links.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function NoteLink({ note, placeOf, nameOfAttribute, onShow }: InCatalog & { readonly note: Note }) {
  const attribute = nameOfAttribute(note)
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onShow(note)
  }
  const { label, type } = note.entity
  return (
    <a className="note-link" href={toSearch(placeOf(note))} onClick={follow}>
      {label ?? t('Unnamed {singular}', { singular: typeTexts()[type].singular })}
      {attribute !== undefined && ` › ${attribute}`}
    </a>
  )
}

function NoNotes({ filter }: { readonly filter: NoteFilter }) {
  const { workspace } = useWorkspace()
  const [, change] = usePageParams(readNoteFilter)
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <EmptyState
      icon={StickyNote}
      title={isNarrowed ? t('No notes match') : t('Nothing to do')}
      actions={
        isNarrowed ? (
          <Button onClick={() => change({ status: 'all' })}>{t('Show all notes')}</Button>
        ) : (
          <Button variant="primary" onClick={() => goTo(createLocation(workspace.id))}>
            {t('Go to the products')}
          </Button>
        )
      }
    >
      <p>
        {isNarrowed
          ? t('Search for something else, or show all of them.')
          : t(
              'Go to a cell of the grid and press Shift+F2 to leave a note. Notes ticked as to-dos are listed here.',
            )}
      </p>
    </EmptyState>
  )
}
