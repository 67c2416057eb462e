import { useState, type KeyboardEvent } from 'react'
import type { EntityResource } from '#shared/entities.ts'
import type { GridColumn } from '../query/columns.ts'
import { readValue } from '../query/columns.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { formatMoment } from '../ui/format-time.ts'
import { t } from '../ui/text.ts'
import { type MergeChoice, type SideRow, sideRows, takeFrom, takenFrom } from './merge-choice.ts'
import type { DrawValue } from './wording.ts'

interface SideBySideProps {
  readonly entities: readonly EntityResource[]
  readonly columns: readonly GridColumn[]
  readonly choice: MergeChoice
  readonly draw: DrawValue
  readonly onKeep: (id: string) => void
  readonly onChange: (choice: MergeChoice) => void
}

/** Entities attribute by attribute, what differs marked; of each attribute the value to be kept is chosen, by the mouse or by its number. */
export function SideBySide({ entities, columns, choice, draw, onKeep, onChange }: SideBySideProps) {
  const [isOnlyDifferent, setOnlyDifferent] = useState(true)
  const rows = sideRows(entities, columns)
  const shown = isOnlyDifferent ? rows.filter(({ isDifferent }) => isDifferent) : rows
  const different = rows.filter(({ isDifferent }) => isDifferent).length
  return (
    <>
      <div className="side-head">
        <Checkbox label={t('Only what differs')} checked={isOnlyDifferent} onChange={setOnlyDifferent} />
        <span role="status">
          {different === 0
            ? t('All values are the same.')
            : t('{count} of {count2, plural, one {# attribute} other {# attributes}} differ.', {
                count: different,
                count2: rows.length,
              })}
        </span>
      </div>
      <div className="side-scroller">
        <table className="side-table">
          <SideHead entities={entities} keep={choice.keep} onKeep={onKeep} />
          <tbody>
            {shown.map((row) => (
              <SideValues
                key={row.column.id}
                row={row}
                entities={entities}
                choice={choice}
                draw={draw}
                onChange={onChange}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

interface SideHeadProps extends Pick<SideBySideProps, 'entities' | 'onKeep'> {
  readonly keep: string
}

function SideHead({ entities, keep, onKeep }: SideHeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">{t('Keep¦which')}</th>
        {entities.map(({ id, label, created_at: at }, index) => (
          <th key={id} scope="col" data-kept={id === keep || undefined}>
            <label className="side-option" onKeyDown={chooseByNumber(entities, onKeep)}>
              <input type="radio" name="side-keep" checked={id === keep} onChange={() => onKeep(id)} />
              <span>
                <b>{label ?? t('No name')}</b>
                <small>
                  {t('{number} · created {moment}', { number: index + 1, moment: formatMoment(at ?? '') })}
                </small>
              </span>
            </label>
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface SideValuesProps extends Pick<SideBySideProps, 'entities' | 'choice' | 'draw' | 'onChange'> {
  readonly row: SideRow
}

function SideValues({
  row: { column, isDifferent, isChosen },
  entities,
  choice,
  draw,
  onChange,
}: SideValuesProps) {
  const taken = takenFrom(choice, column.id)
  const take = (id: string) => onChange(takeFrom(choice, column.id, id))
  return (
    <tr data-different={isDifferent || undefined}>
      <th scope="row">{column.name}</th>
      {entities.map((entity) => {
        const value = draw(readValue(entity, column), column)
        return (
          <td key={entity.id} data-taken={(isChosen && entity.id === taken) || undefined}>
            {isChosen ? (
              <label className="side-option" onKeyDown={chooseByNumber(entities, take)}>
                <input
                  type="radio"
                  name={`side-${column.id}`}
                  aria-label={t('{name} of {label}', {
                    name: column.name,
                    label: entity.label ?? t('No name'),
                  })}
                  checked={entity.id === taken}
                  onChange={() => take(entity.id)}
                />
                <span className="side-value">{value}</span>
              </label>
            ) : (
              <span className="side-value">{value}</span>
            )}
          </td>
        )
      })}
    </tr>
  )
}

/** The number of an entity chooses it in the row that has the focus. */
function chooseByNumber(entities: readonly EntityResource[], choose: (id: string) => void) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const entity = /^[1-9]$/.test(event.key) ? entities[Number(event.key) - 1] : undefined
    if (!entity || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    choose(entity.id)
  }
}
