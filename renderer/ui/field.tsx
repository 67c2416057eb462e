import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import './field.css'

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
