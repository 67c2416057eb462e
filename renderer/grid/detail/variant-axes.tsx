import { Plus, X } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import type { Axis } from '#shared/axes.ts'
import { foldText } from '#shared/text.ts'
import type { GridColumn } from '../../query/columns.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { followDrag } from '../../ui/follow-drag.tsx'
import { SearchSelect } from '../../ui/select.tsx'
import { t } from '../../ui/text.ts'
import {
  addValues,
  freeAxes,
  moveValue,
  skuColumn,
  usualPattern,
  type VariantDraft,
} from './variant-draft.ts'
import type { ChangeDraft } from './variant-matrix.tsx'

interface AxesEditorProps {
  readonly draft: VariantDraft
  readonly columns: readonly GridColumn[]
  readonly onChange: ChangeDraft
}

/** The axes with their values in their order: typed, chosen among the options, moved and removed. */
export function AxesEditor({ draft, columns, onChange }: AxesEditorProps) {
  const list = useRef<HTMLDivElement>(null)
  const changeAxis = (index: number, change: (axis: Axis) => Axis): void =>
    onChange((before) => ({
      ...before,
      axes: before.axes.map((axis, at) => (at === index ? change(axis) : axis)),
    }))
  const focusNextAxis = (index: number): void => {
    const inputs = [...(list.current?.querySelectorAll<HTMLInputElement>('.variants-value-input') ?? [])]
    if (draft.axes[index + 1]?.values.length === 0) inputs[index + 1]?.focus()
  }
  const free = freeAxes(draft, columns)
  return (
    <div className="variants-axes" ref={list}>
      {draft.axes.map((axis, index) => (
        <AxisEditor
          key={axis.attribute}
          axis={axis}
          column={columns.find(({ id }) => id === axis.attribute)}
          isFirst={index === 0}
          onChange={(change) => changeAxis(index, change)}
          onEntered={() => focusNextAxis(index)}
          onRemove={() =>
            onChange((before) => ({
              ...before,
              axes: before.axes.filter((one) => one.attribute !== axis.attribute),
            }))
          }
        />
      ))}
      {free.length > 0 && (
        <SearchSelect
          label={t('Add an axis')}
          searchLabel={t('Find an attribute')}
          trigger={
            <Button variant="ghost">
              <Plus aria-hidden />
              {t('Add an axis')}
            </Button>
          }
          value=""
          options={free.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(attribute) =>
            onChange((before) => ({ ...before, axes: [...before.axes, { attribute, values: [] }] }))
          }
        />
      )}
    </div>
  )
}

interface AxisEditorProps {
  readonly axis: Axis
  readonly column: GridColumn | undefined
  /** The focus begins here. */
  readonly isFirst: boolean
  readonly onChange: (change: (axis: Axis) => Axis) => void
  readonly onEntered: () => void
  readonly onRemove: () => void
}

const maxOffered = 8

function AxisEditor({ axis, column, isFirst, onChange, onEntered, onRemove }: AxisEditorProps) {
  const [typed, setTyped] = useState('')
  const name = column?.name ?? axis.attribute
  const take = (): void => {
    if (typed.trim() === '') return
    onChange((before) => addValues(before, typed))
    setTyped('')
  }
  return (
    <div className="variants-axis" role="group" aria-label={t('Axis {name}', { name })}>
      <span className="variants-axis-name">
        {name}
        <IconButton label={t('Remove the axis {name}', { name })} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </span>
      <div className="variants-values">
        <ValueChips axis={axis} onChange={onChange} />
        <TextInput
          className="variants-value-input"
          data-beginning={isFirst || undefined}
          aria-label={t('Add a value to {name}', { name })}
          placeholder={axis.values.length === 0 ? t('Values, with commas between') : t('Add a value')}
          value={typed}
          onChange={setTyped}
          onBlur={take}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || typed.trim() === '') return
            event.preventDefault()
            take()
            onEntered()
          }}
        />
        <OfferedValues axis={axis} column={column} onChange={onChange} />
      </div>
    </div>
  )
}

function OfferedValues({ axis, column, onChange }: Pick<AxisEditorProps, 'axis' | 'column' | 'onChange'>) {
  const known = new Set(axis.values.map(foldText))
  const offered = (column?.options ?? []).filter((option) => !known.has(foldText(option)))
  const name = column?.name ?? axis.attribute
  return offered.slice(0, maxOffered).map((option) => (
    <button
      key={option}
      type="button"
      className="variants-offer"
      aria-label={t('Add {option} to {name}', { option, name })}
      onClick={() => onChange((before) => addValues(before, option))}
    >
      <Plus aria-hidden />
      {option}
    </button>
  ))
}

function ValueChips({ axis, onChange }: Pick<AxisEditorProps, 'axis' | 'onChange'>) {
  const list = useRef<HTMLUListElement>(null)
  const move = (value: string, to: number): void => onChange((before) => moveValue(before, value, to))
  const drag = (event: PointerEvent<HTMLElement>, value: string): void => {
    if (event.button !== 0) return
    followDrag(event, {
      onMove: ({ clientX, clientY }) => {
        const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-value]')
        const target = under && list.current?.contains(under) ? under.dataset['value'] : undefined
        if (target !== undefined && target !== value) move(value, axis.values.indexOf(target))
      },
      onEnd: (isDropped) => !isDropped && move(value, axis.values.indexOf(value)),
    })
  }
  if (axis.values.length === 0) return null
  return (
    <ul className="variants-chips" ref={list}>
      {axis.values.map((value, index) => (
        <li key={value} className="ui-token" data-value={value}>
          <button
            type="button"
            className="variants-chip"
            aria-label={t('Move {name}', { name: value })}
            title={t('Drag, or press the left and right arrow keys')}
            onPointerDown={(event) => drag(event, value)}
            onKeyDown={(event) => {
              const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
              if (step === undefined) return
              event.preventDefault()
              move(value, index + step)
            }}
          >
            {value}
          </button>
          <button
            type="button"
            className="ui-token-remove"
            aria-label={t('Remove {label}', { label: value })}
            onClick={() =>
              onChange((before) => ({ ...before, values: before.values.filter((one) => one !== value) }))
            }
          >
            <X aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

interface SharedValuesProps {
  readonly draft: VariantDraft
  readonly fields: readonly GridColumn[]
  readonly columns: readonly GridColumn[]
  readonly onChange: ChangeDraft
}

/** Values that every new variant gets, unless its own cell says otherwise. */
export function SharedValues({ draft, fields, columns, onChange }: SharedValuesProps) {
  const numbers = fields.filter(({ traits }) => traits.family === 'number')
  const sku = skuColumn(fields)
  if (numbers.length === 0 && sku === undefined) return null
  return (
    <div className="variants-shared" role="group" aria-label={t('Each new variant gets')}>
      <span className="variants-axis-name">{t('Each new variant gets')}</span>
      {sku && (
        <label className="variants-pattern">
          <span>{sku.name}</span>
          <TextInput
            title={t('Names of attributes in braces give their values, {n} the number of the variant.', {
              n: '{n}',
            })}
            placeholder={usualPattern(draft, sku, columns)}
            value={draft.skuPattern}
            onChange={(skuPattern) => onChange((before) => ({ ...before, skuPattern }))}
          />
        </label>
      )}
      {numbers.map(({ id, name }) => (
        <label key={id}>
          <span>{name}</span>
          <TextInput
            inputMode="decimal"
            value={draft.set[id] ?? ''}
            onChange={(text) => onChange((before) => ({ ...before, set: { ...before.set, [id]: text } }))}
          />
        </label>
      ))}
    </div>
  )
}
