import { Trash2 } from 'lucide-react'
import type { ChannelField } from '#shared/channels.ts'
import {
  isListKind,
  isMadeKind,
  type CustomFieldInput,
  type CustomFieldKind,
  customFieldKindNames,
  customFieldKinds,
} from '#shared/custom-channels.ts'
import { IconButton } from '../ui/button.tsx'
import { type Grip, OrderGrip } from '../ui/follow-drag.tsx'
import { Select, type SelectOption } from '../ui/select.tsx'
import { FilledBy } from './filled-by.tsx'
import {
  askingOf,
  askings,
  changed,
  filled,
  maxOf,
  toAcceptable,
  toAsking,
  toMost,
  without,
} from './custom-columns.ts'
import { SavedText } from '../ui/suggesting-text.tsx'
import { cachedByLanguage, t } from '../ui/text.ts'

const kinds = cachedByLanguage((): readonly SelectOption<CustomFieldKind>[] =>
  customFieldKindNames.map((kind) => ({ value: kind, label: t(customFieldKinds[kind].name) })),
)

interface CustomColumnRowProps {
  field: ChannelField
  index: number
  columns: readonly CustomFieldInput[]
  options: readonly SelectOption<string>[]
  grip: Grip
  onChange: (columns: CustomFieldInput[]) => void
}

export function CustomColumnRow({ field, index, columns, options, grip, onChange }: CustomColumnRowProps) {
  const { target } = field
  const rename = (text: string): void => {
    if (text !== '') onChange(changed(columns, index, { target: text }))
  }
  return (
    <tr data-item={target}>
      <td>
        <OrderGrip name={target} {...grip} />
      </td>
      <td className="channel-choice">
        <SavedText
          label={t('Header of column {index}', { index: index + 1 })}
          value={target}
          onSave={rename}
        />
      </td>
      <ContentCells {...{ field, index, columns, options, onChange }} />
      <LimitCells {...{ field, index, columns, onChange }} />
      <td className="api-row-action">
        <IconButton
          label={t('Delete the column {target}', { target })}
          disabled={columns.length === 1}
          onClick={() => onChange(without(columns, index))}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </td>
    </tr>
  )
}

type CellsProps = Omit<CustomColumnRowProps, 'grip'>

function ContentCells({ field, index, columns, options, onChange }: CellsProps) {
  const { target, kind = 'text' } = field
  const changeKind = (next: CustomFieldKind): void =>
    onChange(changed(isMadeKind(next) ? filled(columns, index, {}) : columns, index, { kind: next }))
  return (
    <>
      <td className="channel-choice custom-fill">
        {isMadeKind(kind) ? (
          <span className="ui-field-hint">{t('Made of the product and its variants')}</span>
        ) : (
          <FilledBy
            key={target}
            field={field}
            options={options}
            onChange={(fill) => onChange(filled(columns, index, fill))}
          />
        )}
      </td>
      <td className="channel-choice">
        <Select
          label={t('What {target} holds', { target })}
          value={kind}
          options={kinds()}
          onChange={changeKind}
        />
      </td>
      <td className="channel-choice">
        {!isMadeKind(kind) && (
          <Select
            label={t('How much {target} is asked for', { target })}
            value={askingOf(field)}
            options={askings()}
            onChange={(asking) => onChange(changed(columns, index, toAsking(asking)))}
          />
        )}
      </td>
    </>
  )
}

function LimitCells({ field, index, columns, onChange }: Omit<CellsProps, 'options'>) {
  const { target, kind = 'text', acceptable_values: values = [] } = field
  const put = (next: CustomFieldInput | undefined): void => {
    if (next) onChange(columns.map((column, at) => (at === index ? next : column)))
  }
  const column = columns[index] ?? { target }
  if (isMadeKind(kind)) return <td colSpan={2} />
  return (
    <>
      <td className="channel-choice custom-limit">
        <SavedText
          label={
            isListKind(kind)
              ? t('Maximum values of {target}', { target })
              : t('Maximum characters of {target}', { target })
          }
          placeholder={t('any')}
          value={maxOf(field)}
          onSave={(text) => put(toMost(column, text))}
        />
      </td>
      <td className="channel-choice">
        <SavedText
          label={t('The only values of {target}', { target })}
          placeholder={kind === 'yes_no' ? t('yes, no') : t('any')}
          value={values.join(', ')}
          onSave={(text) => put(toAcceptable(column, text))}
        />
      </td>
    </>
  )
}
