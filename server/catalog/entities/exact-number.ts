const plain = /^-?\d{1,15}(\.\d{1,15})?$/

/** The number that a text says exactly, so that another text of the same number is equal to it; undefined where it is none. */
export function exactNumber(text: string): number | undefined {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '')
  return plain.test(text.trim()) && digits.length <= 15 ? Number(text) : undefined
}
