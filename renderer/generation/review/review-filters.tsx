import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ReviewSummary } from '#shared/schemas/proposals.ts'
import { jobsQuery } from '../../api/jobs-queries.ts'
import { vendorsQuery } from '../../api/generations-queries.ts'
import type { GridColumn } from '../../query/columns.ts'
import type { ReviewFilter } from '../../query/page-filters.ts'
import { typeTexts } from '../../state/entity-types.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount, formatMoment } from '../../ui/format-count.ts'
import { SearchSelect, Select, type SelectOption } from '../../ui/select.tsx'
import { t, inSentence } from '../../ui/text.ts'

const any = 'any'

/** The focus goes to the list after a choice, since a closed select would take the keys. */
function findList(): HTMLElement | null {
  return document.querySelector<HTMLElement>('.review-list')
}

interface ReviewFiltersProps {
  readonly filter: ReviewFilter
  readonly type: EntityType
  readonly columns: readonly GridColumn[]
  readonly vendorKey: string | undefined
  readonly summary: ReviewSummary | undefined
  readonly onChange: (filter: ReviewFilter) => void
}

export function ReviewFilters(props: ReviewFiltersProps) {
  const { filter, type, summary, vendorKey, onChange } = props
  const { type: _type, ...narrowing } = filter
  const narrow = (name: keyof ReviewFilter) => (value: string) =>
    onChange(without({ ...filter, [name]: value }, value === any ? name : undefined))
  return (
    <div className="review-filters" role="group" aria-label={t('Filter the proposals')}>
      <Select
        finalFocus={findList}
        label={t('Type')}
        value={type}
        options={entityTypes.map((each) => ({
          value: each,
          label: typeTexts()[each].plural,
          hint: formatCount(summary?.open[each] ?? 0),
        }))}
        onChange={(chosen) => onChange({ type: chosen })}
      />
      <AttributeFilter {...props} onChoose={narrow('attribute')} />
      <Select
        finalFocus={findList}
        label={t('Evidence')}
        value={filter.verified ?? any}
        options={[
          { value: any, label: t('Any evidence') },
          { value: 'yes', label: t('Verified'), hint: formatCount(summary?.verified ?? 0) },
          { value: 'no', label: t('Not verified') },
        ]}
        onChange={narrow('verified')}
      />
      {vendorKey !== undefined && <VendorFilter vendor={filter.vendor} onChoose={narrow('vendor')} />}
      <JobFilter job={filter.job} summary={summary} onChoose={narrow('job')} />
      {filter.entity !== undefined && (
        <Button
          aria-label={t('Show other {plural} too', { plural: inSentence(typeTexts()[type].plural) })}
          onClick={() => onChange(without(filter, 'entity'))}
        >
          {t('One {singular}', { singular: typeTexts()[type].singular })}
          <X aria-hidden />
        </Button>
      )}
      {Object.keys(narrowing).length > 0 && (
        <Button variant="ghost" onClick={() => onChange({ type })}>
          {t('Clear')}
        </Button>
      )}
    </div>
  )
}

interface FilterChange {
  readonly onChoose: (value: string) => void
}

function AttributeFilter({ filter, columns, summary, onChoose }: ReviewFiltersProps & FilterChange) {
  const counts = new Map(summary?.attributes.map(({ key, open }) => [key, open]))
  const offered = columns.filter(({ id }) => counts.has(id) || id === filter.attribute)
  return (
    <Select
      finalFocus={findList}
      label={t('Attribute')}
      value={filter.attribute ?? any}
      options={[
        { value: any, label: t('Any attribute') },
        ...offered.map(({ id, name }) => ({
          value: id,
          label: name,
          hint: formatCount(counts.get(id) ?? 0),
        })),
      ]}
      onChange={onChoose}
    />
  )
}

function VendorFilter({ vendor, onChoose }: FilterChange & { vendor: string | undefined }) {
  const { api } = useWorkspace()
  const { data: vendors = [] } = useQuery(vendorsQuery(api))
  const options: SelectOption<string>[] = vendors.map(({ id, label }) => ({
    value: id,
    label: label ?? t('Without a name'),
  }))
  return (
    <SearchSelect
      finalFocus={findList}
      label={t('Vendor')}
      searchLabel={t('Find a vendor')}
      value={vendor ?? any}
      options={[
        { value: any, label: t('Any vendor') },
        ...options,
        ...unlisted(vendor, options, t('One vendor')),
      ]}
      onChange={onChoose}
    />
  )
}

function JobFilter({
  job,
  summary,
  onChoose,
}: FilterChange & Pick<ReviewFiltersProps, 'summary'> & { job: string | undefined }) {
  const { api } = useWorkspace()
  const { data: jobs = [] } = useQuery(jobsQuery(api))
  const offered = summary?.jobs ?? []
  if (offered.length === 0 && job === undefined) return null
  const options = offered.map(({ id, open }) => {
    const known = jobs.find((each) => each.id === id)
    const label = known
      ? t('Run of {created_at}', { created_at: formatMoment(known.created_at) })
      : t('An earlier run')
    return { value: id, label, hint: formatCount(open) }
  })
  return (
    <Select
      finalFocus={findList}
      label={t('Run')}
      value={job ?? any}
      options={[{ value: any, label: t('Any run') }, ...options, ...unlisted(job, options, t('One run'))]}
      onChange={onChoose}
    />
  )
}

function unlisted(
  value: string | undefined,
  options: readonly SelectOption<string>[],
  label: string,
): SelectOption<string>[] {
  return value === undefined || options.some((option) => option.value === value) ? [] : [{ value, label }]
}

function without(filter: ReviewFilter, name: keyof ReviewFilter | undefined): ReviewFilter {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name))
}
