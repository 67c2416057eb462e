import { dataTypeTraits } from '#shared/attributes.ts'
import type { TypeProposal } from '#shared/imports.ts'
import { Button } from '../ui/button.tsx'
import { countOf, formatCount } from '../ui/format-count.ts'
import type { RuleChange } from './import-choices.ts'
import type { PlannedColumn } from './plan-columns.ts'

interface TypeProposalsProps {
  column: PlannedColumn
  onChange: (part: RuleChange) => void
}

/** What a new attribute may be instead of a text, with the counts that speak for it; one that is chosen is only told. */
export function TypeProposals({ column, onChange }: TypeProposalsProps) {
  if (column.kind !== 'new') return null
  return column.proposals.map((proposal) => (
    <span key={proposal.data_type} className="import-proposal">
      {describe(proposal)}
      {proposal.data_type !== (column.rule.data_type ?? column.data_type) && (
        <Button
          variant="ghost"
          aria-label={`Make ${column.header} a ${nameOf(proposal)}`}
          onClick={() => onChange({ data_type: proposal.data_type, separator: proposal.separator })}
        >
          Make it a {nameOf(proposal)}
        </Button>
      )}
    </span>
  ))
}

function nameOf({ data_type: type }: TypeProposal): string {
  return dataTypeTraits[type].name.toLowerCase()
}

const separatorNames: Readonly<Record<string, string>> = {
  '\n': 'a new line',
  ',': 'a comma',
  ';': 'a semicolon',
}

function describe({ cells, options, separator }: TypeProposal): string {
  const values = countOf(options, 'value')
  if (separator === undefined) return `${values} in ${countOf(cells, 'cell')}`
  const by = separatorNames[separator] ?? separator
  return `${formatCount(cells)} cells with several of ${values}, separated by ${by}`
}
