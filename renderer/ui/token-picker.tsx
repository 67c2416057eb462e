import { Combobox } from '@base-ui/react/combobox'
import type { BaseUIEvent } from '@base-ui/react/types'
import { Check, X } from 'lucide-react'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { ControlProps } from './field.tsx'
import './popup.css'
import './token-picker.css'
import { t } from './text.ts'

export interface Token {
  readonly value: string
  readonly label: string
}

interface TokenPickerProps {
  label: string
  tokens: readonly Token[]
  /** The current choices; a component that fetches them by `onSearch` filters them too. */
  choices: readonly Token[]
  onChange: (tokens: Token[]) => void
  onSearch?: ((text: string) => void) | undefined
  /** At most one token: a new one replaces the old. */
  single?: boolean
  placeholder?: string | undefined
  control?: ControlProps | undefined
}

export function TokenPicker(props: TokenPickerProps) {
  const { tokens, choices, onChange, onSearch, single = false } = props
  const [isOpen, setIsOpen] = useState(false)
  const items = useMemo(() => withTokens(choices, tokens), [choices, tokens])
  const choose = (next: Token[]): void => {
    onChange(single ? next.slice(-1) : next)
    if (single) setIsOpen(false)
  }
  return (
    <Combobox.Root<Token, true>
      multiple
      items={items}
      value={[...tokens]}
      onValueChange={choose}
      open={isOpen}
      onOpenChange={setIsOpen}
      isItemEqualToValue={(item, value) => item.value === value.value}
      itemToStringLabel={(item) => item.label}
      {...(onSearch === undefined ? {} : { filter: null, onInputValueChange: onSearch })}
    >
      <TokenInput {...props} isOpen={isOpen} />
      <TokenList />
    </Combobox.Root>
  )
}

function withTokens(choices: readonly Token[], tokens: readonly Token[]): Token[] {
  const known = new Set(choices.map(({ value }) => value))
  return [...choices, ...tokens.filter(({ value }) => !known.has(value))]
}

function TokenInput(props: TokenPickerProps & { isOpen: boolean }) {
  const { label, tokens, placeholder, control, isOpen } = props
  const takeKey = (event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>): void => {
    // The picker would remove the choice, but Escape is for the elements around it.
    if (event.key === 'Escape' && !isOpen) event.preventBaseUIHandler()
    keepFormOpen(event)
  }
  return (
    <Combobox.InputGroup className="ui-control ui-tokens">
      <Combobox.Chips className="ui-token-row">
        {tokens.map((token) => (
          <Combobox.Chip key={token.value} className="ui-token">
            <span>{token.label}</span>
            <Combobox.ChipRemove
              className="ui-token-remove"
              aria-label={t('Remove {label}', { label: token.label })}
            >
              <X aria-hidden />
            </Combobox.ChipRemove>
          </Combobox.Chip>
        ))}
        <Combobox.Input
          className="ui-token-input"
          aria-label={label}
          id={control?.id}
          aria-describedby={control?.describedBy}
          placeholder={tokens.length === 0 ? (placeholder ?? t('Search…')) : ''}
          onKeyDown={takeKey}
        />
      </Combobox.Chips>
    </Combobox.InputGroup>
  )
}

/** Enter after typed text picks an option; the form must not be submitted without it. */
function keepFormOpen(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key === 'Enter' && event.currentTarget.value !== '') event.preventDefault()
}

function TokenList() {
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} align="start" className="ui-positioner">
        <Combobox.Popup className="ui-popup ui-menu ui-token-menu">
          <Combobox.Empty className="ui-token-empty">{t('Nothing found.')}</Combobox.Empty>
          <Combobox.List>
            {(item: Token) => (
              <Combobox.Item key={item.value} value={item} className="ui-menu-item">
                <span className="ui-menu-item-check">
                  <Combobox.ItemIndicator>
                    <Check aria-hidden />
                  </Combobox.ItemIndicator>
                </span>
                <span>{item.label}</span>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}
