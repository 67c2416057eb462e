import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, CircleX, type LucideIcon, MoveRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AttributeConfig } from '#shared/attributes.ts'
import type { AttributeValue, EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { AttributePreview, PreviewedRow } from '#shared/schemas/app-surface.ts'
import { splitOptions } from '#shared/text.ts'
import { attributePreviewQuery } from '../api/attributes-queries.ts'
import type { TriedDefinition } from '../api/generations-queries.ts'
import { type GridColumn, toColumn } from '../query/columns.ts'
import { typeTexts } from '../state/entity-types.ts'
import { RowPicture } from '../state/row-picture.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { useDebouncedValue } from '../ui/focus.ts'
import { formatCount } from '../ui/format-count.ts'
import { Skeleton } from '../ui/progress.tsx'
import { cachedByLanguage, inSentence, t } from '../ui/text.ts'
import './draft-rows.css'

/** How the grid shows a value and words what is wrong with one; the shell hands it over. */
export interface RowWording {
  readonly show: (value: AttributeValue | null, column: GridColumn, type: EntityType) => ReactNode
  readonly explain: (fault: FieldError, column: GridColumn) => string
}

interface DraftRowsProps {
  readonly tried: TriedDefinition
  readonly before: AttributeConfig | undefined
  readonly wording: RowWording
}

const settleMs = 350

/** Shows how the unsaved definition changes ten real rows, those that it does not take first. */
export function DraftRows({ tried, before, wording }: DraftRowsProps) {
  const { workspace } = useWorkspace()
  const settled = useDebouncedValue(JSON.stringify(named(tried)), settleMs)
  const asked: TriedDefinition = JSON.parse(settled)
  const preview = useQuery({
    ...attributePreviewQuery(workspace.id, asked),
    placeholderData: keepPreviousData,
  })
  const { data, isError, isPending } = preview
  return (
    <section className="draft-rows" aria-label={t('What it does to ten rows')}>
      <h2>{t('What it does to ten rows')}</h2>
      {isPending && <Skeleton height={280} />}
      {isError && data === undefined && (
        <p className="draft-rows-note">{t('The rows appear as soon as the definition is complete.')}</p>
      )}
      {data && <Preview {...{ data, before, wording }} type={tried.type} isOld={isError} />}
    </section>
  )
}

/** A new attribute shows its rows before it has a name. */
function named({ definition, ...tried }: TriedDefinition): TriedDefinition {
  const isUnnamed = tried.key === undefined && (definition.name ?? '').trim() === ''
  return { ...tried, definition: { ...definition, ...(isUnnamed && { name: t('New attribute') }) } }
}

interface PreviewProps extends Pick<DraftRowsProps, 'before' | 'wording'> {
  readonly data: AttributePreview
  readonly type: EntityType
  readonly isOld: boolean
}

function Preview({ data, before, wording, type, isOld }: PreviewProps) {
  const { rows } = data
  if (rows.length === 0)
    return (
      <p className="draft-rows-note">
        {t('There are no {plural} to show it on yet.', { plural: inSentence(typeTexts()[type].plural) })}
      </p>
    )
  const old = before && columnOf(before)
  const next = columnOf(data.definition)
  const isTwofold = old !== undefined && rows.some(({ effect }) => effect !== 'same')
  return (
    <>
      <p className="draft-rows-note" role="status" data-tone={toneOf(data)}>
        {isOld
          ? t('The definition is not complete: this is how it was before.')
          : describePreview(data, old !== undefined)}
      </p>
      <div className="draft-rows-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Row')}</th>
              {isTwofold && <th scope="col">{t('Now')}</th>}
              <th scope="col">{isTwofold ? t('With this definition') : t('Value')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <PreviewLine key={row.id} {...{ row, type, wording, next }} old={isTwofold ? old : undefined} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function columnOf({ acceptable_values: values, ...config }: AttributeConfig): GridColumn {
  return toColumn({ ...config, acceptable_values: splitOptions(values ?? '') })
}

function toneOf({ lost, refused }: AttributePreview): string | undefined {
  return lost > 0 ? 'danger' : refused > 0 ? 'warning' : undefined
}

function describePreview(
  { checked, lost, refused, definition }: AttributePreview,
  isStored: boolean,
): string {
  if (!isStored && definition.writable) return t('The new column begins empty.')
  if (!definition.writable) return t('The values are computed from what the rows hold now.')
  const total = formatCount(checked)
  if (lost > 0)
    return t(
      '{lost} of {total} values would be lost. It cannot be saved like this: correct them first, or choose something else.',
      { lost: formatCount(lost), total },
    )
  if (refused > 0)
    return t(
      '{refused} of {total} values do not keep to it. They stay as they are, and are checked when they are next edited.',
      { refused: formatCount(refused), total },
    )
  return t('All of {total, plural, one {# value} other {# values}} fit.', { total: checked })
}

const effects = cachedByLanguage(
  (): Readonly<Record<Exclude<PreviewedRow['effect'], 'same'>, { Icon: LucideIcon; text: string }>> => ({
    changed: { Icon: MoveRight, text: t('Changed') },
    refused: { Icon: CircleAlert, text: t('Does not keep to it') },
    lost: { Icon: CircleX, text: t('Would be lost') },
  }),
)

interface PreviewLineProps extends Pick<DraftRowsProps, 'wording'> {
  readonly row: PreviewedRow
  readonly type: EntityType
  readonly old: GridColumn | undefined
  readonly next: GridColumn
}

function PreviewLine({ row, type, wording, old, next }: PreviewLineProps) {
  const { id, label, effect, fault } = row
  const { Icon, text } = effect === 'same' ? { Icon: Check, text: '' } : effects()[effect]
  return (
    <tr data-effect={effect}>
      <th scope="row">
        <span className="draft-row-name">
          <RowPicture type={type} id={id} />
          <span>{label ?? t('Without a name')}</span>
        </span>
      </th>
      {old && <td>{wording.show(row.now as AttributeValue | null, old, type)}</td>}
      <td>
        {effect !== 'lost' && wording.show(row.next as AttributeValue | null, next, type)}
        {effect !== 'same' && (
          <span className="draft-row-effect">
            <Icon aria-hidden size={14} />
            {fault ? wording.explain(fault, next) : text}
          </span>
        )}
      </td>
    </tr>
  )
}
