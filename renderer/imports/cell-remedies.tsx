import { X } from 'lucide-react'
import { useRef } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CreateMissing } from './create-missing.tsx'
import { isCreated, type RuleChange } from './import-choices.ts'
import { MisfitGroups } from './misfit-groups.tsx'
import { misfitsOf } from './sample-problem.ts'
import type { RowProps } from './step-props.ts'
import { t } from '../ui/text.ts'

interface CellRemediesProps extends RowProps {
  target: EntityType | undefined
  onChange: (part: RuleChange) => void
}

/** What is done with the cells that do not fit: they are replaced, or what they name is created. */
export function CellRemedies(props: CellRemediesProps) {
  const { column, choices, plan, onChange } = props
  // A button that was pressed disappears with its cells: the focus goes to what is left.
  const stand = useRef<HTMLDivElement>(null)
  const misfits = misfitsOf(column, isCreated(choices, plan.preview.creations, 'create_missing_options'))
  const replace = (part: Readonly<Record<string, string | undefined>>): void => {
    const entries = Object.entries({ ...column.rule.values, ...part }).filter(([, to]) => to !== undefined)
    onChange({ values: entries.length === 0 ? undefined : (Object.fromEntries(entries) as Values) })
    stand.current?.focus()
  }
  return (
    <div
      ref={stand}
      className="import-remedies"
      tabIndex={-1}
      role="group"
      aria-label={t('Cells of {header} that do not fit', { header: column.header })}
    >
      <MisfitGroups column={column} onChange={onChange} />
      <Misfits column={column} misfits={misfits} onReplace={replace} />
      <Replaced column={column} onReplace={replace} />
      <CreateMissing {...props} hasMisfits={misfits.length > 0} />
    </div>
  )
}

type Values = Record<string, string>

interface ReplacingProps extends Pick<RowProps, 'column'> {
  /** What to write for cells; undefined writes them as they are. */
  onReplace: (part: Readonly<Record<string, string | undefined>>) => void
}

function Misfits({ column, misfits, onReplace }: ReplacingProps & { misfits: readonly string[] }) {
  if (misfits.length === 0) return null
  const cells = misfits.join(', ')
  return (
    <div className="import-misfits">
      <span className="import-column-problem">{cells}</span>
      <Button
        variant="ghost"
        aria-label={t('Leave empty: {cells} in {header}', { cells, header: column.header })}
        onClick={() => onReplace(Object.fromEntries(misfits.map((cell) => [cell, ''])))}
      >
        {t('Leave empty')}
      </Button>
    </div>
  )
}

const shownPairs = 3

function Replaced({ column, onReplace }: ReplacingProps) {
  const pairs = Object.entries(column.rule.values ?? {})
  return (
    <>
      {pairs.slice(0, shownPairs).map(([from, to]) => (
        <div key={from} className="import-misfits">
          <span>
            {from} → {to === '' ? <i>{t('empty')}</i> : to}
          </span>
          <IconButton
            label={t('Do not replace {from}', { from })}
            onClick={() => onReplace({ [from]: undefined })}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      {pairs.length > shownPairs && (
        <span className="ui-field-hint">
          {t('and {count, plural, one {# more cell} other {# more cells}}', {
            count: pairs.length - shownPairs,
          })}
        </span>
      )}
    </>
  )
}
