import { dataTypeTraits, isReferenceType } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import type { SemanticType } from '#shared/semantic-types.ts'
import { semanticTypeOptions, semanticTypeText } from '../query/semantic-type-texts.ts'
import { SearchSelect } from '../ui/select.tsx'
import { Checkbox, Field, TextField } from '../ui/field.tsx'
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
import { isQuantity } from '../query/data-types.ts'
import { TypePicker } from './type-picker.tsx'
import { FormulaField } from './formula-field.tsx'
import { InverseField, LookupFields, NumberLimits, TargetField } from './data-type-fields.tsx'
import { OptionsEditor } from './options-editor.tsx'
import './attribute-form.css'
import { t } from '../ui/text.ts'

interface DefinitionFieldsProps {
  draft: AttributeDraft
  faults: DraftFaults
  type: EntityType
  isNew: boolean
  onChange: (part: Partial<AttributeDraft>) => void
}

export function DefinitionFields(props: DefinitionFieldsProps) {
  const { draft, faults, type, isNew, onChange } = props
  const { dataType, kind } = draft
  return (
    <>
      <TextField
        label={t('Name')}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={faults.name}
        placeholder={t('Net weight')}
        maxLength={200}
      />
      <MeaningField {...props} />
      <TypePicker
        value={kind ?? dataType}
        isNew={isNew}
        error={faults.dataType}
        onChange={(chosen) => onChange(chooseType(chosen, draft))}
      />
      <TypeParts {...props} />
      <Rules draft={draft} faults={faults} type={type} onChange={onChange} />
    </>
  )
}

function MeaningField({ draft, faults, isNew, onChange }: DefinitionFieldsProps) {
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

type FormParts = Pick<DefinitionFieldsProps, 'draft' | 'faults' | 'type' | 'onChange'>

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
