import { Check } from 'lucide-react'
import { type CellType } from './cell-type.ts'
import { clearingWrite, scalarWrite } from '../data/cell-write.ts'
import { byLanguage, t } from '../../ui/text.ts'

const truths = new Set(['true', 'yes', 'y', '1', 'on', 'x', '✓'])
const falsehoods = new Set(['false', 'no', 'n', '0', 'off'])

/** On or off. An unset one is drawn as an empty box in a fainter line. */
export const booleanCell = byLanguage((): CellType => ({
  align: 'center',
  render: (value) => (
    <span className="grid-check" data-checked={value === true || undefined}>
      {value === true && <Check size={12} strokeWidth={3} aria-hidden />}
    </span>
  ),
  format: (value) => (value === true ? t('Yes') : t('No')),
  parse: (text) => {
    const word = text.trim().toLowerCase()
    if (word === '') return clearingWrite
    if (truths.has(word)) return scalarWrite(true)
    return falsehoods.has(word) ? scalarWrite(false) : scalarWrite(text.trim())
  },
  editor: { kind: 'toggle' },
}))
