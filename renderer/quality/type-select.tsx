import { entityTypes, type EntityType } from '#shared/entities.ts'
import { typeTexts } from '../state/entity-types.ts'
import { Select } from '../ui/select.tsx'
import { t } from '../ui/text.ts'

interface TypeSelectProps {
  readonly type: EntityType
  readonly onChange: (type: EntityType) => void
}

/** Which type of entities the page is about. */
export function TypeSelect({ type, onChange }: TypeSelectProps) {
  return (
    <Select
      label={t('Type')}
      value={type}
      options={entityTypes.map((value) => ({ value, label: typeTexts()[value].plural }))}
      onChange={onChange}
    />
  )
}
