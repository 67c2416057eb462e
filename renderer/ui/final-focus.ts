import { type RefObject, useRef } from 'react'

export interface FinalFocus {
  readonly popup: RefObject<HTMLDivElement | null>
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly finalFocus: (() => HTMLElement | boolean) | undefined
}

/**
 * Hands the focus of a closed list to `target`, or to what opened the list where there is none. The popup goes a moment after the
 * choice: whoever is in another control by then stays there, which Base UI heeds only where `finalFocus` is not given.
 */
export function useFinalFocus(target: (() => HTMLElement | null) | undefined): FinalFocus {
  const popup = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const isElsewhere = (): boolean => {
    const { activeElement, body } = document
    const isHere = popup.current?.contains(activeElement) || trigger.current === activeElement
    return activeElement !== body && !isHere
  }
  return { popup, trigger, finalFocus: target && (() => !isElsewhere() && (target() ?? true)) }
}
