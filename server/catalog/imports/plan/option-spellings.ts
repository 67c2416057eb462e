import { dataTypeTraits } from '#shared/attributes.ts'
import { listed, type Message, message } from '#shared/messages/message.ts'
import { foldText } from '#shared/text.ts'
import type { AttributeSet } from '../../../store/tables/attributes.ts'
import type { FileScan } from '../recognise/file-scan.ts'
import type { ImportColumn } from '../recognise/column-request.ts'
import { chooseType } from './new-attributes.ts'

const maxShown = 5

/** Tells the options that are read in another spelling: that of the attribute, else the first of the file. */
export function describeSpellings(
  scan: FileScan,
  columns: readonly ImportColumn[],
  { byKey }: AttributeSet,
): Message[] {
  return columns.flatMap((column) => {
    const attribute = byKey.get(column.key)
    const type = attribute?.dataType ?? chooseType(column, scan).data_type
    if (dataTypeTraits[type].options === 'none') return []
    const known = attribute?.options ?? []
    const pairs = findFolded(scan.traits[column.index]?.spellings ?? [], known)
    const [first, ...others] = pairs.slice(0, maxShown)
    return first
      ? [message('import.options_folded', { column: column.header, pairs: listed(first, ...others) })]
      : []
  })
}

function findFolded(cells: readonly string[], known: readonly string[]): Message[] {
  const first = new Map<string, string>(known.toReversed().map((option) => [foldText(option), option]))
  return cells.flatMap((written) => {
    const read = first.get(foldText(written))
    if (read === undefined) first.set(foldText(written), written)
    const isSame = read === undefined || read === written || known.includes(written)
    return isSame ? [] : [message('import.option_folded', { written, read })]
  })
}
