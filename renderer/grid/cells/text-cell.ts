import { type CellType } from './cell-type.ts'
import { textWrite } from '../data/cell-write.ts'
import { textOf } from './stubs.ts'

/** One line of text, edited in the cell. */
export const textCell: CellType = {
  format: textOf,
  parse: (text) => textWrite(text.replaceAll(/\s*[\r\n]+\s*/g, ' ')),
  editor: { kind: 'inline' },
}
