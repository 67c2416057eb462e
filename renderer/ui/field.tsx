import { useId, type ReactNode, type ComponentProps } from 'react'
import { classNames } from './text.ts'
import './field.css'
import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Check } from 'lucide-react'
import './choice.css'

export interface ControlProps {
  id: string
  describedBy: string | undefined
  invalid: boolean
}

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  className?: string | undefined
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId()
  const invalid = error !== undefined && error !== ''
  const describedBy = [hint === undefined ? '' : `${id}-hint`, invalid ? `${id}-error` : ''].join(' ').trim()
  return (
    <div className={classNames('ui-field', className)}>
      <label className="ui-field-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, invalid, describedBy: describedBy === '' ? undefined : describedBy })}
      {hint !== undefined && (
        <p className="ui-field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {invalid && (
        <p className="ui-field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

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

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
}

export function TextField({ label, hint, error, className, ...props }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => <TextInput {...props} control={control} />}
    </Field>
  )
}

interface TextInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
  control?: ControlProps
}

/** A text field without a visible label: give it an `aria-label` or the control of a Field. */
export function TextInput({ control, className, onChange, ...props }: TextInputProps) {
  return (
    <input
      type="text"
      autoComplete="off"
      spellCheck={false}
      {...props}
      {...(control === undefined
        ? {}
        : {
            id: control.id,
            'aria-describedby': control.describedBy,
            'aria-invalid': control.invalid || undefined,
          })}
      className={classNames('ui-control', className)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface ChoiceProps<T extends string> {
  label: string
  value: T | undefined
  choices: readonly { readonly value: T; readonly label: string; readonly hint?: ReactNode }[]
  onChange: (value: T) => void
}

export function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset className="ui-choice">
      <legend className="ui-field-label">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="ui-choice-card">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.label}
            {choice.hint !== undefined && <span className="ui-field-hint">{choice.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
