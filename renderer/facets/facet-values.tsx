import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { AttributeValue } from '#shared/entities.ts'
import { keyOfFacet, presenceSuffix } from '#shared/facets.ts'
import type { FacetAnswer } from '#shared/schemas/views.ts'
import { noSeverity, severityFilterKey } from '#shared/quality.ts'
import { foldText } from '#shared/text.ts'
import { facetsQuery, type FacetChoice, readChoice, withChoice } from '../query/facets.ts'
import { severityChoices } from '../state/feature.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { TextInput } from '../ui/field.tsx'
import { t, classNames } from '../ui/text.ts'
import { useDebouncedValue } from '../ui/focus.ts'
import { type FacetProps, moreValues, nameFacet } from './facet-names.ts'
import { Ban, Check } from 'lucide-react'
import { formatCount } from '../ui/format-count.ts'

type ValuesAnswer = Extract<FacetAnswer, { values: unknown }>
type PresenceAnswer = Extract<FacetAnswer, { filled: unknown }>

// The number of values that fit without scrolling.
const shownValues = 8
const settleMs = 150

export function FacetValues(props: FacetProps<ValuesAnswer>) {
  const [search, setSearch] = useState('')
  const [isWhole, setWhole] = useState(false)
  const facet = useMoreValues(props, { search, isWhole })
  const choice = readChoice(props.query, keyOfFacet(facet.facet))
  const isSearched = useHasSearch(props)
  const all = toRows(facet, choice, search !== '')
  const isShortened = !isWhole && search === ''
  const rows = isShortened ? all.slice(0, Math.max(shownValues, firstChosen(all, choice))) : all
  const hasMore = all.length > rows.length || facet.is_complete === false
  const name = nameFacet(facet.facet, props.columns)
  return (
    <>
      {isSearched && (
        <TextInput
          type="search"
          className="facet-search"
          value={search}
          onChange={setSearch}
          placeholder={t('Search…')}
          aria-label={t('Search the values of {name}', { name })}
        />
      )}
      {rows.length === 0 && (
        <p className="facet-note">{search === '' ? t('No row has a value.') : t('Nothing found.')}</p>
      )}
      <ValueList {...props} name={name} rows={rows} choice={choice} />
      {hasMore && <MoreValues isShortened={isShortened} onShow={() => setWhole(true)} />}
    </>
  )
}

function MoreValues({ isShortened, onShow }: { isShortened: boolean; onShow: () => void }) {
  if (!isShortened) return <p className="facet-note">{t('There are more. Search for others.')}</p>
  return (
    <Button variant="ghost" className="facet-more" onClick={onShow}>
      {t('Show more')}
    </Button>
  )
}

function useHasSearch({ facet }: FacetProps<ValuesAnswer>): boolean {
  const [hasMany, setMany] = useState(false)
  const isText = facet.values.some(({ value }) => typeof value === 'string' || typeof value === 'object')
  const areMany = isText && (facet.values.length > shownValues || facet.is_complete === false)
  if (areMany && !hasMany) setMany(true)
  return hasMany || areMany
}

function useMoreValues(
  { type, facet, names, query }: FacetProps<ValuesAnswer>,
  { search, isWhole }: { readonly search: string; readonly isWhole: boolean },
): ValuesAnswer {
  const { api } = useWorkspace()
  const text = useDebouncedValue(search.trim(), settleMs)
  const isFetched = text !== '' || (isWhole && facet.is_complete === false)
  const asked = { query, names, asked: [facet.facet], limit: moreValues, text }
  const { data } = useQuery({ ...facetsQuery(api, type, asked), enabled: isFetched })
  const [more] = data?.facets ?? []
  return isFetched && more !== undefined && 'values' in more && more.facet === facet.facet ? more : facet
}

function toRows(facet: ValuesAnswer, choice: FacetChoice, isSearching: boolean): CountedValue[] {
  const isSeverity = facet.facet === severityFilterKey
  const listed = isSeverity
    ? toSeverities(facet)
    : facet.values.map((one) => ({ ...one, ...toRow(one.value) }))
  const chosen = [...choice.included, ...choice.excluded].filter((value) => value !== null)
  const isListed = (value: string) => listed.some((row) => isSame(row.value, value))
  const missing = isSearching ? [] : chosen.filter((value) => !isListed(value))
  const isComplete = facet.is_complete !== false
  const hasBlanks = facet.blank > 0 || choice.included.includes(null) || choice.excluded.includes(null)
  return [
    ...missing.map((value) => ({ value, label: value, count: isComplete ? 0 : undefined })),
    ...listed,
    ...(hasBlanks && !isSearching && !isSeverity
      ? [{ value: null, label: t('Empty'), count: facet.blank }]
      : []),
  ]
}

/** Rows without findings are a value of their own, which can be chosen together with others. */
function toSeverities({ values, blank }: ValuesAnswer): CountedValue[] {
  const counts: CountedValue[] = values.map(({ value, count }) => ({ ...toRow(value), count }))
  const texts: Readonly<Record<string, string>> = severityChoices()
  return [...counts, { value: noSeverity, label: '', count: blank }].map((row) => ({
    ...row,
    label: texts[row.value ?? ''] ?? row.label,
  }))
}

function toRow(value: AttributeValue | null): Pick<CountedValue, 'value' | 'label'> {
  if (typeof value === 'boolean')
    return { value: String(value), label: value ? t('Checked') : t('Not checked') }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return { value: value.id, label: value.label ?? t('Without a name') }
  const text = value === null || typeof value === 'object' ? '' : String(value)
  return { value: text, label: text }
}

function isSame(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : foldText(one) === foldText(other)
}

function firstChosen(rows: readonly CountedValue[], { included, excluded }: FacetChoice): number {
  const chosen = [...included, ...excluded]
  return rows.findLastIndex(({ value }) => chosen.some((each) => isSame(each, value))) + 1
}

export function FacetPresence(props: FacetProps<PresenceAnswer>) {
  const { facet, query } = props
  const choice = readChoice(query, keyOfFacet(facet.facet))
  const name = nameFacet(facet.facet, props.columns)
  const rows: CountedValue[] = [
    { value: filled, label: t('Filled'), count: facet.filled },
    { value: null, label: t('Empty'), count: facet.blank },
  ]
  const shown = choice.excluded.includes(null) ? { ...choice, included: [filled], excluded: [] } : choice
  return <ValueList {...props} name={name} rows={rows} choice={shown} />
}

const filled = 'filled'

interface ValueListProps extends FacetProps {
  readonly name: string
  readonly rows: readonly CountedValue[]
  readonly choice: FacetChoice
}

/** One row is in the tab order; the arrow keys go to the others. */
function ValueList({ facet, columns, query, onQueryChange, name, rows, choice }: ValueListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const key = keyOfFacet(facet.facet)
  const isPresence = facet.facet.endsWith(presenceSuffix)
  const most = Math.max(1, ...rows.map(({ count = 0 }) => count))
  const family = columns.find(({ id }) => id === key)?.traits.family
  const hasLists = family === 'text' || family === 'id' || key === severityFilterKey
  const choose = (next: FacetChoice): void => onQueryChange(withChoice(query, key, next, hasLists))
  const include = (value: string | null): void =>
    choose(isPresence ? togglePresence(choice, value) : toggle(choice, 'included', value))
  const goTo = (index: number): void => {
    const next = Math.min(rows.length - 1, Math.max(0, index))
    setCurrent(next)
    list.current?.querySelectorAll<HTMLElement>('[role=checkbox]')[next]?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps(rows.length)[event.key]
    const value = rows[current]?.value
    if (step) goTo(step(current))
    else if ((event.key === '-' || event.key === 'Delete') && !isPresence && value !== undefined)
      choose(toggle(choice, 'excluded', value))
    else return
    event.preventDefault()
  }
  const tabStop = Math.min(current, rows.length - 1)
  return (
    <ul ref={list} className="facet-values" aria-label={name} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <ValueRow
          key={row.value ?? ''}
          row={row}
          share={(row.count ?? 0) / most}
          state={stateOf(choice, row.value)}
          isTabStop={index === tabStop}
          onFocus={() => setCurrent(index)}
          onInclude={() => include(row.value)}
          onExclude={isPresence ? undefined : () => choose(toggle(choice, 'excluded', row.value))}
        />
      ))}
    </ul>
  )
}

function steps(count: number): Readonly<Record<string, (at: number) => number>> {
  return {
    ArrowDown: (at) => at + 1,
    ArrowUp: (at) => at - 1,
    Home: () => 0,
    End: () => count - 1,
  }
}

function stateOf({ included, excluded }: FacetChoice, value: string | null): State {
  if (included.some((each) => isSame(each, value))) return 'included'
  return excluded.some((each) => isSame(each, value)) ? 'excluded' : 'free'
}

/** A chosen value is not excluded, and vice versa. */
function toggle(choice: FacetChoice, to: 'included' | 'excluded', value: string | null): FacetChoice {
  const without = (list: FacetChoice['included']) => list.filter((each) => !isSame(each, value))
  const cleared = { ...choice, included: without(choice.included), excluded: without(choice.excluded) }
  return stateOf(choice, value) === to ? cleared : { ...cleared, [to]: [...cleared[to], value] }
}

/** Only one of a value and none can be chosen. */
function togglePresence(choice: FacetChoice, value: string | null): FacetChoice {
  const isIncluded = stateOf(choice, value) === 'included'
  const others = { ...choice, included: [], excluded: [] }
  if (isIncluded) return others
  return value === null ? { ...others, included: [null] } : { ...others, excluded: [null] }
}

interface CountedValue {
  readonly value: string | null
  readonly label: string
  readonly count: number | undefined
}

type State = 'included' | 'excluded' | 'free'

interface ValueRowProps {
  readonly row: CountedValue
  readonly share: number
  readonly state: State
  readonly isTabStop: boolean
  readonly onFocus?: () => void
  readonly onInclude: () => void
  readonly onExclude: (() => void) | undefined
}

export function ValueRow({ row, share, state, isTabStop, onFocus, onInclude, onExclude }: ValueRowProps) {
  const { value, label, count } = row
  const shown = count === undefined ? '' : formatCount(count)
  const counted =
    count === undefined ? label : t('{label}, {count, plural, one {# row} other {# rows}}', { label, count })
  const tabIndex = isTabStop ? 0 : -1
  return (
    <li className={classNames('facet-value', `facet-value-${state}`, value === null && 'facet-value-blank')}>
      <button
        type="button"
        role="checkbox"
        aria-checked={state === 'included'}
        aria-label={state === 'excluded' ? t('{label}, excluded', { label: counted }) : counted}
        className="facet-value-main"
        tabIndex={tabIndex}
        onFocus={onFocus}
        onClick={onInclude}
        title={label}
      >
        <span className="facet-value-bar" style={{ inlineSize: `${share * 100}%` }} />
        <span className="facet-value-box">
          {state === 'included' && <Check aria-hidden />}
          {state === 'excluded' && <Ban aria-hidden />}
        </span>
        <span className="facet-value-label">{label}</span>
        <span className="facet-value-count">{shown}</span>
      </button>
      {onExclude && (
        <IconButton
          className="facet-value-exclude"
          label={
            state === 'excluded' ? t('Do not exclude {label}', { label }) : t('Exclude {label}', { label })
          }
          aria-pressed={state === 'excluded'}
          tabIndex={tabIndex}
          onFocus={onFocus}
          onClick={onExclude}
        >
          <Ban aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
