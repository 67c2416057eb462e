import { Columns3, PackageOpen, SearchX, TriangleAlert } from 'lucide-react'
import { ApiError, describeFault } from '../../api/api-error.ts'
import { addRow } from '../actions/rows.ts'
import { useGrid } from '../data/grid-context.ts'
import { headerHeight } from './viewport.ts'
import { emptyGridQuery, isCreationOrder, isNarrowed } from '../../query/grid-query.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { t, inSentence } from '../../ui/text.ts'
import { typeTexts } from '../../state/entity-types.ts'
import { Allowed, useMay } from '../../state/rights.tsx'
import { PastedTable } from '../../state/pasted-table.tsx'

const rows = Array.from({ length: 14 }, (_, index) => 40 + ((index * 37) % 45))

export function GridSkeleton() {
  return (
    <div className="grid-skeleton" role="status" aria-label={t('Loading')}>
      <div style={{ height: headerHeight }} />
      {rows.map((width, index) => (
        <div key={index} className="grid-skeleton-row">
          <span style={{ width: `${width / 4}%` }} />
          <span style={{ width: `${(100 - width) / 3}%` }} />
        </div>
      ))}
    </div>
  )
}

export function NoRows() {
  const { session, query, onQueryChange } = useGrid()
  const may = useMay()
  const plural = inSentence(typeTexts()[session.type].plural)
  if (isNarrowed(query)) {
    return (
      <EmptyState
        icon={SearchX}
        title={t('No {plural} match', { plural })}
        actions={
          <Button onClick={() => onQueryChange({ ...emptyGridQuery, sort: query.sort })}>
            {t('Show all {plural}', { plural })}
          </Button>
        }
      >
        {t('Change the search or the filters, or clear them.')}
      </EmptyState>
    )
  }
  if (session.type === 'source') {
    return (
      <EmptyState icon={PackageOpen} title={t('No sources yet')}>
        {t('Sources are pages, texts and files that scripts and agents add through the API.')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={PackageOpen}
      title={t('No {plural} yet – add one or import a file', { plural })}
      actions={
        <Allowed to="rows">
          <Button variant="primary" onClick={() => addRow(session)}>
            {t('Add the first {singular}', { singular: typeTexts()[session.type].singular })}
          </Button>
        </Allowed>
      }
    >
      {may('imports') && <PastedTable />}
      {t('A CSV or Excel file from a spreadsheet or a shop can also be dropped here, and a table be pasted.')}
    </EmptyState>
  )
}

export function NoAttributes({ noun, onAddAttribute }: { noun: string; onAddAttribute: () => void }) {
  return (
    <EmptyState
      icon={Columns3}
      title={t('No attributes yet')}
      actions={
        <Allowed to="attributes">
          <Button variant="primary" onClick={onAddAttribute}>
            {t('Add an attribute')}
          </Button>
        </Allowed>
      }
    >
      {t(
        'An attribute is a column: a name, a price, a picture. Add the first one, or import a file and let its columns become the attributes of your {noun}.',
        { noun },
      )}
    </EmptyState>
  )
}

export function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <EmptyState
      icon={TriangleAlert}
      title={t('The rows could not be loaded')}
      actions={<Button onClick={onRetry}>{t('Try again')}</Button>}
    >
      {error.message}
      {error instanceof ApiError &&
        error.fieldErrors.map((fault) => (
          <p key={fault.field}>{`${fault.field}: ${describeFault(fault)}`}</p>
        ))}
    </EmptyState>
  )
}

export function QueryFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { session, query, onQueryChange } = useGrid()
  const isRefused = error instanceof ApiError && error.status === 400
  if (!isRefused || isCreationOrder(query)) return <LoadFailure error={error} onRetry={onRetry} />
  // An old link or a deleted attribute: retrying cannot help.
  return (
    <EmptyState
      icon={TriangleAlert}
      title={t('The filters or the order do not fit')}
      actions={
        <Button onClick={() => onQueryChange(emptyGridQuery)}>
          {t('Show all {plural}', { plural: inSentence(typeTexts()[session.type].plural) })}
        </Button>
      }
    >
      {t(
        'They name an attribute that is not there, or a value that does not fit it. Correct them above, or clear them.',
      )}
    </EmptyState>
  )
}
