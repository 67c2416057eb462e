import { ArrowRight, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Change, EventRecord } from '#shared/events.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { LocationLink } from '../query/location-link.tsx'
import { everything, type PageLocation } from '../query/location.ts'
import { deedTexts, describeEvent, viaTexts, nameActor, shownChanges } from '../state/event-texts.ts'
import { typeTexts } from '../state/entity-types.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatMoment } from '../ui/format-count.ts'
import { type AllColumns, type DescribeChange, hasRestorable, isRestorable } from './use-restore.ts'
import { cachedByLocale, inSentence, t, cachedByLanguage } from '../ui/text.ts'
import { useMay, Allowed } from '../state/rights.tsx'

const shownAtFirst = 6

/** Names of parts of attributes, channels and notes; other parts show the name of their member. */
const names = cachedByLanguage((): Readonly<Record<string, string>> => ({
  name: t('Name'),
  key: t('Key'),
  data_type: t('Data type'),
  acceptable_values: t('Options'),
  option_colors: t('Colours'),
  unit: t('Unit'),
  constraints: t('Rules'),
  default_value: t('Default value'),
  formula: t('Formula'),
  reference: t('Refers to'),
  inheritance_mode: t('Inheritance'),
  rollup_mode: t('What a product shows'),
  channel: t('Channel'),
  position: t('Order'),
  is_primary: t('names the entry'),
  ai_generated: t('Generated'),
  custom_instructions: t('Instructions'),
  selected_tools: t('What the model may read'),
  tool: t('Kind'),
}))

export function describeDefinition({ attribute, old, new: written }: Change) {
  return {
    name: names()[attribute] ?? attribute.replaceAll('_', ' '),
    before: toText(old),
    after: toText(written),
  }
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value)) return value.map(toText).join(', ')
  if (typeof value === 'string')
    return /^[a-z]+(?:_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
  if (typeof value === 'number') return String(value)
  return Object.entries(value)
    .map(([member, part]) => `${member.replaceAll('_', ' ')}: ${toText(part)}`)
    .join(', ')
}

const timeOfDay = cachedByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false }),
)

export interface ChangeEntryProps {
  readonly event: EventRecord
  readonly columns: AllColumns
  readonly describe: DescribeChange
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
  readonly onRestore: (attribute?: string) => void
  readonly onRestoreFromTrash: () => void
  readonly onNarrow: (part: { edit: string } | { job: string }) => void
}

export function ChangeEntry(props: ChangeEntryProps) {
  const { event, columns, describe, isChosen, onChoose, onRestore, onRestoreFromTrash } = props
  const canRestore = useMay()('rows') && hasRestorable(event, columns)
  const name = nameSubject(event, columns)
  const action = canRestore ? (
    event.changes.length > 1 && (
      <Button
        variant="ghost"
        aria-label={t('Restore all {count} values of {name}, {value}', {
          count: event.changes.length,
          name,
          value: timeOf(event),
        })}
        onClick={() => onRestore()}
      >
        {t('Restore all {count}', { count: event.changes.length })}
      </Button>
    )
  ) : (
    <BringBack event={event} name={name} onPress={onRestoreFromTrash} />
  )
  return (
    <>
      <span className="changes-choice">
        {canRestore && (
          <input
            type="checkbox"
            tabIndex={-1}
            checked={isChosen}
            aria-label={t('Choose the change of {name}, {value}', { name, value: timeOf(event) })}
            onChange={({ target }) => onChoose(target.checked)}
          />
        )}
      </span>
      <time dateTime={event.created_at} title={formatMoment(event.created_at)}>
        {timeOf(event)}
      </time>
      <div className="changes-what">
        <p className="changes-head">
          <SubjectLink event={event} name={name} />
          <span className="changes-deed">{describeChange(event)}</span>
          <Origin {...props} />
          <span className="changes-action">{action}</span>
        </p>
        <Values event={event} columns={columns} describe={describe} onRestore={onRestore} />
      </div>
    </>
  )
}

function BringBack({ event, name, onPress }: { event: EventRecord; name: string; onPress: () => void }) {
  const may = useMay()
  if (event.event !== 'entity.deleted' || !may('trash')) return null
  return (
    <Button variant="ghost" aria-label={t('Bring {name} back from the trash', { name })} onClick={onPress}>
      {t('Bring back')}
    </Button>
  )
}

function timeOf({ created_at: at }: EventRecord): string {
  return timeOfDay().format(new Date(at))
}

export function nameSubject(event: EventRecord, columns: AllColumns): string {
  const { entity, attribute, channel } = event
  if (entity) return entity.label ?? t('Unnamed {singular}', { singular: typeTexts()[entity.type].singular })
  return nameAttribute(event, columns) ?? attribute?.key ?? channel?.name ?? t('A job')
}

function nameAttribute({ attribute, changes }: EventRecord, columns: AllColumns): string | undefined {
  if (!attribute) return undefined
  const present = columns[attribute.entity_type].find(({ id }) => id === attribute.key)
  const nameChange = changes.find((change) => change.attribute === 'name')
  const name = present?.name ?? nameChange?.new ?? nameChange?.old
  return typeof name === 'string' ? name : undefined
}

function describeChange(event: EventRecord): string {
  if (event.event.startsWith('entity.'))
    return describeEvent(event).replace(/^./, (first) => first.toLowerCase())
  return t('{deed} by {actor} {door}', {
    deed: inSentence(deedTexts()[event.event]),
    actor: nameActor(event.actor),
    door: viaTexts()[event.via],
  })
}

/** The address of an event's entity: alone in the grid of its type. */
export function placeOfEntity(workspaceId: string, { entity }: EventRecord): PageLocation | undefined {
  if (entity === null) return undefined
  const clauses = [{ key: 'id', operator: 'eq', value: entity.id }]
  return { workspaceId, view: entity.type, savedView: everything, query: { ...emptyGridQuery, clauses } }
}

function SubjectLink({ event, name }: { event: EventRecord; name: string }) {
  const { api } = useWorkspace()
  const location = placeOfEntity(api.workspaceId, event)
  if (location === undefined || event.event === 'entity.deleted') return <strong>{name}</strong>
  return (
    <LocationLink to={location} tabIndex={-1}>
      {name}
    </LocationLink>
  )
}

function Origin({ event, onNarrow }: Pick<ChangeEntryProps, 'event' | 'onNarrow'>) {
  const { edit_id: edit, job_id: job } = event
  if (job !== null)
    return (
      <button type="button" className="changes-same" tabIndex={-1} onClick={() => onNarrow({ job })}>
        {t('Same job')}
      </button>
    )
  if (edit === undefined) return null
  return (
    <button type="button" className="changes-same" tabIndex={-1} onClick={() => onNarrow({ edit })}>
      {t('Same edit')}
    </button>
  )
}

type ValuesProps = Pick<ChangeEntryProps, 'event' | 'columns' | 'describe' | 'onRestore'>

function Values({ event, columns, describe, onRestore }: ValuesProps) {
  const [isWhole, setWhole] = useState(false)
  const changes = shownChanges(event)
  if (changes.length === 0) return null
  const isCreation = event.event.endsWith('.created')
  if (isCreation && event.note === undefined && !isWhole)
    return (
      <More onPress={() => setWhole(true)}>
        {t('Show {count, plural, one {# value} other {# values}}', { count: changes.length })}
      </More>
    )
  const shown = isWhole ? changes : changes.slice(0, shownAtFirst)
  return (
    <>
      <ul className="changes-values">
        {shown.map((change) => (
          <Value
            key={change.attribute}
            event={event}
            change={change}
            columns={columns}
            describe={describe}
            onRestore={onRestore}
          />
        ))}
      </ul>
      {shown.length < changes.length && (
        <More onPress={() => setWhole(true)}>
          {t('Show {count} more', { count: changes.length - shown.length })}
        </More>
      )}
    </>
  )
}

function Value({ event, change, columns, describe, onRestore }: ValuesProps & { change: Change }) {
  const { entity } = event
  const { name, before, after } = entity ? describe(change, entity.type) : describeDefinition(change)
  const canRestore = hasRestorable(event, columns) && entity && isRestorable(change, columns[entity.type])
  const old = before || t('empty')
  return (
    <li>
      <span className="changes-name">{name}</span>
      <span className="changes-old-new">
        {!event.event.endsWith('.created') && (
          <>
            <del data-empty={before === '' || undefined}>{old}</del>
            <ArrowRight size={12} aria-label={t('became')} />
          </>
        )}
        <ins data-empty={after === '' || undefined}>{after || t('empty')}</ins>
      </span>
      {canRestore && (
        <Allowed to="rows">
          <Button
            variant="ghost"
            className="changes-restore"
            aria-label={t('Restore {name} of {event}: {old}', {
              name,
              event: nameSubject(event, columns),
              old,
            })}
            onClick={() => onRestore(change.attribute)}
          >
            <Undo2 aria-hidden />
            {t('Restore')}
          </Button>
        </Allowed>
      )}
    </li>
  )
}

function More({ onPress, children }: { onPress: () => void; children: React.ReactNode }) {
  return (
    <button type="button" className="changes-same" onClick={onPress}>
      {children}
    </button>
  )
}
