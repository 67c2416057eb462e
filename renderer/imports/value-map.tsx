import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { TextInput } from '../ui/text-field.tsx'
import type { RuleChange } from './import-choices.ts'
import type { PlannedColumn } from './plan-columns.ts'
import { t } from '../ui/text.ts'

interface ValueMapProps {
  column: PlannedColumn
  onChange: (part: RuleChange) => void
}

type Pair = readonly [from: string, to: string]

/** Cells that are written otherwise in the catalog, such as "Yes" for "ja". */
export function ValueMap({ column, onChange }: ValueMapProps) {
  const [pairs, setPairs] = useState<readonly Pair[]>(() => Object.entries(column.rule.values ?? {}))
  const take = (next: readonly Pair[]): void => {
    setPairs(next)
    const filled = next.filter(([from]) => from.trim() !== '')
    onChange({ values: filled.length === 0 ? undefined : Object.fromEntries(filled) })
  }
  const put = (place: number, pair: Pair): void =>
    take(pairs.map((known, index) => (index === place ? pair : known)))
  return (
    <fieldset className="import-value-map">
      <legend className="ui-field-label">{t('Replace cells')}</legend>
      {pairs.map(([from, to], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a pair is nothing but its place while it is typed
        <div key={index} className="import-value-pair">
          <TextInput
            aria-label={t('Cell to replace {index}', { index: index + 1 })}
            placeholder={t('in the file')}
            value={from}
            onChange={(text) => put(index, [text, to])}
          />
          <span aria-hidden>→</span>
          <TextInput
            aria-label={t('Written as {index}', { index: index + 1 })}
            placeholder={t('empty')}
            list={`import-options-${column.index}`}
            value={to}
            onChange={(text) => put(index, [from, text])}
          />
          <IconButton
            label={from === '' ? t('Do not replace this') : t('Do not replace {value}', { value: from })}
            onClick={() => take(pairs.filter((_, place) => place !== index))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      <datalist id={`import-options-${column.index}`}>
        {column.acceptable_values.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
      <Button variant="ghost" onClick={() => setPairs([...pairs, [nextCell(column, pairs), '']])}>
        <Plus aria-hidden />
        {t('Replace a cell')}
      </Button>
    </fieldset>
  )
}

/** A sample that has not been dealt with is the likeliest next one. */
function nextCell({ samples, acceptable_values: allowed }: PlannedColumn, pairs: readonly Pair[]): string {
  const open = samples.filter((sample) => !pairs.some(([from]) => from === sample))
  return open.find((sample) => allowed.length > 0 && !allowed.includes(sample)) ?? ''
}
