import type { MergeKeyProposal } from './imports.ts'
import { listed, message, type Sentence, sentences } from './messages/message.ts'

/**
 * Describes the outcome of an import by a key: `By Art.-Nr.: 290 are there already and are updated, 10 are
 * new.`
 */
export function describeMergeKey(proposal: MergeKeyProposal): Sentence {
  const { header, known, new: fresh, unique, filled, rows, is_estimate: isEstimate } = proposal
  const [first = message('import.no_row_has_value'), ...others] = [
    ...(known > 0 ? [message('import.known_rows', { count: known })] : []),
    ...(fresh > 0 ? [message('import.new_rows', { count: fresh })] : []),
  ]
  const counts = listed(first, ...others)
  const isEmpty = rows > filled
  return sentences(
    isEstimate
      ? message('import.by_key_of_first_rows', { header, rows, counts })
      : message('import.by_key', { header, counts }),
    ...(unique ? [] : [message('import.rows_share_value')]),
    ...(isEmpty ? [message('import.rows_without_value', { count: rows - filled })] : []),
  )
}
