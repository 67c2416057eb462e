import {
  aspectRatios,
  dataTypeTraits,
  type AttributeConfig,
  type DataType,
  imageModels,
} from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import { useProviders } from '../api/providers-queries.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Field, Checkbox, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { SuggestingText } from '../ui/suggesting-text.tsx'
import { type Token, TokenPicker } from '../ui/token-picker.tsx'
import type {
  AspectRatio,
  AutoGenerate,
  GenerationDraft,
  GenerationFaults,
  GenerationTool,
  ImageModel,
} from './generation-draft.ts'
import { findPromptFault, mentionAt, namesInPrompt, paintPrompt } from './prompt-words.ts'
import './prompt-editor.css'
import { cachedByLanguage, t } from '../ui/text.ts'

interface PromptEditorProps {
  readonly draft: GenerationDraft
  readonly faults: GenerationFaults
  readonly type: EntityType
  readonly dataType: DataType
  readonly attributes: readonly AttributeConfig[]
  readonly onChange: (part: Partial<GenerationDraft>) => void
}

export function PromptEditor(props: PromptEditorProps) {
  const { draft, faults, dataType, onChange } = props
  const { media } = dataTypeTraits[dataType]
  return (
    <div className="prompt-editor">
      <Instructions {...props} />
      <Tools {...props} />
      <Keys
        {...props}
        label={t('Only where these have a value')}
        placeholder={t('Any row')}
        error={faults.dependencies}
        keys={draft.dependencies}
        onKeys={(dependencies) => onChange({ dependencies })}
      />
      {media === 'image' && <Pictures {...props} />}
      {media !== undefined && <Shape {...props} />}
      <Model {...props} />
      <ByItself {...props} />
    </div>
  )
}

function Instructions({ draft, faults, attributes, onChange }: PromptEditorProps) {
  const names = namesInPrompt(draft.instructions, attributes)
  const used =
    names.length === 0
      ? t('Type @ to put in the value of another attribute.')
      : t('Uses {value}.', { value: names.join(', ') })
  return (
    <Field
      label={t('Instructions')}
      hint={used}
      error={findPromptFault(draft.instructions, attributes) ?? faults.instructions}
    >
      {(control) => (
        <SuggestingText
          isProse
          rows={4}
          value={draft.instructions}
          words={paintPrompt(draft.instructions, attributes)}
          suggestAt={(text, caret) => mentionAt(text, caret, attributes)}
          placeholder={t('Two sentences about what it is made of. Plain words, no praise.')}
          control={control}
          onChange={(instructions) => onChange({ instructions })}
        />
      )}
    </Field>
  )
}

function Tools(props: PromptEditorProps) {
  const { draft, faults, type, onChange } = props
  const { singular } = typeTexts()[type]
  const toggle = (tool: GenerationTool) => ({
    checked: draft.tools.includes(tool),
    onChange: (isOn: boolean) =>
      onChange({ tools: isOn ? [...draft.tools, tool] : draft.tools.filter((other) => other !== tool) }),
  })
  return (
    <fieldset className="prompt-tools">
      <legend className="ui-field-label">{t('What the model may read')}</legend>
      <Checkbox
        label={t('Attributes of the {singular}', { singular })}
        hint={t(
          'The values that the row has. What is generated itself is read only where the instructions name it.',
        )}
        {...toggle('includeProductAttributes')}
      />
      <SourceAttributes {...props} />
      <Checkbox
        label={t('Linked sources')}
        hint={t('The passages that fit best, of the sources that the {singular} is linked to.', { singular })}
        {...toggle('includeDataSources')}
      />
      <Checkbox
        label={t('Pictures')}
        hint={t('Made smaller before they are sent. The model has to understand pictures.')}
        {...toggle('includeImages')}
      />
      <VisionImages {...props} />
      <Checkbox label={t('Web search')} hint={<SearchHint />} {...toggle('includeWebSearch')} />
      {faults.tools !== undefined && <p className="ui-field-error">{faults.tools}</p>}
    </fieldset>
  )
}

function SourceAttributes(props: PromptEditorProps) {
  const { draft, faults, onChange } = props
  if (!draft.tools.includes('includeProductAttributes')) return null
  return (
    <Keys
      {...props}
      label={t('Which attributes')}
      placeholder={t('All that have a value')}
      error={faults.sourceAttributes}
      keys={draft.sourceAttributes ?? []}
      onKeys={(keys) => onChange({ sourceAttributes: keys.length === 0 ? null : keys })}
    />
  )
}

function VisionImages(props: PromptEditorProps) {
  const { draft, faults, attributes, onChange } = props
  if (!draft.tools.includes('includeImages')) return null
  return (
    <Keys
      {...props}
      attributes={attributes.filter(holdsPictures)}
      label={t('Which pictures')}
      placeholder={t('All pictures')}
      error={faults.visionImages}
      keys={draft.visionImages ?? []}
      onKeys={(keys) => onChange({ visionImages: keys.length === 0 ? null : keys })}
    />
  )
}

function holdsPictures({ data_type: type, reference }: AttributeConfig): boolean {
  return dataTypeTraits[type].media === 'image' || reference?.type === 'image'
}

function SearchHint() {
  const { defaultProvider } = useProviders()
  if (defaultProvider?.kind === 'openai_compatible')
    return t('{name} cannot search the web: with it, every row is skipped.', { name: defaultProvider.name })
  return t('The provider searches for each row and may charge for it. Quotes from the web are not checked.')
}

interface KeysProps extends PromptEditorProps {
  readonly label: string
  readonly placeholder: string
  readonly error: string | undefined
  readonly keys: readonly string[]
  readonly onKeys: (keys: readonly string[]) => void
}

function Keys({ label, placeholder, error, attributes, keys, onKeys }: KeysProps) {
  const toToken = (key: string): Token => ({
    value: key,
    label: attributes.find((one) => one.key === key)?.name ?? key,
  })
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TokenPicker
          label={label}
          placeholder={placeholder}
          tokens={keys.map(toToken)}
          choices={attributes.map(({ key }) => toToken(key))}
          control={control}
          onChange={(tokens) => onKeys(tokens.map(({ value }) => value))}
        />
      )}
    </Field>
  )
}

const counts = ['1', '2', '3', '4'] as const

function Pictures({ draft, faults, onChange }: PromptEditorProps) {
  return (
    <div className="prompt-pair">
      <Field label={t('Image model')} error={faults.imageModel}>
        {({ id, describedBy, invalid }) => (
          <Select<ImageModel | 'own'>
            {...{ id, describedBy, invalid }}
            value={draft.imageModel || 'own'}
            options={[
              { value: 'own', label: t('As set for the provider') },
              ...imageModels.map((model) => ({ value: model, label: model })),
            ]}
            onChange={(model) => onChange({ imageModel: model === 'own' ? '' : model })}
          />
        )}
      </Field>
      <Field label={t('Pictures to choose from')} error={faults.imageCount}>
        {({ id, describedBy, invalid }) => (
          <Select
            {...{ id, describedBy, invalid }}
            value={draft.imageCount}
            options={counts.map((count) => ({ value: count, label: count }))}
            onChange={(imageCount) => onChange({ imageCount })}
          />
        )}
      </Field>
    </div>
  )
}

function Shape({ draft, faults, onChange }: PromptEditorProps) {
  return (
    <Field label={t('Shape')} error={faults.aspectRatio}>
      {({ id, describedBy, invalid }) => (
        <Select<AspectRatio | 'own'>
          {...{ id, describedBy, invalid }}
          value={draft.aspectRatio || 'own'}
          options={[
            { value: 'own', label: t('As the model makes it') },
            ...aspectRatios.map((ratio) => ({ value: ratio, label: ratio })),
          ]}
          onChange={(ratio) => onChange({ aspectRatio: ratio === 'own' ? '' : ratio })}
        />
      )}
    </Field>
  )
}

const autoTexts = cachedByLanguage((): Readonly<Record<AutoGenerate, string>> => ({
  off: t('Only when a run is started'),
  missing: t('By itself, where there is no value'),
  stale: t('By itself, also where what it was made of has changed'),
}))

function ByItself({ draft, faults, onChange }: PromptEditorProps) {
  return (
    <Field
      label={t('When')}
      hint={
        draft.autoGenerate === 'off'
          ? undefined
          : t('Proposed some seconds after a change, within the daily budget of the workspace.')
      }
      error={faults.autoGenerate}
    >
      {({ id, describedBy, invalid }) => (
        <Select<AutoGenerate>
          {...{ id, describedBy, invalid }}
          value={draft.autoGenerate}
          options={(['off', 'missing', 'stale'] as const).map((mode) => ({
            value: mode,
            label: autoTexts()[mode],
          }))}
          onChange={(autoGenerate) => onChange({ autoGenerate })}
        />
      )}
    </Field>
  )
}

function Model({ draft, faults, dataType, onChange }: PromptEditorProps) {
  const { defaultProvider } = useProviders()
  const own = defaultProvider?.models[dataTypeTraits[dataType].media ?? 'text']
  return (
    <TextField
      label={t('Model')}
      placeholder={own ?? t('As set for the provider')}
      hint={t('Empty: the model of the provider. A run can name another one.')}
      value={draft.generationModel}
      error={faults.generationModel}
      onChange={(generationModel) => onChange({ generationModel })}
    />
  )
}
