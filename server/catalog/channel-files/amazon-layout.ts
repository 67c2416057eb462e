import { type AmazonRow, amazonRows } from './amazon-rows.ts'
import { type ChannelContext, type ChannelLayout, tabLine } from './channel-layout.ts'

/** Amazon's flat file: its three header rows, then a row for every product, and one before them for what has variants. */
export const amazonTsv: ChannelLayout = {
  mediaType: 'text/tab-separated-values; charset=utf-8',
  begin: (context) => {
    const targets = listColumns(context)
    const notice = 'The top 3 rows are for Amazon.com use only. Do not modify or delete the top 3 rows.'
    const first = ['TemplateType=fptcustom', 'Version=2021.1014', notice]
    return [first, targets.map(toLabel), targets].map(tabLine).join('')
  },
  group: (group, context) => {
    const { rows, leftOut } = amazonRows(group, context)
    const targets = listColumns(context)
    const lines = rows.map(({ fields }) => tabLine(targets.map((target) => fields[target] ?? '')))
    return { text: lines.join(''), items: countItems(rows), leftOut }
  },
  end: () => '',
}

function toLabel(target: string): string {
  const words = target.replaceAll('_', ' ').replace(/(\D)(\d+)$/, '$1 $2')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What stands before its variants is none of what is sold. */
export function countItems(rows: readonly AmazonRow[]): number {
  return rows.filter(({ fields }) => fields['parent_child'] !== 'Parent').length
}

function listColumns({ fields }: ChannelContext): string[] {
  return fields.filter(({ isInput }) => !isInput).map(({ target }) => target)
}
