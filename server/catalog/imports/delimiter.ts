export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

const maxRecords = 100

/**
 * Picks the delimiter that splits the first records most evenly; a comma when there is none (one column). `isWhole` says
 * that the sample is the whole file, so that its last line counts too.
 */
export function detectDelimiter(sample: string, isWhole: boolean): Delimiter {
  const records = countDelimiters(sample, isWhole)
  const [header] = records
  if (!header) return ','

  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 }
  for (const [index, delimiter] of delimiters.entries()) {
    const expected = header[index] ?? 0
    const even = records.filter((counts) => counts[index] === expected).length / records.length
    const score = expected === 0 ? 0 : even + expected / 10_000
    if (score > best.score) best = { delimiter, score }
  }
  return best.score < halfOfRecords ? (underTitles(records) ?? best.delimiter) : best.delimiter
}

const halfOfRecords = 0.5
const maxRecordsCount = 0.7
const fewestRecords = 3

/** The delimiter of a table under lines of another kind: that which most records have equally often, and more than once. */
function underTitles(records: readonly number[][]): Delimiter | undefined {
  if (records.length < fewestRecords) return undefined
  const shares = delimiters.map((delimiter, index) => {
    const counts = new Map<number, number>()
    for (const record of records) counts.set(record[index] ?? 0, (counts.get(record[index] ?? 0) ?? 0) + 1)
    const [usual = 0, many = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
    return { delimiter, share: usual >= 2 ? many / records.length : 0 }
  })
  const [most] = shares.sort((a, b) => b.share - a.share)
  return most && most.share >= maxRecordsCount ? most.delimiter : undefined
}

/** What the first line of a CSV says of its delimiter, as Excel writes it (`sep=;`), and the text behind that line. */
export function readSeparatorLine(text: string): { delimiter: string; rest: string } | undefined {
  const [line = '', quote, delimiter] = /^\uFEFF?("?)sep=([^"\r\n])\1(?:\r\n|\r|\n|$)/i.exec(text) ?? []
  return quote === undefined || delimiter === undefined
    ? undefined
    : { delimiter, rest: text.slice(line.length) }
}

function countDelimiters(sample: string, isWhole: boolean): number[][] {
  const records: number[][] = []
  for (const record of splitRecords(sample, isWhole)) {
    records.push(delimiters.map((delimiter) => record.split(delimiter).length - 1))
    if (records.length >= maxRecords) break
  }
  return records
}

const quoteOpeners = new Set<string | undefined>([undefined, '\n', '\r', ...delimiters])

/** The records of the sample without what they hold between quotes; empty lines are left out. */
function splitRecords(sample: string, isWhole: boolean): string[] {
  const records = withoutQuoted(sample)
    .split(/[\r\n]/)
    .filter((record) => record !== '')
  // A sample ends anywhere: its last record counts only where it is the last of the file, or the only one.
  return isWhole || records.length === 1 ? records : records.slice(0, -1)
}

function withoutQuoted(sample: string): string {
  let kept = ''
  let isQuoted = false
  for (let index = 0; index < sample.length; index += 1) {
    const char = sample.charAt(index)
    if (char === '"' && (isQuoted || quoteOpeners.has(sample[index - 1]))) isQuoted = !isQuoted
    else if (!isQuoted) kept += char
  }
  return kept
}
