import { isQuantity } from '../../query/data-types.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import { variantsQuery } from '../../api/detail-queries.ts'
import { addVariant } from '../actions/rows.ts'
import { readValue, type GridColumn } from '../../query/columns.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { useDetail } from './detail-context.ts'
import { ShownValue } from './shown-value.tsx'
import { ValueField } from './value-field.tsx'
import { t } from '../../ui/text.ts'
import { Allowed } from '../../state/rights.tsx'
import { toPlainText } from '../cells/stubs.ts'

interface Matrix {
  readonly rows: GridColumn
  readonly columns: GridColumn
  readonly rowValues: readonly string[]
  readonly columnValues: readonly string[]
  readonly at: (row: string, column: string) => readonly EntityResource[]
}

const maxAxisValues = 24

export function differingColumns(
  variants: readonly EntityResource[],
  columns: readonly GridColumn[],
): GridColumn[] {
  return columns.filter((column) => !column.isSystem && distinct(variants, column).length > 1)
}

/**
 * Returns two attributes that distinguish the variants as rows and columns, selects first. An attribute
 * that differs in every variant (a SKU) is no axis.
 */
export function toMatrix(
  variants: readonly EntityResource[],
  columns: readonly GridColumn[],
): Matrix | undefined {
  const axes = differingColumns(variants, columns)
    .filter((column) => isAxis(column) && !column.isPrimary)
    .filter((column) => distinct(variants, column).length < Math.min(variants.length, maxAxisValues))
    .sort((a, b) => Number(b.options.length > 0) - Number(a.options.length > 0))
  for (const [index, rows] of axes.entries()) {
    const partner = axes.slice(index + 1).find((column) => placesDiffer(variants, rows, column))
    if (partner) return matrixOf(variants, rows, partner)
  }
  return undefined
}

/** Choices, codes, sizes and checkboxes distinguish variants; progress and rank do not. */
function isAxis({ traits }: GridColumn): boolean {
  const { family, layout, options, hasTokens } = traits
  const isText = layout === 'line' || (options !== 'none' && !hasTokens)
  return isText || isQuantity(traits) || family === 'boolean'
}

function matrixOf(variants: readonly EntityResource[], rows: GridColumn, columns: GridColumn): Matrix {
  const places = Map.groupBy(variants, (variant) => placeOf(variant, rows, columns))
  return {
    rows,
    columns,
    rowValues: inOrder(distinct(variants, rows), rows),
    columnValues: inOrder(distinct(variants, columns), columns),
    at: (row, column) => places.get(JSON.stringify([row, column])) ?? [],
  }
}

function placesDiffer(variants: readonly EntityResource[], rows: GridColumn, columns: GridColumn): boolean {
  return new Set(variants.map((variant) => placeOf(variant, rows, columns))).size === variants.length
}

function placeOf(variant: EntityResource, rows: GridColumn, columns: GridColumn): string {
  return JSON.stringify([toPlainText(readValue(variant, rows)), toPlainText(readValue(variant, columns))])
}

function distinct(variants: readonly EntityResource[], column: GridColumn): string[] {
  return [...new Set(variants.map((variant) => toPlainText(readValue(variant, column))))]
}

function inOrder(values: readonly string[], { options, traits }: GridColumn): string[] {
  const place = (value: string): number => {
    const index = options.indexOf(value)
    return index === -1 ? options.length : index
  }
  if (traits.family === 'number') return [...values].sort((a, b) => Number(a) - Number(b))
  return [...values].sort((a, b) => place(a) - place(b))
}

export function VariantsTab() {
  const { session, columns, entity } = useDetail()
  const parentId = entity.parent_id ?? entity.id
  const { data, error } = useQuery(variantsQuery(session.api, parentId))
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (!data) return <Skeleton height={120} />
  const { data: variants, pagination } = data
  if (variants.length === 0) {
    return (
      <>
        <p className="detail-note">
          {t('This product has no variants. What it holds can be inherited by them.')}
        </p>
        <AddVariant />
      </>
    )
  }
  const matrix = toMatrix(variants, columns)
  return (
    <>
      <p className="detail-note">
        {entity.parent_id === null
          ? `${t('{total, plural, one {# variant} other {# variants}}', { total: pagination.total })}.`
          : t('One of {total, plural, one {# variant} other {# variants}} of its product.', {
              total: pagination.total,
            })}
        {pagination.has_more && ` ${t('The first {count} are shown.', { count: variants.length })}`}
      </p>
      {matrix && <VariantMatrix matrix={matrix} variants={variants} />}
      <VariantTable variants={variants} />
      <AddVariant />
    </>
  )
}

function AddVariant() {
  const { session } = useDetail()
  return (
    <div>
      <Allowed to="rows">
        <Button onClick={() => addVariant(session)}>
          <Plus aria-hidden />
          {t('Add variant')}
        </Button>
      </Allowed>
    </div>
  )
}

function VariantMatrix({ matrix, variants }: { matrix: Matrix; variants: readonly EntityResource[] }) {
  const { columns } = useDetail()
  const { rows, columns: across, rowValues, columnValues, at } = matrix
  const measures = columns.filter(
    (column) => column.readOnlyReason === undefined && column.id !== rows.id && column.id !== across.id,
  )
  const [chosen, setChosen] = useState(() => defaultMeasure(measures, variants)?.id ?? '')
  const measure = measures.find(({ id }) => id === chosen)
  return (
    <section className="detail-group" aria-label={t('Matrix')}>
      <div className="detail-matrix-head">
        <h3>
          {rows.name} × {across.name}
        </h3>
        <Select
          label={t('What the matrix shows')}
          value={chosen}
          options={measures.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
      </div>
      <div className="detail-scroll" tabIndex={0} role="group" aria-label={t('Variants as a matrix')}>
        <table className="detail-matrix">
          <thead>
            <tr>
              <td />
              {columnValues.map((value) => (
                <th key={value} scope="col">
                  {value || '–'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowValues.map((row) => (
              <tr key={row}>
                <th scope="row">{row || '–'}</th>
                {columnValues.map((value) => (
                  <td key={value}>
                    <MatrixCell variant={at(row, value)[0]} measure={measure} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function defaultMeasure(measures: readonly GridColumn[], variants: readonly EntityResource[]) {
  const numbers = measures.filter(({ traits }) => isQuantity(traits))
  return differingColumns(variants, numbers)[0] ?? numbers[0] ?? measures[0]
}

function MatrixCell({
  variant,
  measure,
}: {
  variant: EntityResource | undefined
  measure: GridColumn | undefined
}) {
  const { session } = useDetail()
  if (!variant || !measure) return <span className="detail-empty">{t('No variant')}</span>
  return <ValueField session={session} entity={variant} column={measure} isCell />
}

const maxColumns = 12

function VariantTable({ variants }: { variants: readonly EntityResource[] }) {
  const { session, columns, entity } = useDetail()
  const differing = differingColumns(variants, columns)
    .filter(({ isPrimary }) => !isPrimary)
    .slice(0, maxColumns)
  return (
    <section className="detail-group" aria-label={t('What differs')}>
      <h3>{t('What differs')}</h3>
      <div className="detail-scroll" tabIndex={0} role="group" aria-label={t('Variants and what differs')}>
        <table className="detail-matrix">
          <thead>
            <tr>
              <th scope="col">{t('Variant')}</th>
              {differing.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {variants.map((variant) => (
              <tr key={variant.id} aria-current={variant.id === entity.id || undefined}>
                <th scope="row">{variant.label ?? t('(no name)')}</th>
                {differing.map((column) => (
                  <td key={column.id}>
                    <ShownValue
                      column={column}
                      value={readValue(variant, column)}
                      context={session.context}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
