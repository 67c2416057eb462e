import { useQuery } from '@tanstack/react-query'
import { Grid3x3, Plus } from 'lucide-react'
import type { EntityResource } from '#shared/entities.ts'
import { variantsQuery } from '../../api/detail-queries.ts'
import { addVariant } from '../actions/rows.ts'
import { variantsShownIn } from '../data/variants-state.ts'
import { readValue, type GridColumn } from '../../query/columns.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { useDetail } from './detail-context.ts'
import { ShownValue } from './shown-value.tsx'
import { t } from '../../ui/text.ts'
import { Allowed } from '../../state/rights.tsx'
import { toPlainText } from '../cells/stubs.ts'

export function differingColumns(
  variants: readonly EntityResource[],
  columns: readonly GridColumn[],
): GridColumn[] {
  return columns.filter((column) => !column.isSystem && distinct(variants, column).length > 1)
}

function distinct(variants: readonly EntityResource[], column: GridColumn): string[] {
  return [...new Set(variants.map((variant) => toPlainText(readValue(variant, column))))]
}

export function VariantsTab() {
  const { session, entity } = useDetail()
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
      <VariantTable variants={variants} />
      <AddVariant />
    </>
  )
}

function AddVariant() {
  const { session, entity } = useDetail()
  return (
    <div className="detail-actions">
      <Allowed to="rows">
        <Button onClick={() => variantsShownIn(session).set(entity.parent_id ?? entity.id)} variant="primary">
          <Grid3x3 aria-hidden />
          {t('Variants by axes…')}
        </Button>
        <Button onClick={() => addVariant(session)}>
          <Plus aria-hidden />
          {t('Add variant')}
        </Button>
      </Allowed>
    </div>
  )
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
