import { isReferenceType } from '#shared/attributes.ts'
import { useQueries } from '@tanstack/react-query'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { inverseName } from './attribute-draft.ts'

interface InverseFieldProps {
  value: string
  type: EntityType
  error: string | undefined
  onChange: (inverseOf: string) => void
}

/** Which reference to this type is turned round. */
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
      label: `${typeTexts[from].plural} by ${name}`,
    }))
  const { plural } = typeTexts[type]
  const hint =
    options.length === 0 ? `No reference points to ${plural.toLowerCase()} yet. Add one first.` : undefined
  return (
    <Field label="Lists" error={error} hint={hint}>
      {({ id, describedBy, invalid }) => (
        <Select {...{ id, describedBy, invalid, value, options }} onChange={onChange} />
      )}
    </Field>
  )
}
