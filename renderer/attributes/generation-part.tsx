import { useQuery } from '@tanstack/react-query'
import { dataTypeTraits } from '#shared/attributes.ts'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import type { GenerationDraft } from '../generation/generation-draft.ts'
import { PromptEditor } from '../generation/prompt-editor.tsx'
import { TryOnRows } from '../generation/try-on-rows.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import type { AttributeFormProps } from './attribute-form.tsx'
import { t } from '../ui/text.ts'

/** Whether a model makes the values, and how. */
export function Generation({
  draft,
  faults,
  type,
  tried,
  onChange,
  onTryRefused,
  onLeave,
}: AttributeFormProps) {
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
