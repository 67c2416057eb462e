const scientific = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/

export function numberText(value: number): string {
  const text = String(value)
  const [, sign = '', whole = '', fraction = '', exponent] = scientific.exec(text) ?? []
  if (exponent === undefined) return text
  const digits = whole + fraction
  const places = Number(exponent)
  return places < 0
    ? `${sign}0.${'0'.repeat(-places - 1)}${digits}`
    : `${sign}${digits.padEnd(places + 1, '0')}`
}
