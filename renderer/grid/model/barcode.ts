/** The bars of EAN-8, EAN-13 and UPC-A as GS1 lays them out: a sign for each module, 1 for a bar. */

const left = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ')
const right = left.map((bits) => bits.replaceAll(/[01]/g, (bit) => (bit === '0' ? '1' : '0')))
const mirrored = right.map((bits) => [...bits].reverse().join(''))

/** The first of thirteen digits stands in the writing of the next six: mirrored where there is a 1. */
const parities = '000000 001011 001101 001110 010011 011001 011100 010101 010110 011010'.split(' ')

const edge = '101'
const middle = '01010'

/** The bars of a GTIN-8, -12 or -13; undefined for what these codes cannot hold. Its check digit is taken as it is. */
export function toBars(digits: string): string | undefined {
  if (/^\d{8}$/.test(digits)) return layOut(encode(digits.slice(0, 4)), digits.slice(4))
  if (!/^\d{12,13}$/.test(digits)) return undefined
  // The twelve digits of the USA are thirteen that begin with a zero.
  const [first = '0', ...others] = digits.padStart(13, '0')
  return layOut(encode(others.slice(0, 6), parities[Number(first)]), others.slice(6))
}

function encode(digits: Iterable<string>, parity = ''): string {
  return [...digits].map((digit, place) => (parity[place] === '1' ? mirrored : left)[Number(digit)]).join('')
}

function layOut(half: string, digits: Iterable<string>): string {
  return `${edge}${half}${middle}${[...digits].map((digit) => right[Number(digit)]).join('')}${edge}`
}
