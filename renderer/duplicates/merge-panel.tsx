import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Merge } from 'lucide-react'
import { useState, type ReactNode, type KeyboardEvent } from 'react'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { MergeResult } from '#shared/duplicates.ts'
import { comparedQuery, mergeEntities, moveQuery, renewDuplicates } from '../api/duplicates-queries.ts'
import { Allowed } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { t } from '../ui/text.ts'
import { errorText } from '../ui/toast.tsx'
import {
  firstChoice,
  keepOf,
  type MergeChoice,
  type SideRow,
  sideRows,
  takeFrom,
  takenFrom,
  type Wording,
  type DrawValue,
} from './merge-choice.ts'
import { type GridColumn, readValue } from '../query/columns.ts'
import { Checkbox } from '../ui/field.tsx'
import { formatMoment } from '../ui/format-count.ts'
import { Dialog } from '../ui/dialog.tsx'
import './duplicates.css'

interface MergePanelProps {
  readonly type: EntityType
  readonly ids: readonly string[]
  readonly wording: Wording
  readonly onMerged: (result: MergeResult, survivor: EntityResource) => void
  readonly children?: ReactNode
}

export function MergePanel(props: MergePanelProps) {
  const { api } = useWorkspace()
  const { data: entities, error } = useQuery(comparedQuery(api, props.type, props.ids))
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (!entities || props.wording.columns[props.type].length === 0) return <Skeleton height={240} />
  if (entities.length < 2)
    return (
      <Notice tone="info">
        {t('Fewer than two of these are still there, so there is nothing to merge.')}
      </Notice>
    )
  return <Choosing key={entities.map(({ id }) => id).join()} {...props} entities={entities} />
}

function Choosing(props: MergePanelProps & { readonly entities: readonly EntityResource[] }) {
  const { type, wording, entities, children } = props
  const columns = wording.columns[type]
  const [choice, setChoice] = useState(() => firstChoice(entities, columns))
  const { merge, isBusy, fault } = useMerging(props, choice)
  const survivor = entities.find(({ id }) => id === choice.keep)
  return (
    <div className="merge-panel">
      <SideBySide
        entities={entities}
        columns={columns}
        choice={choice}
        draw={wording.draw(type)}
        onKeep={(keep) => setChoice(keepOf(choice, entities, columns, keep))}
        onChange={setChoice}
      />
      {fault !== undefined && (
        <Notice tone="danger" title={t('They could not be merged')}>
          {fault}
        </Notice>
      )}
      <footer className="merge-foot">
        <WhatMoves type={type} choice={choice} entities={entities} label={survivor?.label ?? t('No name')} />
        <span className="merge-buttons">
          {children}
          <Allowed to="merging">
            <Button variant="primary" busy={isBusy} data-merge onClick={() => void merge()}>
              <Merge aria-hidden />
              {t('Merge {count}', { count: entities.length })}
            </Button>
          </Allowed>
        </span>
      </footer>
    </div>
  )
}

function useMerging(
  { type, entities, onMerged }: MergePanelProps & { readonly entities: readonly EntityResource[] },
  { keep, values }: MergeChoice,
) {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const merge = async (): Promise<void> => {
    const others = entities.filter(({ id }) => id !== keep).map(({ id }) => id)
    setBusy(true)
    setFault(undefined)
    try {
      const result = await mergeEntities(queryClient, api, { type, keep, merge: others, values })
      await renewDuplicates(queryClient, api)
      const survivor = entities.find(({ id }) => id === keep)
      if (survivor) onMerged(result, survivor)
    } catch (error) {
      setFault(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { merge, isBusy, fault }
}

interface WhatMovesProps {
  readonly type: EntityType
  readonly choice: MergeChoice
  readonly entities: readonly EntityResource[]
  readonly label: string
}

function WhatMoves({ type, choice: { keep }, entities, label }: WhatMovesProps) {
  const { api } = useWorkspace()
  const merge = entities.filter(({ id }) => id !== keep).map(({ id }) => id)
  const { data: moved } = useQuery(moveQuery(api, { type, keep, merge }))
  return (
    <p className="ui-field-hint" role="status">
      {t('{label} stays; {count, plural, one {the other one goes} other {# others go}} to the trash.', {
        label,
        count: merge.length,
      })}{' '}
      {moved &&
        (moved.references + moved.variants === 0
          ? t('Nothing else refers to what goes to the trash.')
          : t(
              '{references, plural, one {# reference} other {# references}} and {variants, plural, one {# variant} other {# variants}} move to the one that stays.',
              { references: moved.references, variants: moved.variants },
            ))}
    </p>
  )
}

interface SideBySideProps {
  readonly entities: readonly EntityResource[]
  readonly columns: readonly GridColumn[]
  readonly choice: MergeChoice
  readonly draw: DrawValue
  readonly onKeep: (id: string) => void
  readonly onChange: (choice: MergeChoice) => void
}

function SideBySide({ entities, columns, choice, draw, onKeep, onChange }: SideBySideProps) {
  const [isOnlyDifferent, setOnlyDifferent] = useState(true)
  const rows = sideRows(entities, columns)
  const shown = isOnlyDifferent ? rows.filter(({ isDifferent }) => isDifferent) : rows
  const different = rows.filter(({ isDifferent }) => isDifferent).length
  return (
    <>
      <div className="side-head">
        <Checkbox label={t('Only what differs')} checked={isOnlyDifferent} onChange={setOnlyDifferent} />
        <span role="status">
          {different === 0
            ? t('All values are the same.')
            : t('{count} of {count2, plural, one {# attribute} other {# attributes}} differ.', {
                count: different,
                count2: rows.length,
              })}
        </span>
      </div>
      <div className="side-scroller">
        <table className="side-table">
          <SideHead entities={entities} keep={choice.keep} onKeep={onKeep} />
          <tbody>
            {shown.map((row) => (
              <SideValues
                key={row.column.id}
                row={row}
                entities={entities}
                choice={choice}
                draw={draw}
                onChange={onChange}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface SideHeadProps extends Pick<SideBySideProps, 'entities' | 'onKeep'> {
  readonly keep: string
}

function SideHead({ entities, keep, onKeep }: SideHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">{t('Keep¦which')}</th>
        {entities.map(({ id, label, created_at: at }, index) => (
          <th key={id} scope="col" data-kept={id === keep || undefined}>
            <label className="side-option" onKeyDown={chooseByNumber(entities, onKeep)}>
              <input type="radio" name="side-keep" checked={id === keep} onChange={() => onKeep(id)} />
              <span>
                <b>{label ?? t('No name')}</b>
                <small>
                  {t('{number} · created {moment}', { number: index + 1, moment: formatMoment(at ?? '') })}
                </small>
              </span>
            </label>
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface SideValuesProps extends Pick<SideBySideProps, 'entities' | 'choice' | 'draw' | 'onChange'> {
  readonly row: SideRow
}

function SideValues({
  row: { column, isDifferent, isChosen },
  entities,
  choice,
  draw,
  onChange,
}: SideValuesProps) {
  const taken = takenFrom(choice, column.id)
  const take = (id: string) => onChange(takeFrom(choice, column.id, id))
  return (
    <tr data-different={isDifferent || undefined}>
      <th scope="row">{column.name}</th>
      {entities.map((entity) => {
        const value = draw(readValue(entity, column), column)
        return (
          <td key={entity.id} data-taken={(isChosen && entity.id === taken) || undefined}>
            {isChosen ? (
              <label className="side-option" onKeyDown={chooseByNumber(entities, take)}>
                <input
                  type="radio"
                  name={`side-${column.id}`}
                  aria-label={t('{name} of {label}', {
                    name: column.name,
                    label: entity.label ?? t('No name'),
                  })}
                  checked={entity.id === taken}
                  onChange={() => take(entity.id)}
                />
                <span className="side-value">{value}</span>
              </label>
            ) : (
              <span className="side-value">{value}</span>
            )}
          </td>
        )
      })}
    </tr>
  )
}

function chooseByNumber(entities: readonly EntityResource[], choose: (id: string) => void) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const entity = /^[1-9]$/.test(event.key) ? entities[Number(event.key) - 1] : undefined
    if (!entity || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    choose(entity.id)
  }
}

interface MergeDialogProps {
  readonly request: { readonly type: EntityType; readonly ids: readonly string[] } | undefined
  readonly wording: Wording
  readonly onMerged: (merge: {
    readonly editId: string
    readonly label: string | null
    readonly count: number
  }) => void
  readonly onClose: () => void
}

export function MergeDialog({ request, wording, onMerged, onClose }: MergeDialogProps) {
  return (
    <Dialog title={t('Merge')} size="wide" open={request !== undefined} onClose={onClose} keepOnOutsidePress>
      {request && (
        <MergePanel
          {...request}
          wording={wording}
          onMerged={({ edit_id: editId, merged }, { label }) => {
            if (editId !== null) onMerged({ editId, label, count: merged.length })
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}
