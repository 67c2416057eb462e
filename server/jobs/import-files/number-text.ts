/** A number in plain digits. Workbooks keep 15; what their binary form adds, as in 19.990000000000002, is not in the sheet. */
export function numberText(value: number): string {
  const rounded = Number(value.toPrecision(15))
  return Number.isInteger(rounded) ? String(BigInt(rounded)) : plainDecimal(rounded)
}

function plainDecimal(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/0+$/, '') : text
}
