/** A figure that a trial has measured, with the bound that it must hold. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly atMost?: number
  readonly atLeast?: number
  readonly note?: string
}

export function ofAll(part: string, figures: readonly Figure[]): Figure[] {
  return figures.map((figure) => ({ ...figure, name: `${part}, ${figure.name}` }))
}

export function holds({ value, atMost = Infinity, atLeast = -Infinity }: Figure): boolean {
  return value <= atMost && value >= atLeast
}

export function describeFigure(figure: Figure): string {
  const { name, value, atMost, atLeast, note } = figure
  const bound =
    atMost !== undefined ? ` (at most ${atMost})` : atLeast !== undefined ? ` (at least ${atLeast})` : ''
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(3)
  return `${holds(figure) ? ' ' : '!'} ${name}: ${shown}${bound}${note === undefined || note === '' ? '' : `  ${note}`}`
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
