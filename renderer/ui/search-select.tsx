import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { foldText } from '#shared/text.ts'
import { type FinalFocus, useFinalFocus } from './focus.ts'
import './popup.css'
import './search-select.css'
import './select.css'
import type { SelectOption } from './select.tsx'
import { t, classNames } from './text.ts'

interface SearchSelectProps<T extends string> {
  value: T
  options: readonly SelectOption<T>[]
  onChange: (value: T) => void
  label: string
  searchLabel: string
  trigger?: ReactElement | undefined
  /** The focus after the list closes; its opener by default. */
  finalFocus?: (() => HTMLElement | null) | undefined
  children?: ReactNode
}

/** A single choice from a list of any length: typing filters it by any part of a name. */
export function SearchSelect<T extends string>(props: SearchSelectProps<T>) {
  const { value, options, onChange, label, trigger } = props
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
        <Combobox.Trigger ref={opener} className={classNames('ui-control', 'ui-select')} aria-label={label}>
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
