import { dataTypeTraits, isReferenceType } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import type { TriedDefinition } from '../api/generations-queries.ts'
import { canBeGenerated, type GenerationDraft } from '../generation/generation-draft.ts'
import type { SemanticType } from '#shared/semantic-types.ts'
import { semanticTypeOptions, semanticTypeText } from '../query/semantic-type-texts.ts'
import { SearchSelect } from '../ui/select.tsx'
import { Checkbox, Field, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { typeTexts } from '../state/entity-types.ts'
import {
  canBePrimary,
  canBeRequired,
  canBeUnique,
  chooseMeaning,
  chooseType,
  type AttributeDraft,
  type DraftFaults,
} from './attribute-draft.ts'
import { isQuantity, type AttributeKind, attributeLooks } from '../query/data-types.ts'
import { FormulaField } from './formula-field.tsx'
import { InverseField, LookupFields, NumberLimits, TargetField } from './data-type-fields.tsx'
import { OptionsEditor } from './options-editor.tsx'
import './attribute-form.css'
import { t } from '../ui/text.ts'
import { useQuery } from '@tanstack/react-query'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { PromptEditor } from '../generation/prompt-editor.tsx'
import { TryOnRows } from '../generation/try-on-rows.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { keysOf } from '#shared/text.ts'
import { useId } from 'react'

interface AttributeFormProps {
  draft: AttributeDraft
  faults: DraftFaults
  type: EntityType
  onChange: (part: Partial<AttributeDraft>) => void
  tried: TriedDefinition
  /** Assigns the faults of a try to the fields; returns the rest. */
  onTryRefused: (error: Error) => string | undefined
  onLeave: () => void
  failure?: string
}

export function AttributeForm(props: AttributeFormProps) {
  const { draft, faults, type, onChange, failure = t('The attribute was not added') } = props
  const { dataType, kind } = draft
  return (
    <>
      {faults.general !== undefined && (
        <Notice tone="danger" title={failure}>
          {faults.general}
        </Notice>
      )}
      <TextField
        label={t('Name')}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={faults.name}
        placeholder={t('Net weight')}
        maxLength={200}
      />
      <MeaningField {...props} />
      <DataTypePicker
        value={kind ?? dataType}
        error={faults.dataType}
        onChange={(chosen) => onChange(chooseType(chosen, draft))}
      />
      <TypeParts {...props} />
      <Rules draft={draft} faults={faults} type={type} onChange={onChange} />
      {canBeGenerated(dataType) && <Generation {...props} />}
    </>
  )
}

function MeaningField({ draft, faults, onChange, tried: { key } }: AttributeFormProps) {
  const isNew = key === undefined
  const choose = (meaning: SemanticType | ''): void =>
    onChange(isNew ? chooseMeaning(meaning, draft, semanticTypeText) : { meaning })
  return (
    <Field
      label={t('Meaning')}
      error={faults.meaning}
      hint={t('Channels and imports go by what an attribute means, whatever it is called.')}
    >
      {({ id }) => (
        <SearchSelect<SemanticType | ''>
          id={id}
          label={t('Meaning')}
          searchLabel={t('Find a meaning')}
          value={draft.meaning}
          options={semanticTypeOptions()}
          onChange={choose}
        />
      )}
    </Field>
  )
}

type FormParts = Pick<AttributeFormProps, 'draft' | 'faults' | 'type' | 'onChange'>

function TypeParts({ draft, faults, type, onChange }: FormParts) {
  const { dataType } = draft
  return (
    <>
      {dataTypeTraits[dataType].options !== 'none' && (
        <OptionsEditor
          options={draft.options}
          error={faults.options}
          onChange={(options) => onChange({ options })}
        />
      )}
      {isReferenceType(dataType) && (
        <TargetField value={draft.target} error={faults.target} onChange={(target) => onChange({ target })} />
      )}
      {dataType === 'reference_lookup' && (
        <LookupFields draft={draft} faults={faults} type={type} onChange={onChange} />
      )}
      {dataType === 'inverse_reference' && (
        <InverseField
          value={draft.inverseOf}
          type={type}
          error={faults.inverseOf ?? faults.lookedUp ?? faults.target}
          onChange={(inverseOf) => onChange({ inverseOf })}
        />
      )}
      {dataType === 'formula' && (
        <FormulaField
          value={draft.formula}
          type={type}
          error={faults.formula}
          onChange={(formula) => onChange({ formula })}
        />
      )}
      {isQuantity(dataTypeTraits[dataType]) && (
        <NumberLimits draft={draft} faults={faults} onChange={onChange} />
      )}
    </>
  )
}

function Rules({ draft, faults, type, onChange }: FormParts) {
  const { singular } = typeTexts()[type]
  return (
    <fieldset className="attribute-rules">
      <legend className="visually-hidden">{t('Rules')}</legend>
      {canBePrimary(draft.dataType) && (
        <Checkbox
          label={t('Names the {singular}', { singular })}
          hint={
            faults.isPrimary ??
            t('Shown wherever a {singular} is referred to. Takes the place of the present one.', { singular })
          }
          checked={draft.isPrimary}
          onChange={(isPrimary) => onChange({ isPrimary })}
        />
      )}
      {canBeRequired(draft.dataType) && (
        <Checkbox
          label={t('Required')}
          checked={draft.isRequired}
          onChange={(isRequired) => onChange({ isRequired })}
        />
      )}
      {canBeUnique(draft.dataType) && (
        <Checkbox
          label={t('Unique')}
          checked={draft.isUnique}
          onChange={(isUnique) => onChange({ isUnique })}
        />
      )}
    </fieldset>
  )
}

function Generation({ draft, faults, type, tried, onChange, onTryRefused, onLeave }: AttributeFormProps) {
  const { workspace } = useWorkspace()
  const { data: configs = [] } = useQuery(attributeConfigsQuery(workspace.id, type))
  const { generation, dataType } = draft
  const change = (part: Partial<GenerationDraft>): void =>
    onChange({ generation: { ...generation, ...part } })
  const nameOf = (key: string): string => configs.find((config) => config.key === key)?.name ?? key
  return (
    <>
      <Checkbox
        label={t('Generated')}
        hint={
          faults.isGenerated ??
          t('A model proposes the values. Nothing is written before somebody accepts it.')
        }
        checked={generation.isGenerated}
        onChange={(isGenerated) => change({ isGenerated })}
      />
      {generation.isGenerated && (
        <PromptEditor
          draft={generation}
          faults={faults}
          type={type}
          dataType={dataType}
          attributes={configs.filter(({ key }) => key !== tried.key)}
          onChange={change}
        />
      )}
      {generation.isGenerated && dataTypeTraits[dataType].media === undefined && (
        <TryOnRows tried={tried} nameOf={nameOf} onRefused={onTryRefused} onLeave={onLeave} />
      )}
    </>
  )
}

interface DataTypePickerProps {
  value: AttributeKind
  error: string | undefined
  onChange: (type: AttributeKind) => void
}

function DataTypePicker({ value, error, onChange }: DataTypePickerProps) {
  const id = useId()
  return (
    <fieldset className="type-picker" aria-describedby={`${id}-help`}>
      <legend className="ui-field-label">{t('Data type')}</legend>
      <div className="type-picker-cards">
        {keysOf(attributeLooks()).map((type) => (
          <TypeCard
            key={type}
            type={type}
            group={id}
            isChosen={type === value}
            onChoose={() => onChange(type)}
          />
        ))}
      </div>
      <p className="ui-field-hint" id={`${id}-help`} aria-live="polite">
        {attributeLooks()[value].help}
      </p>
      {error !== undefined && <p className="ui-field-error">{error}</p>}
    </fieldset>
  )
}

interface TypeCardProps {
  type: AttributeKind
  group: string
  isChosen: boolean
  onChoose: () => void
}

function TypeCard({ type, group, isChosen, onChoose }: TypeCardProps) {
  const { icon: Icon, name } = attributeLooks()[type]
  return (
    <label className="type-card">
      <input
        type="radio"
        className="visually-hidden"
        name={group}
        value={type}
        checked={isChosen}
        onChange={onChoose}
      />
      <Icon aria-hidden />
      <span>{name}</span>
    </label>
  )
}
