import { dataTypeTraits } from '#shared/attributes.ts'
import { ComparePrompts } from '../generation/compare-prompts.tsx'
import type { GenerationDraft } from '../generation/generation-draft.ts'
import { PromptEditor } from '../generation/prompt-editor.tsx'
import { PromptVersions } from '../generation/prompt-versions.tsx'
import { TryOnRows } from '../generation/try-on-rows.tsx'
import { Checkbox } from '../ui/field.tsx'
import { t } from '../ui/text.ts'
import { useState } from 'react'
import type { PromptVersion } from '#shared/schemas/proposals.ts'
import type { AttributeForm } from './use-attribute-form.ts'

interface PromptPartProps {
  readonly form: AttributeForm
}

/** Whether a model writes the values, and by which prompt. */
export function PromptFields({ form: { type, config, configs, edit, faults, change } }: PromptPartProps) {
  const { generation, dataType } = edit
  const changeGeneration = (part: Partial<GenerationDraft>): void =>
    change({ generation: { ...generation, ...part } })
  return (
    <>
      <Checkbox
        label={t('Generated')}
        hint={
          faults.isGenerated ??
          t('A model proposes the values. Nothing is written before somebody accepts it.')
        }
        checked={generation.isGenerated}
        onChange={(isGenerated) => changeGeneration({ isGenerated })}
      />
      {generation.isGenerated && (
        <PromptEditor
          draft={generation}
          faults={faults}
          type={type}
          dataType={dataType}
          attributes={configs.filter(({ key }) => key !== config?.key)}
          onChange={changeGeneration}
        />
      )}
    </>
  )
}

/** Shows the values that the prompt gives three rows, the prompts before it, and two of them side by side. */
export function PromptTrials({ form }: PromptPartProps) {
  const { type, config, configs, edit, tried, change, refuseTry } = form
  const { generation, dataType } = edit
  const [rival, setRival] = useState<PromptVersion>()
  const nameOf = (key: string): string => configs.find((each) => each.key === key)?.name ?? key
  if (!generation.isGenerated)
    return (
      <p className="ui-field-hint">
        {t('Switch on Generated to have the values proposed by a model, and to try its prompt on real rows.')}
      </p>
    )
  const isText = dataTypeTraits[dataType].media === undefined
  const take = ({ instructions, tools, ...sources }: PromptVersion): void =>
    change({
      generation: {
        ...generation,
        instructions,
        tools,
        sourceAttributes: sources.source_attributes,
        visionImages: sources.vision_image_attributes,
      },
    })
  return (
    <>
      {isText && <TryOnRows tried={tried} nameOf={nameOf} onRefused={refuseTry} />}
      {config && (
        <PromptVersions
          type={type}
          config={config}
          draft={generation}
          onTake={take}
          onCompare={isText ? setRival : undefined}
        />
      )}
      {isText && rival && (
        <ComparePrompts
          key={`${rival.created_at ?? ''} ${rival.instructions}`}
          tried={tried}
          rival={rival}
          onRefused={refuseTry}
          onTake={() => take(rival)}
          onClose={() => setRival(undefined)}
        />
      )}
    </>
  )
}
