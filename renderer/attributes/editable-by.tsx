import type { Role } from '#shared/team.ts'
import { roleTexts } from '../state/role-texts.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { t } from '../ui/text.ts'
import { restrictable } from './restrictable.ts'

interface EditableByProps {
  readonly value: readonly Role[]
  readonly error: string | undefined
  readonly onChange: (roles: readonly Role[]) => void
}

/** Which roles of a team change the values of the attribute, beside its owners. */
export function EditableBy({ value, error, onChange }: EditableByProps) {
  return (
    <fieldset className="attribute-rules">
      <legend>{t('Who may change its values')}</legend>
      {restrictable.map((role) => (
        <Checkbox
          key={role}
          label={roleTexts()[role].name}
          checked={value.includes(role)}
          onChange={(isIn) =>
            onChange(restrictable.filter((each) => (each === role ? isIn : value.includes(each))))
          }
        />
      ))}
      <p className="ui-field-hint">
        {error ?? t('Owners always can. For everybody else the column shows a lock.')}
      </p>
    </fieldset>
  )
}
