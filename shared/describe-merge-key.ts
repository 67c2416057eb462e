import type { MergeKeyProposal } from './imports.ts'

const count = (number: number): string => number.toLocaleString('en')
const are = (number: number): string => `${count(number)} ${number === 1 ? 'is' : 'are'}`

/** What an import by a key would come to, in one sentence: `By Art.-Nr.: 290 are there already and are updated, 10 are new.` */
export function describeMergeKey(proposal: MergeKeyProposal): string {
  const { header, known, new: fresh, unique, filled, rows, is_estimate: isEstimate } = proposal
  const told = [
    known > 0 && `${are(known)} there already and ${known === 1 ? 'is' : 'are'} updated`,
    fresh > 0 && `${are(fresh)} new`,
  ].filter((text) => text !== false)
  const of = isEstimate ? `, of the first ${count(rows)} rows` : ''
  const sentence = `By ${header}${of}: ${told.join(', ') || 'no row has a value'}.`
  return [
    sentence,
    ...(unique ? [] : ['Several rows have the same value.']),
    ...describeEmpty(rows - filled),
  ].join(' ')
}

function describeEmpty(rows: number): string[] {
  return rows > 0 ? [`${count(rows)} ${rows === 1 ? 'row has' : 'rows have'} none.`] : []
}
