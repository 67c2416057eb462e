import { type RefObject, useRef, useEffectEvent, useLayoutEffect, useEffect, useState } from 'react'

export function firstFocus(popup: HTMLElement | null): HTMLElement | true {
  return popup?.querySelector<HTMLElement>('textarea, [contenteditable="true"]') ?? true
}

export interface FinalFocus {
  readonly popup: RefObject<HTMLDivElement | null>
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly finalFocus: (() => HTMLElement | boolean) | undefined
}

/**
 * Moves the focus of a closed list to `target`, or to its opener. The popup closes a moment after the
 * choice; focus in another control stays, which Base UI respects only without `finalFocus`.
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

const typing = ['keydown', 'beforeinput', 'paste', 'cut'] as const

/**
 * Keeps the focus in an open dialog: a disabled first button takes none, and a dialog that closes behind
 * it may give it to the page. It goes to `first`. Keys typed meanwhile change nothing behind the dialog.
 */
export function useHeldFocus(
  popup: RefObject<HTMLElement | null>,
  isOpen: boolean,
  first: () => HTMLElement | null,
): void {
  const focusFirst = useEffectEvent(() => (first() ?? popup.current)?.focus({ preventScroll: true }))
  useLayoutEffect(() => {
    if (!isOpen) return undefined
    const hold = (): void => {
      if (isLost() && isOnTop(popup.current)) focusFirst()
    }
    // Between two elements the page has the focus for a moment.
    const holdLater = (): void => void setTimeout(hold)
    const refuse = (event: Event): void => {
      const closes = event instanceof KeyboardEvent && event.key === 'Escape'
      if (closes || !isLost() || !isOnTop(popup.current)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      hold()
    }
    const soon = setTimeout(hold, 50)
    document.addEventListener('focusin', hold, true)
    document.addEventListener('focusout', holdLater, true)
    for (const kind of typing) window.addEventListener(kind, refuse, true)
    return () => {
      clearTimeout(soon)
      document.removeEventListener('focusin', hold, true)
      document.removeEventListener('focusout', holdLater, true)
      for (const kind of typing) window.removeEventListener(kind, refuse, true)
    }
  }, [popup, isOpen])
}

/** Whether the focus is on the page itself: dialogs, lists and notices are outside of it. */
function isLost(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.closest('#root') !== null
}

/** A dialog opened from another holds the focus of both. A dialog that is about to open has no popup yet. */
function isOnTop(popup: HTMLElement | null): boolean {
  return popup === null || !popup.hasAttribute('data-nested-dialog-open')
}

export function useDebouncedValue<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
