import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Field, type ControlProps } from './field.tsx'

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
