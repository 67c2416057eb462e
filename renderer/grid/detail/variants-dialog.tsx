import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProductAxes } from '#shared/axes.ts'
import type { EntityResource } from '#shared/entities.ts'
import type { PlannedVariant } from '#shared/variants.ts'
import { detailKey, entityQuery, variantsQuery } from '../../api/detail-queries.ts'
import { axesQuery, createVariants, variantPlanQuery } from '../../api/variants-queries.ts'
import type { GridColumn } from '../../query/columns.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { t } from '../../ui/text.ts'
import { offerUndo } from '../actions/history.ts'
import { showVariants } from '../actions/rows.ts'
import { cellTypeOf } from '../cells/registry.ts'
import type { GridSession } from '../data/grid-session.ts'
import { variantsShownIn } from '../data/variants-state.ts'
import { useLiveDetails } from './detail-panel.tsx'
import {
  cellColumns,
  chosenRows,
  startOfDraft,
  toCreation,
  toRequest,
  type ToWire,
  type VariantDraft,
} from './variant-draft.ts'
import { AxesEditor, SharedValues } from './variant-axes.tsx'
import { type ChangeDraft, VariantMatrix } from './variant-matrix.tsx'
import './detail.css'
import './variants.css'

interface VariantsDialogProps {
  readonly session: GridSession
  readonly columns: readonly GridColumn[]
  readonly id: string
}

/** The variants of a product as a matrix of its axes: new ones are made there, and those there are edited. */
export function VariantsDialog({ session, columns, id }: VariantsDialogProps) {
  useLiveDetails(session, id)
  const { data: product, error } = useQuery(entityQuery(session.api, 'product', id))
  const { data: axes, error: axesError } = useQuery(axesQuery(session.api, id))
  const { data: variants } = useQuery(variantsQuery(session.api, id))
  const failure = error ?? axesError
  if (product && axes && variants)
    return <VariantsSurface {...{ session, columns, product, axes }} variants={variants.data} />
  return (
    <Dialog title={t('Variants')} size="full" open onClose={() => close(session)}>
      {failure ? <Notice tone="danger">{failure.message}</Notice> : <Skeleton height={200} />}
    </Dialog>
  )
}

function close(session: GridSession): void {
  // The store ignores a plain undefined.
  variantsShownIn(session).set(() => undefined)
  session.screen.focusInput()
}

interface SurfaceProps extends Omit<VariantsDialogProps, 'id'> {
  readonly product: EntityResource
  readonly axes: ProductAxes
  readonly variants: readonly EntityResource[]
}

function VariantsSurface(props: SurfaceProps) {
  const { session, columns, product, axes, variants } = props
  const [draft, setDraft] = useState(() => startOfDraft(axes, { columns, hasVariants: variants.length > 0 }))
  const plan = usePlan(props, draft)
  const creation = useCreation(session, product)
  const create = (): void => {
    const body = plan.toCreation()
    if (body && !creation.isPending) creation.mutate(body)
  }
  return (
    <Dialog
      title={t('Variants of {name}', { name: product.label ?? t('the product') })}
      size="full"
      open
      onClose={() => close(session)}
      keepOnOutsidePress
      footer={
        <Footer
          rows={plan.rows}
          chosen={plan.chosen.length}
          isBusy={creation.isPending}
          onCreate={create}
          onClose={() => close(session)}
        />
      }
    >
      <div
        className="variants-surface"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          create()
        }}
      >
        <SurfaceBody
          {...props}
          draft={draft}
          rows={plan.rows}
          error={creation.error ?? plan.error}
          onChange={setDraft}
        />
      </div>
    </Dialog>
  )
}

/** The plan of the draft, fetched anew after each change. */
function usePlan({ session, columns, product }: SurfaceProps, draft: VariantDraft) {
  const toWire: ToWire = (columnId, text) => readTyped(session, columns, columnId, text)
  const request = toRequest(draft, columns, toWire)
  const { data, error } = useQuery({
    ...variantPlanQuery(session.api, product.id, request ?? { axes: [] }),
    enabled: request !== undefined,
  })
  const rows = request === undefined ? [] : (data?.rows ?? [])
  const chosen = chosenRows(rows, draft)
  return {
    rows,
    chosen,
    error: request === undefined ? null : error,
    toCreation: () =>
      request && chosen.length > 0 ? toCreation(request, chosen, { draft, toWire }) : undefined,
  }
}

interface BodyProps extends SurfaceProps {
  readonly draft: VariantDraft
  readonly rows: readonly PlannedVariant[]
  readonly error: Error | null
  readonly onChange: ChangeDraft
}

function SurfaceBody({ error, rows, draft, onChange, ...props }: BodyProps) {
  const fields = cellColumns(props.columns, draft)
  return (
    <>
      <AxesEditor draft={draft} columns={props.columns} onChange={onChange} />
      <SharedValues {...{ draft, fields, onChange }} columns={props.columns} />
      {error && <Notice tone="danger">{error.message}</Notice>}
      {rows.length === 0 ? (
        <p className="detail-note">
          {t('Give an axis its values, and every combination of them stands here as a variant.')}
        </p>
      ) : (
        <VariantMatrix {...props} {...{ fields, rows, draft, onChange }} />
      )}
    </>
  )
}

/** A typed text as it is sent; one that the column cannot read goes as it is, and the server says what is wrong. */
function readTyped(
  session: GridSession,
  columns: readonly GridColumn[],
  columnId: string,
  text: string,
): unknown {
  const column = columns.find(({ id }) => id === columnId)
  const write = column && cellTypeOf(column).parse(text, column, session.context)
  return write ? write.wire : text
}

function useCreation(session: GridSession, product: EntityResource) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof createVariants>[2]) =>
      session.queue.follow(() => createVariants(session.api, product.id, body)),
    onSuccess: ({ edit_id: editId, rows, summary }) => {
      void queryClient.invalidateQueries({ queryKey: detailKey(session.api.workspaceId, product.id) })
      const made = rows.flatMap(({ status, data }) => (status === 'created' && data ? data : []))
      const title = t('{count, plural, one {# variant} other {# variants}} created', { count: made.length })
      if (editId !== null) session.log.add({ label: title, steps: [{ kind: 'edit', editId }] })
      const left =
        summary.clashes > 0
          ? t('{count, plural, one {# combination} other {# combinations}} could not be made.', {
              count: summary.clashes,
            })
          : undefined
      offerUndo(session, title, left)
      session.announce(`${title}.`)
      close(session)
      showVariants(session, product.id, made)
    },
  })
}

interface FooterProps {
  readonly rows: readonly PlannedVariant[]
  readonly chosen: number
  readonly isBusy: boolean
  readonly onCreate: () => void
  readonly onClose: () => void
}

function Footer({ rows, chosen, isBusy, onCreate, onClose }: FooterProps) {
  const count = (wanted: PlannedVariant['status']) => rows.filter(({ status }) => status === wanted).length
  const clashes = count('clashes')
  return (
    <>
      <span className="ui-footer-start variants-counts" role="status">
        {rows.length > 0 &&
          t('{fresh} new, {there} there already', { fresh: count('create'), there: count('exists') })}
        {clashes > 0 &&
          ` · ${t('{clashes, plural, one {# cannot be made as it is} other {# cannot be made as they are}}', { clashes })}`}
      </span>
      <Button onClick={onClose}>{t('Close')}</Button>
      <Button variant="primary" disabled={chosen === 0} busy={isBusy} onClick={onCreate}>
        {chosen === 0
          ? t('Create variants')
          : t('{count, plural, one {Create # variant} other {Create # variants}}', { count: chosen })}
      </Button>
    </>
  )
}
