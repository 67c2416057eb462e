import { isReferenceType } from '#shared/attributes.ts'
import { useQuery } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import { attributeConfigsQuery } from '../api/attributes-queries.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import type { AttributeDraft, DraftFaults } from './attribute-draft.ts'

interface LookupFieldsProps {
  draft: AttributeDraft
  faults: DraftFaults
  type: EntityType
  onChange: (part: Partial<AttributeDraft>) => void
}

/** Which reference a lookup goes through, and what it shows of the entity behind it. */
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
        label="Looks through"
        error={faults.via ?? faults.target}
        hint={
          references.length === 0
            ? 'Add a reference first: a lookup shows a value of what it names.'
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
        <Field label="Shows" error={faults.lookedUp}>
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
