import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Check } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import './field.css'

interface CheckboxProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: ReactNode
  disabled?: boolean
}

export function Checkbox({ label, checked, onChange, hint, disabled = false }: CheckboxProps) {
  const id = useId()
  return (
    <div className="ui-checkbox-line">
      <BaseCheckbox.Root
        className="ui-checkbox"
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        id={id}
      >
        <BaseCheckbox.Indicator>
          <Check aria-hidden />
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {hint !== undefined && (
        <p className="ui-field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
