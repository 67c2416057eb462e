import { closeSync, openSync, writeSync } from 'node:fs'
import { productAttributes } from './attributes.ts'
import { productValues } from './products.ts'

const columns = productAttributes.filter(({ data_type: dataType }) => !dataType.startsWith('entity_'))

/** Writes the scalar values of the first `rows` products as a comma-separated file with a header of attribute names. */
export function writeProductsCsv(file: string, rows: number): void {
  const descriptor = openSync(file, 'w')
  try {
    let text = `${columns.map(({ name }) => name).join(',')}\n`
    for (let index = 0; index < rows; index++) {
      text += csvLine(index)
      if (text.length < 1 << 20) continue
      writeSync(descriptor, text)
      text = ''
    }
    writeSync(descriptor, text)
  } finally {
    closeSync(descriptor)
  }
}

function csvLine(index: number): string {
  const values = productValues(index)
  return `${columns.map(({ key }) => csvCell(values[key])).join(',')}\n`
}

function csvCell(value: string | number | boolean | undefined): string {
  const text = String(value ?? '')
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
