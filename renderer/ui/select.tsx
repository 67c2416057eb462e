import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { type FinalFocus, useFinalFocus } from './focus.ts'
import './popup.css'
import './select.css'
import { t, classNames } from './text.ts'

export interface SelectOption<T extends string> {
  readonly value: T
  readonly label: string
  readonly hint?: ReactNode
}

interface SelectProps<T extends string> {
  value: T
  options: readonly SelectOption<T>[]
  onChange: (value: T) => void
  label?: string | undefined
  id?: string | undefined
  placeholder?: string | undefined
  describedBy?: string | undefined
  invalid?: boolean | undefined
  disabled?: boolean | undefined
  className?: string | undefined
  /** The focus after the list closes; its opener by default. */
  finalFocus?: (() => HTMLElement | null) | undefined
}

/** A single choice from a short list; type-ahead finds an option. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { value, options, onChange, label, id, placeholder, describedBy, invalid, disabled, className } =
    props
  const { popup, trigger, finalFocus } = useFinalFocus(props.finalFocus)
  const items = options.map((option) => ({ value: option.value, label: option.label }))
  return (
    <BaseSelect.Root
      items={items}
      value={value === '' ? null : value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
      id={id}
    >
      <BaseSelect.Trigger
        ref={trigger}
        className={classNames('ui-control', 'ui-select', className)}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid === true || undefined}
      >
        <BaseSelect.Value placeholder={placeholder ?? t('Choose…')} />
        <BaseSelect.Icon className="ui-select-icon">
          <ChevronDown aria-hidden />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <SelectPopup {...{ options, popup, finalFocus }} />
    </BaseSelect.Root>
  )
}

function SelectPopup<T extends string>({
  options,
  popup,
  finalFocus,
}: Pick<SelectProps<T>, 'options'> & Pick<FinalFocus, 'popup' | 'finalFocus'>) {
  return (
    <BaseSelect.Portal>
      <BaseSelect.Positioner
        sideOffset={4}
        align="start"
        alignItemWithTrigger={false}
        className="ui-positioner"
      >
        <BaseSelect.Popup ref={popup} className="ui-popup ui-menu" finalFocus={finalFocus}>
          {options.map((option) => (
            <BaseSelect.Item key={option.value} value={option.value} className="ui-menu-item">
              <span className="ui-menu-item-check">
                <BaseSelect.ItemIndicator>
                  <Check aria-hidden />
                </BaseSelect.ItemIndicator>
              </span>
              <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
              <span className="ui-option-hint">{option.hint}</span>
            </BaseSelect.Item>
          ))}
        </BaseSelect.Popup>
      </BaseSelect.Positioner>
    </BaseSelect.Portal>
  )
}
