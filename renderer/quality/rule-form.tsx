import { entityTypes } from '#shared/entities.ts'
import { checkKindNames, maxRuleMessage, severities } from '#shared/quality.ts'
import { FilterBuilder } from '../filters/filter-builder.tsx'
import { useFilterFields } from '../filters/use-filter-fields.ts'
import { findPromptFault, mentionAt, paintPrompt } from '../generation/prompt-words.ts'
import type { GridColumn } from '../query/columns.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Field, TextField } from '../ui/field.tsx'
import { SearchSelect, Select } from '../ui/select.tsx'
import { SuggestingText } from '../ui/suggesting-text.tsx'
import { inSentence, t } from '../ui/text.ts'
import { CheckFields } from './check-fields.tsx'
import { severityTexts } from '../state/feature.tsx'
import { checkTexts } from './quality-texts.ts'
import { newRule, type RuleDraft, type RuleFaults } from './rule-draft.ts'

export interface RuleFormProps {
  readonly draft: RuleDraft
  readonly faults: RuleFaults
  readonly isStored: boolean
  readonly columns: readonly GridColumn[]
  readonly onChange: (part: Partial<RuleDraft>) => void
}

export function RuleForm(props: RuleFormProps) {
  const { draft, faults, isStored, onChange } = props
  return (
    <>
      <TextField
        label={t('Name')}
        placeholder={t('Title fits Google')}
        value={draft.name}
        error={faults.name}
        onChange={(name) => onChange({ name })}
      />
      <div className="quality-row">
        {!isStored && (
          <Field label={t('Type')}>
            {({ id }) => (
              <Select
                id={id}
                value={draft.type}
                options={entityTypes.map((value) => ({ value, label: typeTexts()[value].plural }))}
                onChange={(type) => onChange({ ...newRule(type), name: draft.name })}
              />
            )}
          </Field>
        )}
        <SeverityField {...props} />
      </div>
      <KindField {...props} />
      <CheckFields {...props} />
      <AppliesTo {...props} />
      <Message {...props} />
    </>
  )
}

function SeverityField({ draft, faults, onChange }: RuleFormProps) {
  return (
    <>
      <Field label={t('Severity')}>
        {({ id }) => (
          <Select
            id={id}
            value={draft.severity}
            options={severities.map((value) => ({ value, label: severityTexts()[value] }))}
            onChange={(severity) => onChange({ severity })}
          />
        )}
      </Field>
      <TextField
        label={t('Weight in the score (1 to 10)')}
        inputMode="numeric"
        value={draft.weight}
        error={faults.weight}
        onChange={(weight) => onChange({ weight })}
      />
    </>
  )
}

function KindField({ draft, onChange }: RuleFormProps) {
  return (
    <Field label={t('What is checked')} hint={checkTexts()[draft.kind].help}>
      {() => (
        <SearchSelect
          label={t('What is checked')}
          searchLabel={t('Find a check')}
          value={draft.kind}
          options={checkKindNames.map((value) => ({ value, label: checkTexts()[value].name }))}
          onChange={(kind) => onChange({ kind })}
        />
      )}
    </Field>
  )
}

function AppliesTo({ draft, faults, onChange }: RuleFormProps) {
  const fields = useFilterFields(draft.type)
  const { plural } = typeTexts()[draft.type]
  return (
    <fieldset className="quality-conditions">
      <legend className="ui-field-label">{t('Only where')}</legend>
      <FilterBuilder
        type={draft.type}
        fields={fields}
        query={draft.appliesTo}
        startsEmpty
        whenEmpty={t('No condition: all {plural} are checked.', { plural: inSentence(plural) })}
        onQueryChange={(appliesTo) => onChange({ appliesTo })}
      />
      {faults.appliesTo !== undefined && (
        <p className="ui-field-error" role="alert">
          {faults.appliesTo}
        </p>
      )}
    </fieldset>
  )
}

function Message({ draft, faults, columns, onChange }: RuleFormProps) {
  const named = columns
    .filter(({ isSystem, kind }) => !isSystem && kind !== 'completeness')
    .map(({ id, name }) => ({ key: id, name }))
  return (
    <Field
      label={t('What a finding says')}
      hint={t('Type @ to put in the value of an attribute. Empty: the name of the rule.')}
      error={findPromptFault(draft.message, named) ?? faults.message}
    >
      {(control) => (
        <SuggestingText
          isProse
          rows={2}
          value={draft.message}
          words={paintPrompt(draft.message, named)}
          suggestAt={(text, caret) => mentionAt(text, caret, named)}
          placeholder={t('Google cuts titles behind 150 characters.')}
          control={control}
          onChange={(message) => onChange({ message: message.slice(0, maxRuleMessage) })}
        />
      )}
    </Field>
  )
}
