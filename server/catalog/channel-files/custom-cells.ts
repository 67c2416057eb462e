import type { CustomChannel, CustomFieldKind } from '#shared/custom-channels.ts'

/** The field whose value tells the rows of a file apart; empty where none does. */
export function idOf({ fields }: CustomChannel): string {
  return fields.find(({ unique }) => unique === true)?.target ?? ''
}

const numeric: ReadonlySet<CustomFieldKind> = new Set(['number', 'integer', 'price', 'price_with_currency'])

export function toCell(texts: readonly string[], kind: CustomFieldKind, file: CustomChannel['file']): string {
  const { decimal, list_separator: separator } = file
  if (kind === 'stock') return texts.map((text) => String(Math.max(Number(text), 0))).join('')
  if (numeric.has(kind) && decimal === 'comma') return texts.join('').replace('.', ',')
  const isAddress = kind === 'pictures'
  return texts
    .map((text) => (isAddress ? text.replaceAll(separator, encodeURIComponent(separator)) : text))
    .join(separator)
}
