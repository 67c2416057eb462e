import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { entityTypes, findEntityType } from '#shared/entities.ts'
import { eventVias, keyOfActor } from '#shared/events.ts'
import { toDay, parseDate } from '#shared/iso-times.ts'
import { peopleQuery } from '../api/changes-queries.ts'
import { jobsQuery } from '../api/jobs-queries.ts'
import { jobTitle } from '../jobs/describe-job.ts'
import { type ChangeFilter, type Period } from '../query/page-filters.ts'
import { typeTexts } from '../state/entity-types.ts'
import { viaNames, nameAuthor } from '../state/event-texts.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { formatMoment } from '../ui/format-count.ts'
import { Select, type SelectOption } from '../ui/select.tsx'
import { TextInput } from '../ui/field.tsx'
import type { AllColumns } from './use-restore.ts'
import { cachedByLanguage, t } from '../ui/text.ts'

const any = 'any'

const periodTexts = cachedByLanguage((): Readonly<Record<Period, string>> => ({
  today: t('Today'),
  yesterday: t('Yesterday'),
  week: t('Last 7 days'),
  month: t('Last 30 days'),
}))

interface ChangeFiltersProps {
  readonly filter: ChangeFilter
  readonly columns: AllColumns
  readonly onChange: (filter: ChangeFilter) => void
}

/** Each filter is a chip that says what it is set to, and is removed by its cross. */
export function ChangeFilters({ filter, columns, onChange }: ChangeFiltersProps) {
  const { edit } = filter
  const narrow = (name: keyof ChangeFilter) => (value: string) =>
    onChange(without({ ...filter, [name]: value }, value === any ? [name] : []))
  return (
    <div className="changes-filters" role="group" aria-label={t('Filter the changes')}>
      <WhenFilter when={filter.when} onChange={narrow('when')} />
      <PersonFilter actor={filter.actor} onChange={narrow('actor')} />
      <Chip name={t('Made through')} value={filter.via} onRemove={() => narrow('via')(any)}>
        <Select
          label={t('Made through')}
          value={filter.via ?? any}
          options={[
            { value: any, label: t('Any way') },
            ...eventVias.map((via) => ({ value: via, label: viaNames()[via] })),
          ]}
          onChange={narrow('via')}
        />
      </Chip>
      <SubjectFilters filter={filter} columns={columns} onChange={onChange} />
      <JobFilter job={filter.job} onChange={narrow('job')} />
      {edit !== undefined && (
        <Button onClick={() => onChange(without(filter, ['edit']))} aria-label={t('Show other edits too')}>
          {t('One edit')}
          <X aria-hidden />
        </Button>
      )}
      {Object.keys(filter).length > 0 && (
        <Button variant="ghost" onClick={() => onChange({})}>
          {t('Clear')}
        </Button>
      )}
    </div>
  )
}

interface ChipProps {
  readonly name: string
  readonly value: string | undefined
  readonly onRemove: () => void
  readonly children: ReactNode
}

function Chip({ name, value, onRemove, children }: ChipProps) {
  const isSet = value !== undefined
  return (
    <span className="changes-chip" data-set={isSet || undefined}>
      {children}
      {isSet && (
        <button type="button" aria-label={t('Remove the filter: {name}', { name })} onClick={onRemove}>
          <X aria-hidden />
        </button>
      )}
    </span>
  )
}

function SubjectFilters({ filter, columns, onChange }: ChangeFiltersProps) {
  const { type, attribute } = filter
  const attributes = type === undefined ? [] : columns[type].filter(({ isSystem }) => !isSystem)
  const changeType = (value: string): void => {
    const others = without(filter, ['type', 'attribute'])
    const chosen = findEntityType(value)
    onChange({ ...others, ...(chosen && { type: chosen }) })
  }
  const changeAttribute = (value: string): void =>
    onChange(value === any ? without(filter, ['attribute']) : { ...filter, attribute: value })
  return (
    <>
      <Chip name={t('Type')} value={type} onRemove={() => changeType(any)}>
        <Select
          label={t('Type')}
          value={type ?? any}
          options={[
            { value: any, label: t('Everything') },
            ...entityTypes.map((each) => ({ value: each, label: typeTexts()[each].plural })),
          ]}
          onChange={changeType}
        />
      </Chip>
      {type !== undefined && (
        <Chip name={t('Attribute')} value={attribute} onRemove={() => changeAttribute(any)}>
          <Select
            label={t('Attribute')}
            value={attribute ?? any}
            options={[
              { value: any, label: t('Any attribute') },
              ...attributes.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={changeAttribute}
          />
        </Chip>
      )}
    </>
  )
}

function without(filter: ChangeFilter, names: readonly (keyof ChangeFilter)[]): ChangeFilter {
  return Object.fromEntries(
    Object.entries(filter).filter(([name]) => !names.includes(name as keyof ChangeFilter)),
  )
}

interface OneFilterProps {
  readonly onChange: (value: string) => void
}

function WhenFilter({ when, onChange }: OneFilterProps & { when: string | undefined }) {
  const isOneDay = when !== undefined && parseDate(when) !== undefined
  const today = () => toDay()
  return (
    <Chip name={t('When')} value={when} onRemove={() => onChange(any)}>
      <Select
        label={t('When')}
        value={isOneDay ? 'day' : (when ?? any)}
        options={[
          { value: any, label: t('Any time') },
          ...Object.entries(periodTexts()).map(([value, label]) => ({ value, label })),
          { value: 'day', label: t('One day') },
        ]}
        onChange={(value) => onChange(value === 'day' ? today() : value)}
      />
      {isOneDay && (
        <TextInput
          type="date"
          aria-label={t('Day')}
          value={when}
          onChange={(day) => parseDate(day) !== undefined && onChange(day)}
        />
      )}
    </Chip>
  )
}

function PersonFilter({ actor, onChange }: OneFilterProps & { actor: string | undefined }) {
  const { api } = useWorkspace()
  const { data: people = [] } = useQuery(peopleQuery(api))
  const options: SelectOption<string>[] = people.map((person) => {
    const name = nameAuthor(person)
    return { value: keyOfActor(person), label: name === 'you' ? t('You') : name }
  })
  return (
    <Chip name={t('Person')} value={actor} onRemove={() => onChange(any)}>
      <Select
        label={t('Person')}
        value={actor ?? any}
        options={[
          { value: any, label: t('Anybody') },
          ...options,
          ...unlisted(actor, options, t('Somebody')),
        ]}
        onChange={onChange}
      />
    </Chip>
  )
}

function JobFilter({ job, onChange }: OneFilterProps & { job: string | undefined }) {
  const { api } = useWorkspace()
  const { data: jobs = [] } = useQuery(jobsQuery(api))
  if (jobs.length === 0 && job === undefined) return null
  const options = jobs.map((each) => ({
    value: each.id,
    label: jobTitle(each),
    hint: formatMoment(each.created_at),
  }))
  return (
    <Chip name={t('Job')} value={job} onRemove={() => onChange(any)}>
      <Select
        label={t('Job')}
        value={job ?? any}
        options={[
          { value: any, label: t('Any job') },
          ...options,
          ...unlisted(job, options, t('An earlier job')),
        ]}
        onChange={onChange}
      />
    </Chip>
  )
}

function unlisted(
  value: string | undefined,
  options: readonly SelectOption<string>[],
  label: string,
): SelectOption<string>[] {
  if (value === undefined || options.some((option) => option.value === value)) return []
  return [{ value, label }]
}
