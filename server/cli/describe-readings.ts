import type { ImportPreview, PreviewColumn } from '#shared/imports.ts'

const maxShown = 3

/** What becomes of cells that are not quite numbers or dates, one line a column: `Bestand: 2 × ">10" → 10`. */
export function describeReadings({ columns }: Pick<ImportPreview, 'columns'>): string[] {
  const told = columns.flatMap(formatColumn)
  if (told.length === 0) return []
  return ['Read otherwise than written (a rule of --mapping says what else to make of them):', ...told]
}

/** What is refused is told cell by cell when it is left out. */
function formatColumn({ header, misfits }: PreviewColumn): string[] {
  const read = misfits.filter(({ remedy }) => remedy !== 'refuse')
  const count = read.reduce((sum, misfit) => sum + misfit.count, 0)
  if (count === 0) return []
  const samples = read.flatMap((misfit) => misfit.samples)
  const shown = samples.slice(0, maxShown)
  const more = count - shown.reduce((sum, sample) => sum + sample.count, 0)
  const parts = shown.map((sample) => `${sample.count} × "${sample.cell}" → ${formatValue(sample.value)}`)
  return [`  ${header}: ${[...parts, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')}`]
}

function formatValue(value: unknown): string {
  if (value === null) return 'empty'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
