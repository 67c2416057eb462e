import { isReferenceType } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { currencySpellings } from '#shared/currencies.ts'
import { hasCurrency } from '#shared/kinds.ts'
import { unitFamilies, unitsOf } from '#shared/units.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { typeTexts } from '../state/entity-types.ts'
import { Field, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { inverseName, type AttributeDraft, type DraftFaults } from './attribute-draft.ts'
import { cachedByLanguage, t, inSentence } from '../ui/text.ts'

interface TargetFieldProps {
  value: EntityType | ''
  error: string | undefined
  onChange: (type: EntityType) => void
}

export function TargetField({ value, error, onChange }: TargetFieldProps) {
  return (
    <Field label={t('Refers to')} error={error}>
      {({ id, describedBy, invalid }) => (
        <Select<EntityType | ''>
          id={id}
          describedBy={describedBy}
          invalid={invalid}
          value={value}
          options={entityTypes.map((type) => ({ value: type, label: typeTexts()[type].plural }))}
          onChange={(type) => type !== '' && onChange(type)}
        />
      )}
    </Field>
  )
}

interface InverseFieldProps {
  value: string
  type: EntityType
  error: string | undefined
  onChange: (inverseOf: string) => void
}

export function InverseField({ value, type, error, onChange }: InverseFieldProps) {
  const { api } = useWorkspace()
  const configs = useQueries({
    queries: entityTypes.map((from) => attributeConfigsQuery(api.workspaceId, from)),
    combine: (answers) => answers.flatMap(({ data = [] }) => data),
  })
  const options = configs
    .filter(({ data_type: kind, reference }) => isReferenceType(kind) && reference?.type === type)
    .map(({ key, name, entity_type: from }) => ({
      value: inverseName(from, key),
      label: t('{plural} by {name}', { plural: typeTexts()[from].plural, name }),
    }))
  const { plural } = typeTexts()[type]
  const hint =
    options.length === 0
      ? t('No reference points to {plural} yet. Add one first.', { plural: inSentence(plural) })
      : undefined
  return (
    <Field label={t('Lists')} error={error} hint={hint}>
      {({ id, describedBy, invalid }) => (
        <Select {...{ id, describedBy, invalid, value, options }} onChange={onChange} />
      )}
    </Field>
  )
}

interface LookupFieldsProps {
  draft: AttributeDraft
  faults: DraftFaults
  type: EntityType
  onChange: (part: Partial<AttributeDraft>) => void
}

export function LookupFields({ draft, faults, type, onChange }: LookupFieldsProps) {
  const { api } = useWorkspace()
  const { data: own = [] } = useQuery(attributeConfigsQuery(api.workspaceId, type))
  const references = own.filter((config) => isReferenceType(config.data_type))
  const target = references.find(({ key }) => key === draft.via)?.reference?.type
  const { data: far = [] } = useQuery({
    ...attributeConfigsQuery(api.workspaceId, target ?? type),
    enabled: target !== undefined,
  })
  const shown = target === undefined ? [] : far.filter(({ data_type: kind }) => kind !== 'inverse_reference')
  return (
    <>
      <Field
        label={t('Looks through')}
        error={faults.via ?? faults.target}
        hint={
          references.length === 0
            ? t('Add a reference first: a lookup shows a value of what it names.')
            : undefined
        }
      >
        {({ id, describedBy, invalid }) => (
          <Select
            {...{ id, describedBy, invalid }}
            value={draft.via}
            options={references.map(({ key, name }) => ({ value: key, label: name }))}
            onChange={(via) => onChange({ via, lookedUp: '' })}
          />
        )}
      </Field>
      {target !== undefined && (
        <Field label={t('Shows')} error={faults.lookedUp}>
          {({ id, describedBy, invalid }) => (
            <Select
              {...{ id, describedBy, invalid }}
              value={draft.lookedUp}
              options={shown.map(({ key, name }) => ({ value: key, label: name }))}
              onChange={(lookedUp) => onChange({ lookedUp })}
            />
          )}
        </Field>
      )}
    </>
  )
}

interface NumberLimitsProps {
  draft: AttributeDraft
  faults: DraftFaults
  onChange: (part: Partial<AttributeDraft>) => void
}

const fields = cachedByLanguage(
  () =>
    [
      ['unit', t('Unit'), 'kg'],
      ['min', t('Minimum'), t('none¦limit')],
      ['max', t('Maximum'), t('none¦limit')],
      ['decimals', t('Decimals'), t('any')],
    ] as const,
)

const currencies = Object.keys(currencySpellings)

function CurrencyField({ draft, faults, onChange }: NumberLimitsProps) {
  const id = useId()
  return (
    <>
      <TextField
        label={t('Currency')}
        placeholder={t('EUR')}
        list={id}
        maxLength={3}
        value={draft.currency}
        error={faults.currency}
        onChange={(currency) => onChange({ currency: currency.toUpperCase() })}
      />
      <datalist id={id}>
        {currencies.map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
    </>
  )
}

const units = unitFamilies.flatMap((family) =>
  unitsOf(family).map(({ symbol }) => ({ value: symbol, label: symbol, hint: family })),
)

function UnitField({ draft, faults, onChange }: NumberLimitsProps) {
  return (
    <Field label={t('Unit')} error={faults.unit}>
      {({ id, describedBy, invalid }) => (
        <Select
          {...{ id, describedBy, invalid }}
          value={draft.unit}
          options={units}
          onChange={(unit) => onChange({ unit })}
        />
      )}
    </Field>
  )
}

/** The unit, limits and precision of a number; only members that its kind requires are mandatory. */
export function NumberLimits({ draft, faults, onChange }: NumberLimitsProps) {
  return (
    <div className="number-limits">
      {hasCurrency(draft.kind) && <CurrencyField {...{ draft, faults, onChange }} />}
      {draft.kind === 'measure' && <UnitField {...{ draft, faults, onChange }} />}
      {fields()
        .slice(draft.kind === undefined ? 0 : 1)
        .map(([part, label, placeholder]) => (
          <TextField
            key={part}
            label={label}
            placeholder={placeholder}
            inputMode={part === 'unit' ? 'text' : 'decimal'}
            value={draft[part]}
            error={faults[part]}
            onChange={(value) => onChange({ [part]: value })}
          />
        ))}
    </div>
  )
}
