import type { EntityResource } from '#shared/entities.ts'
import type { PlannedVariant } from '#shared/variants.ts'
import { describeFault } from '../../api/api-error.ts'
import { type GridColumn, readValue } from '../../query/columns.ts'
import { Checkbox, TextInput } from '../../ui/field.tsx'
import { t } from '../../ui/text.ts'
import { cellTypeOf } from '../cells/registry.ts'
import { toPlainText } from '../cells/stubs.ts'
import type { GridSession } from '../data/grid-session.ts'
import { chosenRows, isTicked, keyOfValues, type VariantDraft } from './variant-draft.ts'
import { ValueField } from './value-field.tsx'

export type ChangeDraft = (change: (draft: VariantDraft) => VariantDraft) => void

interface MatrixProps {
  readonly session: GridSession
  readonly product: EntityResource
  readonly variants: readonly EntityResource[]
  readonly columns: readonly GridColumn[]
  readonly fields: readonly GridColumn[]
  readonly rows: readonly PlannedVariant[]
  readonly draft: VariantDraft
  readonly onChange: ChangeDraft
}

/** The combinations of the axes: the last axis across and the others down, or one axis down with a column per field. */
export function VariantMatrix(props: MatrixProps) {
  const { rows, columns, product, variants } = props
  const keys = Object.keys(rows[0]?.values ?? {})
  const shown = new Set(rows.flatMap(({ id }) => id ?? []))
  const others = variants.filter(({ id }) => !shown.has(id))
  const nameOf = (key: string): string => columns.find(({ id }) => id === key)?.name ?? key
  return (
    <>
      {keys.length === 1 ? (
        <OneAxis {...props} name={nameOf(keys[0] ?? '')} />
      ) : (
        <TwoAxes {...props} nameOf={nameOf} />
      )}
      {others.length > 0 && (
        <p className="detail-note">
          {t(
            '{count, plural, one {# variant of {product} is} other {# variants of {product} are}} outside of these values: {names}',
            {
              count: others.length,
              product: product.label ?? t('the product'),
              names: others
                .slice(0, maxNamed)
                .map(({ label }) => label ?? t('(no name)'))
                .join(', '),
            },
          )}
        </p>
      )}
    </>
  )
}

const maxNamed = 5

function OneAxis(props: MatrixProps & { readonly name: string }) {
  const { rows, fields, name } = props
  return (
    <table className="variants-matrix" data-axes="1">
      <thead>
        <tr>
          <th scope="col">
            <TickAll {...props} label={name} />
          </th>
          {fields.map((column) => (
            <th key={column.id} scope="col">
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOfValues(row.values)} data-status={row.status}>
            <th scope="row">
              <Tick {...props} row={row} label={Object.values(row.values).join(', ')} />
              <Clash row={row} columns={props.columns} />
            </th>
            {fields.map((column) => (
              <td key={column.id}>
                <Field {...props} row={row} column={column} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function TwoAxes(props: MatrixProps & { readonly nameOf: (key: string) => string }) {
  const { rows, nameOf } = props
  const keys = Object.keys(rows[0]?.values ?? {})
  const across = keys.at(-1) ?? ''
  const down = keys.slice(0, -1)
  const headOf = ({ values }: PlannedVariant): string => down.map((key) => values[key]).join(', ')
  const lines = Map.groupBy(rows, headOf)
  const heads = [...new Set(rows.map(({ values }) => values[across] ?? ''))]
  return (
    <table className="variants-matrix" data-axes="2">
      <thead>
        <tr>
          <th scope="col">
            <TickAll {...props} label={`${down.map(nameOf).join(', ')} × ${nameOf(across)}`} />
          </th>
          {heads.map((head) => (
            <th key={head} scope="col">
              <TickAll {...props} rows={rows.filter(({ values }) => values[across] === head)} label={head} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...lines].map(([head, line]) => (
          <tr key={head}>
            <th scope="row">
              <TickAll {...props} rows={line} label={head} />
            </th>
            {line.map((row) => (
              <td key={keyOfValues(row.values)} data-status={row.status}>
                <Combination {...props} row={row} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface RowProps extends MatrixProps {
  readonly row: PlannedVariant
}

function Combination(props: RowProps) {
  const { row, fields, columns } = props
  const name = Object.values(row.values).join(', ')
  return (
    <div className="variants-cell" role="group" aria-label={name}>
      {row.status !== 'exists' && (
        <div className="variants-tick">
          <Tick
            {...props}
            label={row.status === 'clashes' ? t('Cannot be made') : t('New¦variant')}
            name={name}
          />
        </div>
      )}
      <Clash row={row} columns={columns} />
      {fields.map((column) => (
        <div key={column.id} className="variants-field">
          <span aria-hidden>{column.name}</span>
          <Field {...props} column={column} />
        </div>
      ))}
    </div>
  )
}

function Clash({ row, columns }: { readonly row: PlannedVariant; readonly columns: readonly GridColumn[] }) {
  if (row.status !== 'clashes') return null
  return (
    <p className="variants-clash">
      {row.field_errors.map((fault) => {
        const key = fault.field.replace(/^attributes\./, '')
        const name = columns.find(({ id }) => id === key)?.name ?? key
        return <span key={fault.field}>{`${name}: ${describeFault(fault)}`}</span>
      })}
    </p>
  )
}

function Tick({
  row,
  draft,
  onChange,
  label,
  name,
}: RowProps & { readonly label: string; readonly name?: string }) {
  if (row.status === 'exists') return <span>{label}</span>
  const key = keyOfValues(row.values)
  const isMade = chosenRows([row], draft).length > 0
  return (
    <Checkbox
      label={
        <>
          {label}
          {name !== undefined && <span className="visually-hidden">{` ${name}`}</span>}
        </>
      }
      checked={isMade}
      disabled={row.status === 'clashes' && !draft.own.has(key)}
      onChange={(next) => onChange((before) => withTicks(before, [key], next))}
    />
  )
}

/** Ticks all new combinations of a row, a column or the whole; without any it is a plain name. */
function TickAll({ rows, draft, onChange, label }: MatrixProps & { readonly label: string }) {
  const fresh = rows.filter(({ status }) => status === 'create')
  if (fresh.length === 0) return <span>{label}</span>
  const keys = fresh.map(({ values }) => keyOfValues(values))
  return (
    <Checkbox
      label={label}
      checked={fresh.every(({ values }) => isTicked(draft, values))}
      onChange={(next) => onChange((before) => withTicks(before, keys, next))}
    />
  )
}

function withTicks(draft: VariantDraft, keys: readonly string[], isTicked: boolean): VariantDraft {
  return { ...draft, ticks: new Map([...draft.ticks, ...keys.map((key) => [key, isTicked] as const)]) }
}

function Field(props: RowProps & { readonly column: GridColumn }) {
  const { session, product, variants, row, column } = props
  if (row.status !== 'exists') return <PlannedField {...props} />
  const entity = variants.find(({ id }) => id === row.id)
  if (!entity) return <span className="detail-empty">…</span>
  const value = toPlainText(readValue(entity, column))
  const isShared = column.isDerived && value !== '' && value === toPlainText(readValue(product, column))
  return (
    <div
      className="variants-value"
      data-shared={isShared || undefined}
      title={isShared ? t('As in the product') : undefined}
    >
      <ValueField session={session} entity={entity} column={column} isCell />
    </div>
  )
}

function PlannedField({ session, row, column, draft, onChange }: RowProps & { readonly column: GridColumn }) {
  const key = keyOfValues(row.values)
  if (column.kind === 'image' || column.readOnlyReason !== undefined)
    return <span className="detail-empty">{t('Once it is made')}</span>
  const planned = row.attributes[column.id]
  const isPlain = typeof planned === 'string' || typeof planned === 'number'
  return (
    <TextInput
      className="variants-input"
      aria-label={t('{name} of {value}', { name: column.name, value: Object.values(row.values).join(', ') })}
      placeholder={isPlain ? cellTypeOf(column).format(planned, column, session.context) : '–'}
      disabled={!isTicked(draft, row.values)}
      value={draft.own.get(key)?.[column.id] ?? ''}
      onChange={(text) =>
        onChange((before) => ({
          ...before,
          own: new Map([...before.own, [key, { ...before.own.get(key), [column.id]: text }]]),
        }))
      }
    />
  )
}
