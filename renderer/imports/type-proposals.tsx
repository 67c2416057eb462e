import { isReferenceType } from '#shared/attributes.ts'
import type { TypeProposal } from '#shared/imports.ts'
import { dataTypeLooks } from '../query/data-types.ts'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/format-count.ts'
import type { RuleChange } from './import-choices.ts'
import type { PlannedColumn } from './plan-columns.ts'
import { cachedByLanguage, inSentence, t } from '../ui/text.ts'

interface TypeProposalsProps {
  column: PlannedColumn
  onChange: (part: RuleChange) => void
}

export function TypeProposals({ column, onChange }: TypeProposalsProps) {
  if (column.kind !== 'new' || isReferenceType(column.data_type)) return null
  return column.proposals.map((proposal) => (
    <span key={proposal.data_type} className="import-proposal">
      {describe(proposal)}
      {proposal.data_type !== (column.rule.data_type ?? column.data_type) && (
        <Button
          variant="ghost"
          aria-label={t('Make {header} a {proposal}', { header: column.header, proposal: nameOf(proposal) })}
          onClick={() => onChange({ data_type: proposal.data_type, separator: proposal.separator })}
        >
          {t('Make it a {proposal}', { proposal: nameOf(proposal) })}
        </Button>
      )}
    </span>
  ))
}

function nameOf({ data_type: type }: TypeProposal): string {
  return inSentence(dataTypeLooks()[type].name)
}

const separatorNames = cachedByLanguage((): Readonly<Record<string, string>> => ({
  '\n': t('a new line'),
  ',': t('a comma'),
  ';': t('a semicolon'),
}))

function describe({ cells, options, separator }: TypeProposal): string {
  const values = t('{options, plural, one {# value} other {# values}}', { options })
  if (separator === undefined)
    return t('{values} in {cells, plural, one {# cell} other {# cells}}', { values, cells })
  const by = separatorNames()[separator] ?? separator
  return t('{cells} cells with several of {values}, separated by {by}', {
    cells: formatCount(cells),
    values,
    by,
  })
}
