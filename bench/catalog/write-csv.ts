import { closeSync, openSync, writeSync } from 'node:fs'
import { type ProductKey, productAttributes } from './attributes.ts'
import { productValues } from './products.ts'

type Column = Pick<(typeof productAttributes)[number], 'key' | 'name'>

const scalars = productAttributes.filter(({ data_type: dataType }) => !dataType.startsWith('entity_'))

/**
 * Writes the scalar values of the first `rows` products, all or those of some attributes, as a comma-separated file with a header of
 * attribute names.
 */
export function writeProductsCsv(file: string, rows: number, keys?: readonly ProductKey[]): void {
  const columns = scalars.filter(({ key }) => keys?.includes(key) ?? true)
  const descriptor = openSync(file, 'w')
  try {
    let text = `${columns.map(({ name }) => name).join(',')}\n`
    for (let index = 0; index < rows; index++) {
      text += csvLine(columns, index)
      if (text.length < 1 << 20) continue
      writeSync(descriptor, text)
      text = ''
    }
    writeSync(descriptor, text)
  } finally {
    closeSync(descriptor)
  }
}

function csvLine(columns: readonly Column[], index: number): string {
  const values = productValues(index)
  return `${columns.map(({ key }) => csvCell(values[key])).join(',')}\n`
}

function csvCell(value: string | number | boolean | undefined): string {
  const text = String(value ?? '')
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
