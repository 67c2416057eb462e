import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ImageOff, X } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { AssetPlanRow } from '#shared/assets.ts'
import { isTerminal, type Job } from '#shared/jobs.ts'
import { applyPlan, type NamedFile, planRowsQuery, type StoredPicture } from '../api/assets-queries.ts'
import { undoEdit } from '../api/changes-queries.ts'
import { type Api, thumbnailUrl } from '../api/client.ts'
import { entityChoicesQuery } from '../api/entities-queries.ts'
import { countKey, galleryKey } from '../query/list-queries.ts'
import { Allowed } from '../state/allowed.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Choice } from '../ui/field.tsx'
import { useDebouncedValue } from '../ui/focus.ts'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { cachedByLanguage, t, tMessage } from '../ui/text.ts'
import { errorText, showError, showSuccess } from '../ui/toast.tsx'
import { TokenPicker } from '../ui/token-picker.tsx'
import {
  canBePlaced,
  type Choices,
  type ChosenProduct,
  needsLook,
  productOf,
  toApply,
} from './place-choices.ts'

interface PlacePlanProps {
  readonly jobId: string
  readonly files: readonly NamedFile[]
  readonly stored: readonly StoredPicture[] | undefined
  readonly product: ChosenProduct | undefined
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

function PlanLists({ rows, jobId, files, stored, product, onClose }: PlanListsProps) {
  const [made, setMade] = useState<Choices>(new Map())
  const [chosenGoal, setGoal] = useState<Goal>()
  const goal = chosenGoal ?? (rows.some(isFound) ? 'names' : 'product')
  const choices = product && goal === 'product' ? withAll(rows, product, made) : made
  const choose = (row: AssetPlanRow, next: ChosenProduct | null | undefined): void => {
    const changed = new Map(made)
    if (next === undefined) changed.delete(row.index)
    else changed.set(row.index, next)
    setMade(changed)
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
      <RowList title={t('Found their product')} rows={rest} {...parts} />
      <PlaceFooter jobId={jobId} choices={choices} count={placed} onClose={onClose} />
    </>
  )
}

function isFound({ status }: AssetPlanRow): boolean {
  return status === 'matched' || status === 'replaces' || status === 'already_there'
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
function withAll(rows: readonly AssetPlanRow[], product: ChosenProduct, made: Choices): Choices {
  const all = rows.filter(canBePlaced).map((row) => [row.index, made.get(row.index) ?? product] as const)
  return new Map([...all, ...made])
}

interface RowListProps {
  readonly title: string
  readonly rows: readonly AssetPlanRow[]
  readonly files: readonly NamedFile[]
  readonly stored: readonly StoredPicture[] | undefined
  readonly choices: Choices
  readonly onChoose: (row: AssetPlanRow, next: ChosenProduct | null | undefined) => void
}

const shownAtOnce = 100

function RowList({ title, rows, files, stored = [], choices, onChoose }: RowListProps) {
  const [shown, setShown] = useState(shownAtOnce)
  const byName = useMemo(
    () =>
      new Map<string, File | string>([
        ...files.map(({ name, file }) => [name, file] as const),
        ...stored.map(({ name, value }) => [name, value] as const),
      ]),
    [files, stored],
  )
  if (rows.length === 0) return null
  return (
    <section className="place-part">
      <h3>{title}</h3>
      <ul className="place-rows" aria-label={title}>
        {rows.slice(0, shown).map((row) => (
          <PlanRow key={row.index} {...{ row, choices, onChoose }} file={byName.get(row.file.name)} />
        ))}
      </ul>
      {rows.length > shown && (
        <Button onClick={() => setShown(shown + shownAtOnce)}>{t('Show more pictures')}</Button>
      )}
    </section>
  )
}

interface PlanRowProps extends Pick<RowListProps, 'choices' | 'onChoose'> {
  readonly row: AssetPlanRow
  /** What was dropped, or the value of a picture that the workspace stores. */
  readonly file: File | string | undefined
}

function PlanRow({ row, file, choices, onChoose }: PlanRowProps) {
  const product = productOf(row, choices)
  const isLeftOut = choices.get(row.index) === null
  return (
    <li className="place-row" data-left-out={isLeftOut || undefined}>
      <Thumbnail file={file} />
      <span className="place-name">
        <strong>{row.file.name}</strong>
        <span className="ui-field-hint">{describeRow(row, isLeftOut)}</span>
      </span>
      {canBePlaced(row) && (
        <>
          <ProductPicker row={row} product={product} onChoose={(next) => onChoose(row, next)} />
          {product !== undefined && (
            <IconButton
              label={t('Leave out {name}', { name: row.file.name })}
              onClick={() => onChoose(row, null)}
            >
              <X aria-hidden />
            </IconButton>
          )}
          {isLeftOut && (
            <Button variant="ghost" onClick={() => onChoose(row, undefined)}>
              {t('Take again')}
            </Button>
          )}
        </>
      )}
    </li>
  )
}

const statusTexts = cachedByLanguage((): Readonly<Record<AssetPlanRow['status'], string>> => ({
  matched: '',
  ambiguous: t('May belong to several products'),
  unmatched: t('No product has this name'),
  already_there: t('There already'),
  duplicate_of: t('The same picture twice'),
  too_small: t('Too small'),
  damaged: t('Damaged'),
  replaces: t('Replaces the picture of this name'),
}))

function describeRow(row: AssetPlanRow, isLeftOut: boolean): ReactNode {
  if (isLeftOut) return t('Left out')
  const { width, height } = row.file
  const size = width === null || height === null ? '' : `${width} × ${height}`
  const said = row.note === null ? statusTexts()[row.status] : tMessage(row.note, row.note_message)
  return [said, size].filter(Boolean).join(' · ')
}

function Thumbnail({ file }: { file: File | string | undefined }) {
  const { workspace } = useWorkspace()
  const image = useRef<HTMLImageElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (file === undefined || !image.current) return undefined
    if (typeof file === 'string') {
      image.current.src = thumbnailUrl(workspace.id, file, 48)
      return undefined
    }
    const address = URL.createObjectURL(file)
    image.current.src = address
    return () => URL.revokeObjectURL(address)
  }, [file, workspace.id])
  if (file === undefined || failed)
    return (
      <span className="place-thumbnail">
        <ImageOff aria-hidden />
      </span>
    )
  return <img ref={image} className="place-thumbnail" alt="" onError={() => setFailed(true)} />
}

interface ProductPickerProps {
  readonly row: AssetPlanRow
  readonly product: ChosenProduct | undefined
  readonly onChoose: (next: ChosenProduct | undefined) => void
}

const settleMs = 150

function ProductPicker({ row, product, onChoose }: ProductPickerProps) {
  const { api } = useWorkspace()
  const [text, setText] = useState('')
  const sought = useDebouncedValue(text.trim(), settleMs)
  const { data } = useQuery({ ...entityChoicesQuery(api, 'product', sought), enabled: sought !== '' })
  const toToken = ({ id, label }: { id: string; label: string | null }) => ({ value: id, label: label ?? '' })
  const choices = sought === '' ? row.candidates.map(toToken) : (data ?? []).map(toToken)
  return (
    <div className="place-product">
      <TokenPicker
        single
        label={t('Product of {name}', { name: row.file.name })}
        tokens={product ? [{ value: product.id, label: product.label }] : []}
        choices={choices}
        onSearch={setText}
        onChange={([token]) => onChoose(token && { id: token.value, label: token.label })}
        placeholder={t('Choose a product…')}
      />
    </div>
  )
}

interface PlaceFooterProps {
  readonly jobId: string
  readonly choices: Choices
  readonly count: number
  readonly onClose: () => void
}

function PlaceFooter({ jobId, choices, count, onClose }: PlaceFooterProps) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const place = useMutation({
    mutationFn: () => placeFiles(api, jobId, choices),
    onSuccess: ({ applied, editId, notes }) => {
      for (const queryKey of [galleryKey(api.workspaceId), countKey(api.workspaceId)])
        void queryClient.invalidateQueries({ queryKey })
      announce(api, { applied, editId, notes })
      onClose()
    },
    onError: (error) => showError(t('The pictures were not placed'), { description: error.message }),
  })
  return (
    <div className="place-footer">
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Allowed to="rows">
        <Button
          variant="primary"
          data-beginning
          busy={place.isPending}
          disabled={count === 0}
          onClick={() => place.mutate()}
        >
          {t('{count, plural, one {Place # picture} other {Place # pictures}}', { count })}
        </Button>
      </Allowed>
    </div>
  )
}

interface PlacingResult {
  readonly applied: number
  readonly editId: string | null
  readonly notes: readonly string[]
}

const lookEveryMs = 250

/** Applies the plan and waits for the job that does so. */
async function placeFiles(api: Api, jobId: string, choices: Choices): Promise<PlacingResult> {
  const begun = await applyPlan(api, jobId, toApply(choices))
  if ('applied' in begun) return { applied: begun.applied, editId: begun.edit_id, notes: [] }
  for (;;) {
    const { data: job } = await api.call('GET /jobs/{id}', { path: { id: begun.id } })
    if (isTerminal(job.status)) return readPlacing(job)
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
}

function readPlacing({ result }: Job): PlacingResult {
  if (result !== null && 'error' in result) throw new Error(result.error.message)
  if (result === null || !('applied' in result) || !('conflicts' in result))
    throw new Error(t('The job was cancelled.'))
  const { applied = 0, edit_id: editId, conflicts = [] } = result
  return { applied, editId, notes: conflicts.map(({ note }) => note) }
}

function announce(api: Api, { applied, editId, notes }: PlacingResult): void {
  const title = t('{count, plural, one {# picture} other {# pictures}} placed', { count: applied })
  const undo = (): void => {
    if (editId === null) return
    void undoEdit(api, editId)
      .then(() => showSuccess(t('The pictures are no longer there')))
      .catch((error: unknown) =>
        showError(t('The pictures were not taken back'), { description: errorText(error) }),
      )
  }
  const action = editId === null ? {} : { action: { label: t('Undo'), onPress: undo } }
  if (notes.length === 0) return showSuccess(title, action)
  showError(title, { description: notes.slice(0, 3).join(' '), ...action })
}
