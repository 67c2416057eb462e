import type { DataType } from '#shared/attributes.ts'
import { splitList } from '#shared/text.ts'

export type EmptyCells = 'ignore' | 'clear'

const yes = new Set(['true', 'yes', 'y', '1', 'x'])
const no = new Set(['false', 'no', 'n', '0'])

/**
 * Turns the text of a cell into the value to write, or undefined where the cell is to be left alone. What does not fit the
 * data type is passed on as it is: the catalog says why it is refused.
 */
export function readCell(cell: string, dataType: DataType, emptyCells: EmptyCells): unknown {
  if (cell === '' || (cell.trim() === '' && !keepsSpaces(dataType))) {
    if (emptyCells === 'ignore') return undefined
    return dataType === 'entity_list_reference' ? [] : null
  }
  if (dataType === 'boolean') return readBoolean(cell)
  if (dataType === 'entity_list_reference') return splitList(cell)
  return keepsSpaces(dataType) ? cell : cell.trim()
}

function keepsSpaces(dataType: DataType): boolean {
  return (
    dataType === 'single_line_text_field' ||
    dataType === 'multi_line_text_field' ||
    dataType === 'rich_text_field'
  )
}

function readBoolean(cell: string): unknown {
  const word = cell.trim().toLowerCase()
  if (yes.has(word)) return true
  return no.has(word) ? false : cell
}
