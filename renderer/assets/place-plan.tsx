import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { appliedStatuses, type AssetPlanRow } from '#shared/assets.ts'
import { isOneOf } from '#shared/text.ts'
import {
  type MatchSettings,
  type NamedFile,
  planRowsQuery,
  type StoredPicture,
  unplacedKey,
} from '../api/assets-queries.ts'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { createMany } from '../api/entities-queries.ts'
import { countKey, galleryKey } from '../query/list-queries.ts'
import { announcePlacing, keepFiles, placeFiles } from '../state/placed-pictures.ts'
import { Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { showError } from '../ui/toast.tsx'
import {
  productNames,
  canBePlaced,
  type Choices,
  type ChosenProduct,
  needsLook,
  productOf,
  toApply,
} from './place-choices.ts'
import { RowList } from './place-rows.tsx'

interface PlacePlanProps {
  readonly jobId: string
  readonly settings: MatchSettings
  readonly files: readonly NamedFile[]
  readonly stored: readonly StoredPicture[] | undefined
  readonly product: ChosenProduct | undefined
  /** The ids of the products that were made for these files. */
  readonly made: readonly string[]
  /** Matches the files again, as there are new products. */
  readonly onProducts: (made: readonly string[]) => void
  /** Adds the files to the gallery without a product; undefined where they were dropped elsewhere. */
  readonly onOnlyAdd: (() => void) | undefined
  readonly onClose: () => void
}

/** Where files go that were dropped on a product. */
type Goal = 'names' | 'product'

/** The plan of a match: what needs a look first, then what has found its product. */
export function PlacePlan({ jobId, ...props }: PlacePlanProps) {
  const { api } = useWorkspace()
  const { data: rows, error } = useQuery(planRowsQuery(api, jobId))
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (!rows) return <Skeleton height={160} />
  return <PlanLists rows={rows} jobId={jobId} {...props} />
}

interface PlanListsProps extends PlacePlanProps {
  readonly rows: readonly AssetPlanRow[]
}

function PlanLists({ rows, jobId, settings, files, stored, product, made, ...props }: PlanListsProps) {
  const [chosen, setChosen] = useState<Choices>(new Map())
  const [chosenGoal, setGoal] = useState<Goal>()
  const goal = chosenGoal ?? (rows.some(isFound) ? 'names' : 'product')
  const choices = product && goal === 'product' ? withAll(rows, product, chosen) : chosen
  const choose = (row: AssetPlanRow, next: ChosenProduct | null | undefined): void => {
    const changed = new Map(chosen)
    if (next === undefined) changed.delete(row.index)
    else changed.set(row.index, next)
    setChosen(changed)
  }
  const open = rows.filter((row) => needsLook(row, choices))
  const rest = rows.filter((row) => !open.includes(row) && row.status !== 'already_there')
  const placed = rest.filter((row) => productOf(row, choices) !== undefined).length
  const parts = { files, stored, choices, onChoose: choose }
  return (
    <>
      <PlanSummary placed={placed} there={rows.length - open.length - rest.length} open={open.length} />
      {product && (
        <Choice
          label={t('Where they go')}
          value={goal}
          choices={[
            { value: 'names', label: t('By their names') },
            { value: 'product', label: t('All to {name}', { name: product.label }) },
          ]}
          onChange={setGoal}
        />
      )}
      <RowList title={t('To look at')} rows={open} {...parts} />
      <NewProducts rows={open} isFirst={placed === 0} onProducts={props.onProducts} />
      <RowList title={t('Found their product')} rows={rest} {...parts} />
      <PlaceFooter
        {...{ jobId, settings, choices, made }}
        count={placed}
        laterCount={stored ? 0 : open.filter(isOpen).length}
        isNothingFound={!rows.some(({ status }) => isOneOf<string>(appliedStatuses, status))}
        onOnlyAdd={props.onOnlyAdd}
        onClose={props.onClose}
      />
    </>
  )
}

function isFound({ status }: AssetPlanRow): boolean {
  return status === 'matched' || status === 'replaces' || status === 'already_there'
}

/** Files that the workspace keeps for later where nobody gives them a product. */
function isOpen({ status, file }: AssetPlanRow): boolean {
  return file.hash !== null && (status === 'unmatched' || status === 'ambiguous')
}

interface PlanCounts {
  readonly placed: number
  readonly there: number
  readonly open: number
}

function PlanSummary({ placed, there, open }: PlanCounts) {
  const parts = [
    t('{count, plural, one {# picture} other {# pictures}} found a product', { count: placed }),
    ...(there > 0 ? [t('{count} there already', { count: there })] : []),
    ...(open > 0 ? [t('{count} to look at', { count: open })] : []),
  ]
  return (
    <p className="place-summary" role="status">
      {parts.join(' · ')}
    </p>
  )
}

/** Files that were dropped on a product go there, whatever their names say, unless somebody said otherwise. */
function withAll(rows: readonly AssetPlanRow[], product: ChosenProduct, chosen: Choices): Choices {
  const all = rows.filter(canBePlaced).map((row) => [row.index, chosen.get(row.index) ?? product] as const)
  return new Map([...all, ...chosen])
}

interface NewProductsProps {
  readonly rows: readonly AssetPlanRow[]
  readonly isFirst: boolean
  readonly onProducts: (made: readonly string[]) => void
}

const maxNamed = 3

/** Offers to make the products that no one has entered yet, under the names of their pictures. */
function NewProducts({ rows, isFirst, onProducts }: NewProductsProps) {
  const { api, workspace } = useWorkspace()
  const { data: attributes } = useQuery(attributeConfigsQuery(workspace.id, 'product'))
  const unmatched = rows.filter(({ status, file }) => status === 'unmatched' && file.hash !== null)
  const names = productNames(unmatched.map(({ file }) => file.name))
  const make = useMutation({
    mutationFn: async () => {
      const keys = (attributes ?? []).filter(({ key, is_primary: isPrimary }) => isPrimary || key === 'sku')
      const values = names.map((name) => Object.fromEntries(keys.map(({ key }) => [key, name])))
      const results = await createMany(api, 'product', values)
      const failed = results.find((result) => result instanceof Error)
      const ids = results.flatMap((result) => (result instanceof Error ? [] : [result.id]))
      if (ids.length === 0 && failed) throw failed
      return ids
    },
    onSuccess: onProducts,
    onError: (error) => showError(t('The products were not added'), { description: error.message }),
  })
  if (names.length === 0) return null
  const shown = names.slice(0, maxNamed).join(', ')
  return (
    <Allowed to="rows">
      <div className="place-offer">
        <p>
          {t('{count, plural, one {No product is} other {No products are}} called {names}.', {
            count: names.length,
            names: names.length > maxNamed ? `${shown} …` : shown,
          })}
        </p>
        <Button variant={isFirst ? 'primary' : 'default'} busy={make.isPending} onClick={() => make.mutate()}>
          {t('{count, plural, one {Add # product} other {Add # products}} of these names', {
            count: names.length,
          })}
        </Button>
      </div>
    </Allowed>
  )
}

interface PlaceFooterProps {
  readonly jobId: string
  readonly settings: MatchSettings
  readonly choices: Choices
  readonly made: readonly string[]
  readonly count: number
  /** How many files stay to be placed later. */
  readonly laterCount: number
  /** Whether the rules gave no file a product, so that all of them can be kept for later. */
  readonly isNothingFound: boolean
  readonly onOnlyAdd: (() => void) | undefined
  readonly onClose: () => void
}

function PlaceFooter({ jobId, settings, choices, made, count, laterCount, ...props }: PlaceFooterProps) {
  const { isNothingFound, onOnlyAdd, onClose } = props
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const isKeeping = count === 0 && laterCount > 0 && isNothingFound
  const place = useMutation({
    mutationFn: async () =>
      isKeeping ? await keepFiles(api, jobId, settings) : placeFiles(api, jobId, toApply(choices)),
    onSuccess: (result) => {
      const { workspaceId } = api
      for (const queryKey of [galleryKey(workspaceId), countKey(workspaceId), unplacedKey(workspaceId)])
        void queryClient.invalidateQueries({ queryKey })
      announcePlacing(api, result, { made, laterCount })
      onClose()
    },
    onError: (error) => showError(t('The pictures were not placed'), { description: error.message }),
  })
  return (
    <div className="place-footer">
      {(count > 0 || isKeeping) && <LaterNote count={laterCount} />}
      {onOnlyAdd && (
        <Button variant="ghost" onClick={onOnlyAdd}>
          {t('Only add to the gallery')}
        </Button>
      )}
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Allowed to="rows">
        <Button
          variant={isKeeping ? 'default' : 'primary'}
          data-beginning
          busy={place.isPending}
          disabled={count === 0 && !isKeeping}
          onClick={() => place.mutate()}
        >
          {isKeeping
            ? t('{count, plural, one {Keep # picture} other {Keep # pictures}} for later', {
                count: laterCount,
              })
            : t('{count, plural, one {Place # picture} other {Place # pictures}}', { count })}
        </Button>
      </Allowed>
    </div>
  )
}

function LaterNote({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <p className="place-later">
      {t(
        '{count, plural, one {# picture waits} other {# pictures wait}} under “Not placed yet” for 30 days.',
        { count },
      )}
    </p>
  )
}
