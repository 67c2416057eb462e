import { stripVTControlCharacters } from 'node:util'

/** Lays out rows as columns. Texts of a catalog are foreign: nothing of them may steer the terminal. */
export class Table {
  readonly #heads: readonly string[]
  readonly #width: number
  #widths: readonly number[] | undefined

  constructor(heads: readonly string[], width: number) {
    this.#heads = heads
    this.#width = width
  }

  /** The heading, as wide as the rows that `lines` got first. */
  get heading(): string {
    return this.#toLine(this.#heads)
  }

  /** The first rows decide how wide the columns are, so that later ones may follow page by page. */
  lines(rows: readonly (readonly string[])[]): readonly string[] {
    const plain = rows.map((row) => row.map(plainText))
    this.#widths ??= fit([this.#heads, ...plain], this.#width)
    return plain.map((row) => this.#toLine(row))
  }

  #toLine(cells: readonly string[]): string {
    const widths = this.#widths ?? this.#heads.map(widthOf)
    return cells
      .slice(0, widths.length)
      .map((cell, index) => pad(cell, widths[index] ?? 0))
      .join(gap)
      .trimEnd()
  }
}

const gap = '  '
const [narrowest, widest] = [8, 48]

/** The widths of the columns: the widest give way first, and then the last ones are left out. */
function fit(rows: readonly (readonly string[])[], width: number): readonly number[] {
  const [heads = []] = rows
  const natural = heads.map((_head, column) => Math.max(1, ...rows.map((row) => widthOf(row[column] ?? ''))))
  if (width === Infinity) return natural
  const widths = natural.map((one) => Math.min(one, widest))
  for (;;) {
    const over = widths.reduce((sum, one) => sum + one + gap.length, -gap.length) - width
    if (over <= 0 || widths.length === 1) return widths.map((one) => Math.min(one, width))
    const largest = Math.max(...widths)
    if (largest > narrowest)
      widths[widths.lastIndexOf(largest)] = Math.max(
        narrowest,
        largest - Math.max(1, Math.ceil(over / widths.length)),
      )
    else widths.pop()
  }
}

export function plainText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ')
}

function pad(text: string, width: number): string {
  const over = widthOf(text) > width
  let [beginning, used] = ['', 0]
  for (const character of text) {
    const next = used + widthOf(character)
    if (next > (over ? width - 1 : width)) break
    beginning += character
    used = next
  }
  const whole = over ? `${beginning}…` : beginning
  return whole + ' '.repeat(Math.max(0, width - widthOf(whole)))
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u

function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += wide.test(character) ? 2 : /\p{M}/u.test(character) ? 0 : 1
  return width
}
