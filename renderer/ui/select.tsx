import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode, ReactElement } from 'react'
import { type FinalFocus, useFinalFocus } from './focus.ts'
import './popup.css'
import './select.css'
import { t, classNames } from './text.ts'
import { Combobox } from '@base-ui/react/combobox'
import { foldText } from '#shared/text.ts'
import './search-select.css'

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

interface SearchSelectProps<T extends string> {
  value: T
  options: readonly SelectOption<T>[]
  onChange: (value: T) => void
  label: string
  id?: string | undefined
  searchLabel: string
  trigger?: ReactElement | undefined
  /** The focus after the list closes; its opener by default. */
  finalFocus?: (() => HTMLElement | null) | undefined
  children?: ReactNode
}

/** A single choice from a list of any length: typing filters it by any part of a name. */
export function SearchSelect<T extends string>(props: SearchSelectProps<T>) {
  const { value, options, onChange, label, id, trigger } = props
  const { popup, trigger: opener, finalFocus } = useFinalFocus(props.finalFocus)
  const chosen = options.find((option) => option.value === value) ?? null
  return (
    <Combobox.Root<SelectOption<T>>
      items={options}
      value={chosen}
      onValueChange={(next) => next && onChange(next.value)}
      isItemEqualToValue={(item, other) => item.value === other.value}
      itemToStringLabel={(item) => item.label}
      filter={(item, text) => foldText(item.label).includes(foldText(text))}
      autoHighlight
    >
      {trigger ? (
        <Combobox.Trigger ref={opener} render={trigger} aria-label={label} />
      ) : (
        <Combobox.Trigger
          ref={opener}
          id={id}
          className={classNames('ui-control', 'ui-select')}
          aria-label={label}
        >
          <Combobox.Value placeholder={t('Choose…')} />
          <ChevronDown aria-hidden className="ui-select-icon" size={14} />
        </Combobox.Trigger>
      )}
      <SearchPopup {...props} {...{ popup, finalFocus }} />
    </Combobox.Root>
  )
}

function SearchPopup<T extends string>({
  label,
  searchLabel,
  popup,
  finalFocus,
  children,
}: Omit<SearchSelectProps<T>, 'finalFocus'> & Pick<FinalFocus, 'popup' | 'finalFocus'>) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} align="start" collisionPadding={8} className="ui-positioner">
        <Combobox.Popup
          ref={popup}
          className="ui-popup ui-search-select"
          aria-label={label}
          finalFocus={finalFocus}
        >
          <Combobox.Input className="ui-control" aria-label={searchLabel} placeholder={searchLabel} />
          <Combobox.Empty className="ui-search-select-empty">{t('Nothing found.')}</Combobox.Empty>
          <Combobox.List className="ui-search-select-list">
            {(item: SelectOption<T>) => (
              <Combobox.Item key={item.value} value={item} className="ui-menu-item">
                <span className="ui-menu-item-check">
                  <Combobox.ItemIndicator>
                    <Check aria-hidden />
                  </Combobox.ItemIndicator>
                </span>
                <span>{item.label}</span>
                <span className="ui-option-hint">{item.hint}</span>
              </Combobox.Item>
            )}
          </Combobox.List>
          {children}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
